-- Keys to listings, which work without signing in: a student's own for all of theirs (`product_id` null), and one for each
-- listing that a mail is about. A key is stored as its hash only. As in `outcomes` the row stays when the listing is deleted,
-- since it may come back.
create table listing_keys (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  product_id uuid,
  mail_id uuid,
  created_at timestamptz not null default now()
);
create unique index listing_keys_own on listing_keys (user_id) where product_id is null;
create index listing_keys_student on listing_keys (user_id);
create index listing_keys_age on listing_keys (created_at);
create index listing_keys_mail on listing_keys (mail_id) where mail_id is not null;

-- Questions that a key was asked; a token answers one of them once. Without a product it is about all listings of the key.
create table listing_key_tokens (
  hash bytea primary key,
  key_hash bytea not null references listing_keys on delete cascade,
  product_id uuid,
  act text not null check (act in ('sold', 'removed', 'confirmed')),
  created_at timestamptz not null default now()
);
create index listing_key_tokens_key on listing_key_tokens (key_hash);

-- A suspension and the deletion of the account end them for good.
create function end_listing_keys() returns trigger
language plpgsql as $$
begin
  delete from listing_keys where user_id = new.id;
  return null;
end $$;
create trigger users_end_listing_keys after update on users
for each row when ((old.suspended_at is null and new.suspended_at is not null)
  or (old.deleted_at is null and new.deleted_at is not null))
execute function end_listing_keys();

-- A mail about a student's own listings gets its keys when it is sent, so that none is stored.
alter table outbox add column student_id uuid;
alter table outbox add column about uuid[];
