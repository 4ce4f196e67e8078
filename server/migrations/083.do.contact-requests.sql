-- Whether buyers ask before they see the number: of a listing, where null leaves it to the seller's choice, and of all of a
-- seller's listings. `asking` is what holds of a listing, so that lists need not look at the seller.
alter table products add column asks_first boolean;
alter table products add column asking boolean not null default false;
alter table users add column asks_first boolean not null default false;

create function decide_asking() returns trigger
language plpgsql as $$
begin
  new.asking := coalesce(new.asks_first, (select asks_first from users where id = new.seller_id), false);
  return new;
end $$;
create trigger products_decide_asking before insert or update of asks_first, seller_id on products
for each row execute function decide_asking();

create function decide_asking_of_seller() returns trigger
language plpgsql as $$
begin
  update products set asking = new.asks_first
  where seller_id = new.id and asks_first is null and asking <> new.asks_first;
  return null;
end $$;
create trigger users_decide_asking after update on users
for each row when (old.asks_first <> new.asks_first)
execute function decide_asking_of_seller();

-- Requests for a seller's number. As in `outcomes` the row stays when the listing is deleted. `sold` ended with the sale of the
-- listing, and `over` without an answer: with the listing, a block, or the account of one of the two.
create table contact_requests (
  id uuid primary key,
  product_id uuid not null,
  name text not null,
  seller_id uuid not null references users on delete cascade,
  buyer_id uuid not null references users on delete cascade,
  state text not null default 'open' check (state in ('open', 'shared', 'refused', 'sold', 'over', 'withdrawn')),
  -- How often it was sent, when first, and when last.
  asked integer not null default 1,
  first_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- When the buyer was told that it has expired, and whether that counts as no reply.
  expired_at timestamptz,
  unanswered boolean not null default false,
  -- The mail with its link.
  mailed_at timestamptz,
  mail_id uuid,
  constraint contact_requests_once unique (product_id, buyer_id, seller_id)
);
create index contact_requests_buyer on contact_requests (buyer_id, created_at);
create index contact_requests_seller on contact_requests (seller_id, created_at);
create index contact_requests_waiting on contact_requests (created_at) where state = 'open' and expired_at is null;

-- However a listing is sold, its open requests end with it.
create function end_requests_of_sold() returns trigger
language plpgsql as $$
begin
  update contact_requests set state = 'sold', ended_at = now()
  where product_id = new.id and seller_id = new.seller_id and state = 'open';
  return null;
end $$;
create trigger products_end_requests after update on products
for each row when (old.sold_at is null and new.sold_at is not null)
execute function end_requests_of_sold();

create function end_requests_of_listing() returns trigger
language plpgsql as $$
begin
  update contact_requests set state = 'over', ended_at = now()
  where product_id = old.id and seller_id = old.seller_id and state = 'open';
  return null;
end $$;
create trigger products_removed_end_requests after delete on products
for each row execute function end_requests_of_listing();
create trigger products_handed_over_end_requests after update on products
for each row when (old.seller_id is distinct from new.seller_id)
execute function end_requests_of_listing();

create function end_requests_of_student() returns trigger
language plpgsql as $$
begin
  update contact_requests set state = 'over', ended_at = now()
  where (buyer_id = new.id or seller_id = new.id) and state = 'open';
  return null;
end $$;
create trigger users_end_requests after update on users
for each row when ((old.suspended_at is null and new.suspended_at is not null)
  or (old.deleted_at is null and new.deleted_at is not null))
execute function end_requests_of_student();

create function end_requests_across_block() returns trigger
language plpgsql as $$
begin
  update contact_requests set state = 'over', ended_at = now()
  where state = 'open' and ((buyer_id = new.blocked_id and seller_id = new.blocker_id)
    or (buyer_id = new.blocker_id and seller_id = new.blocked_id));
  return null;
end $$;
create trigger blocks_end_requests after insert on blocks
for each row execute function end_requests_across_block();

-- The seller's notice has no buttons any more, and says what came of it.
create function answer_request_notice() returns trigger
language plpgsql as $$
begin
  update notices set actions = '[]', read_at = coalesce(read_at, now()),
    answer = case new.state when 'shared' then 'request-shared' when 'refused' then 'request-refused'
      when 'sold' then 'sold' when 'withdrawn' then 'request-withdrawn' else 'request-over' end
  where user_id = new.seller_id and dedupe_key = 'request:' || new.id || ':' || new.asked;
  return null;
end $$;
create trigger contact_requests_answer_notice after update on contact_requests
for each row when (old.state = 'open' and new.state <> 'open')
execute function answer_request_notice();

-- Links in mails, with which a request is answered without signing in; of a link and of a token only the hash.
create table request_keys (
  hash bytea primary key,
  request_id uuid not null references contact_requests on delete cascade,
  mail_id uuid not null,
  created_at timestamptz not null default now()
);
create index request_keys_request on request_keys (request_id);
create index request_keys_mail on request_keys (mail_id);
create table request_key_tokens (
  hash bytea primary key,
  key_hash bytea not null references request_keys on delete cascade,
  answer text not null check (answer in ('share', 'not-now', 'sold')),
  created_at timestamptz not null default now()
);
create index request_key_tokens_key on request_key_tokens (key_hash);

-- A suspension and the deletion of the account end them for good.
create function end_request_keys() returns trigger
language plpgsql as $$
begin
  delete from request_keys using contact_requests request
  where request.id = request_keys.request_id and request.seller_id = new.id;
  return null;
end $$;
create trigger users_end_request_keys after update on users
for each row when ((old.suspended_at is null and new.suspended_at is not null)
  or (old.deleted_at is null and new.deleted_at is not null))
execute function end_request_keys();

-- Whether a push service took the notice; one that it refused is done, too.
alter table pushes add column delivered boolean not null default false;
