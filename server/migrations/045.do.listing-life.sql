-- Whether a listing is in the lists is decided here and nowhere else, from facts about it and its seller, whenever either
-- is written. server/src/products/listing-life.ts has the events that change these facts. The clock alone writes nothing:
-- a job writes what was sold a fortnight ago once more.
create function decide_listed() returns trigger
language plpgsql as $$
begin
  new.listed := new.hidden_at is null
    and new.resting_at is null
    and (new.expired_at is null or new.sold_at is not null)
    and (new.sold_at is null or new.sold_at > now() - interval '14 days')
    and exists (select from users seller where seller.id = new.seller_id
      and seller.suspended_at is null and seller.deleted_at is null);
  return new;
end $$;
create trigger products_decide_listed before insert or update on products
for each row execute function decide_listed();

-- All listings of the seller, also those that are out of the lists: a concurrent write may bring one back that this
-- statement cannot see yet, and so waits for it.
create function decide_listings() returns trigger
language plpgsql as $$
begin
  update products set version = version where seller_id = new.id;
  return null;
end $$;
create trigger users_decide_listings after update on users
for each row when ((old.suspended_at is null and old.deleted_at is null)
  is distinct from (new.suspended_at is null and new.deleted_at is null))
execute function decide_listings();
