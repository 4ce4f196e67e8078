-- Mails on their way. What is over keeps its row for a month, without address and words, so that `once` holds.
create table outbox (
  id uuid primary key,
  kind text not null,
  -- Of several mails with the same words here only the first is sent.
  once text,
  recipient text not null,
  subject text not null,
  words text not null,
  -- An address that takes the reader off such mails with one POST (RFC 8058).
  unsubscribe text,
  created_at timestamptz not null default now(),
  -- How often the mail server refused this one.
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'refused')),
  done_at timestamptz,
  constraint outbox_once_unique unique (once)
);
create index outbox_waiting on outbox (id) where state = 'waiting';
create index outbox_done on outbox (done_at) where state <> 'waiting';

-- How many acknowledgements an address has had lately.
create index grievances_email on grievances (lower(email), created_at);
