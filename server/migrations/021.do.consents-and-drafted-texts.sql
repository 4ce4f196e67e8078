-- To which notice about personal data a student has agreed, and when. They go with the student.
create table consents (
  user_id uuid not null references users on delete cascade,
  version text not null,
  given_at timestamptz not null default now(),
  primary key (user_id, version)
);

-- Whether the description came from the description writer.
alter table products add column drafted boolean not null default false;
