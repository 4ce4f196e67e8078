-- When the seller was asked whether a listing is still there. A sign of life takes the question back.
alter table listing_clocks add column asked_at timestamptz;
create index listing_clocks_unasked on listing_clocks (alive_at) where asked_at is null;
create index listing_clocks_untold on listing_clocks (alive_at) where told_at is null;

create or replace function set_listing_clock() returns trigger
language plpgsql as $$
begin
  insert into listing_clocks (product_id, alive_at, reserved_until)
  values (new.id, greatest(new.updated_at, new.confirmed_at), new.reserved_until)
  on conflict (product_id) do update
  set alive_at = excluded.alive_at, reserved_until = excluded.reserved_until, told_at = null, asked_at = null;
  return null;
end $$;
