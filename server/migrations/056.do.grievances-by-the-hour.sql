-- How many grievances strangers have sent in each hour, over all processes.
create table grievance_hours (
  hour timestamptz primary key,
  received integer not null
);
