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

-- Listings whose buyers got no answer, and since when their sellers are asked whether they are still there. Without an
-- answer a listing rests: out of lists, until its seller says so.
create table unanswered_listings (
  product_id uuid primary key references products on delete cascade,
  asked_at timestamptz not null default now()
);
alter table products add column resting_at timestamptz;
alter table products add constraint products_resting_unlisted check (resting_at is null or not listed) not valid;

create function forget_question() returns trigger
language plpgsql as $$
begin
  delete from unanswered_listings where product_id = new.id;
  update notices set actions = '[]', read_at = coalesce(read_at, now())
  where product_id = new.id and kind = 'still-available' and actions <> '[]';
  return null;
end $$;
create trigger products_answered after update on products
for each row when ((old.confirmed_at, old.sold_at) is distinct from (new.confirmed_at, new.sold_at))
execute function forget_question();
