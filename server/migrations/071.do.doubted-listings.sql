-- What buyers who have the number say about a listing: that it is sold, or that the number is wrong. `counted` is decided when
-- it is said, `paused` marks those whose word paused the listing, `used_at` and `overruled_at` are set when its seller brings it
-- back. As in `outcomes` the row stays when the listing is deleted, since it may come back.
create table listing_doubts (
  buyer_id uuid not null references users on delete cascade,
  product_id uuid not null,
  kind text not null check (kind in ('sold', 'wrong-number')),
  seller_id uuid not null references users on delete cascade,
  said_at timestamptz not null default now(),
  counted boolean not null,
  paused boolean not null default false,
  used_at timestamptz,
  overruled_at timestamptz,
  primary key (buyer_id, product_id, kind)
);
create index listing_doubts_product on listing_doubts (product_id) where used_at is null;
create index listing_doubts_seller on listing_doubts (seller_id);
create index listing_doubts_age on listing_doubts (said_at);

-- Listings of absent sellers of which one buyer says that they are sold, and since when the seller is asked.
create table doubted_listings (
  product_id uuid primary key references products on delete cascade,
  asked_at timestamptz not null default now()
);

-- Why a listing is paused (null: its buyers got no answer), whether its seller has brought it back once since buyers could pause
-- it, and until when they cannot. None is `not null`: listings that were deleted before come back without them.
alter table products add column resting_because text;
alter table products add column brought_back boolean;
alter table products add column unpausable_until timestamptz;

-- When the student was last here; sessions are deleted after they have ended.
alter table identities add column seen_at timestamptz;

-- An edit does not answer the question of `sold-said`.
create or replace function forget_question() returns trigger
language plpgsql as $$
declare
  is_answered boolean := (old.confirmed_at, old.sold_at) is distinct from (new.confirmed_at, new.sold_at);
begin
  if is_answered then
    delete from unanswered_listings where product_id = new.id;
    delete from doubted_listings where product_id = new.id;
  end if;
  update notices set actions = '[]', read_at = coalesce(read_at, now()),
    answer = case
      when new.sold_at is not null and old.sold_at is null then 'sold'
      when new.confirmed_at is distinct from old.confirmed_at then 'confirmed'
      when new.reserved_until is distinct from old.reserved_until then 'reserved'
      else 'edited' end
  where product_id = new.id and actions <> '[]'
    and (kind in ('still-available', 'expires-soon', 'reservation-over') or (kind = 'sold-said' and is_answered));
  return null;
end $$;
