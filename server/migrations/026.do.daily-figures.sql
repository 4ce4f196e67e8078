-- What /operations shows of each day (UTC): sums of what happened, and the last value of what is measured.
create table daily_figures (
  day date not null,
  name text not null,
  value double precision not null,
  primary key (day, name)
);
