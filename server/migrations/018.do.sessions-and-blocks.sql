-- When a session last asked for a token, and with which browser, for the student's own list of sessions.
alter table sessions add column last_seen_at timestamptz, add column browser text;

-- Who wants to have nothing to do with whom. Contact is refused both ways.
create table blocks (
  blocker_id uuid not null references users on delete cascade,
  blocked_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  constraint blocks_other check (blocker_id <> blocked_id)
);
create index blocks_blocked on blocks (blocked_id);
