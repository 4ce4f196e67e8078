-- Students of the last semester who were asked on which day they leave; each is asked once.
create table asked_for_leaving_day (
  user_id uuid primary key references users on delete cascade
);
