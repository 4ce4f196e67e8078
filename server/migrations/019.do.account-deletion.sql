-- Since when an account is deleted. Until it is erased by a job, signing in can restore it.
alter table users add column deleted_at timestamptz;
create index users_deleted on users (deleted_at) where deleted_at is not null;

-- Of a suspended account that was erased: a keyed hash of issuer and subject, so that the suspension outlives it.
create table abuse_records (
  hash bytea primary key,
  suspended_until timestamptz,
  created_at timestamptz not null default now()
);
