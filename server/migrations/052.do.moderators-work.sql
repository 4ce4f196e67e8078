-- What moderators write to each other about a case.
create table case_notes (
  id uuid primary key,
  case_id uuid not null references cases,
  -- An identity.
  by_id uuid not null,
  text text not null,
  created_at timestamptz not null default now()
);
create index case_notes_case on case_notes (case_id, id);
-- The moderator who is working on a case, and since when.
alter table cases add column claimed_by uuid, add column claimed_at timestamptz;
-- Answers to moderators' requests that carried an Idempotency-Key; a moderator need not be registered.
create table moderator_answers (
  identity_id uuid not null references identities on delete cascade,
  key text not null,
  request_hash bytea not null,
  body text not null,
  status smallint,
  created_at timestamptz not null default now(),
  primary key (identity_id, key)
);
create index moderator_answers_age on moderator_answers (created_at);
