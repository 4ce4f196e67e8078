-- Notices go by mail, too: each once.
alter table notices add column mailed_at timestamptz;
create index notices_unmailed on notices (created_at) where mailed_at is null;

-- Who wants no such mails, and when a student had the last digest.
create table notice_mails (
  user_id uuid primary key references users on delete cascade,
  off_at timestamptz,
  digest_at timestamptz
);
