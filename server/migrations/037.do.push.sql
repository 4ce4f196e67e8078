-- Browsers to which notices are pushed: one of each session, with which it ends.
create table push_subscriptions (
  session_id uuid primary key references sessions on delete cascade,
  user_id uuid not null references users on delete cascade,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now(),
  constraint push_subscriptions_endpoint unique (endpoint)
);
create index push_subscriptions_user on push_subscriptions (user_id, created_at);

-- Each notice goes to each of them once.
create table pushes (
  session_id uuid not null references push_subscriptions on delete cascade,
  notice_id uuid not null references notices on delete cascade,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  done_at timestamptz,
  primary key (session_id, notice_id)
);
create index pushes_notice on pushes (notice_id);
create index pushes_waiting on pushes (due_at) where done_at is null;

create function end_push() returns trigger
language plpgsql as $$
begin
  delete from push_subscriptions where session_id = new.id;
  return null;
end $$;
create trigger sessions_end_push after update of ended_at on sessions
for each row when (new.ended_at is not null)
execute function end_push();
