-- What a student is told: one row for each `dedupe_key`, however often it is said. `about_id` is the other student
-- whose first name the text has; the notice goes with either of them, and with the listing.
create table notices (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null,
  text text not null,
  product_id uuid references products on delete cascade,
  about_id uuid references users on delete cascade,
  actions jsonb not null default '[]',
  dedupe_key text not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  constraint notices_once unique (user_id, dedupe_key)
);
create index notices_user on notices (user_id, id desc);
create index notices_unread on notices (user_id) where read_at is null;
create index notices_product on notices (product_id) where product_id is not null;
create index notices_about on notices (about_id) where about_id is not null;

-- The kinds that a student wants to hear nothing of.
create table notices_off (
  user_id uuid not null references users on delete cascade,
  kind text not null,
  primary key (user_id, kind)
);

-- Buyers got no answer and the seller was asked whether the listing is still there (`asked_at`); without an answer it
-- rests: out of lists, until the seller says so.
alter table products add column asked_at timestamptz, add column resting_at timestamptz;
alter table products add constraint products_resting_unlisted check (resting_at is null or not listed) not valid;
