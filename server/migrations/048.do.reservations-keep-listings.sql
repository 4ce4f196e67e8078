-- A reservation is a sign of life until it ends, so that no listing expires under it.
create or replace function set_listing_clock() returns trigger
language plpgsql as $$
begin
  insert into listing_clocks (product_id, alive_at, reserved_until)
  values (new.id, greatest(new.updated_at, new.confirmed_at,
    case when new.reserved_until is distinct from old.reserved_until and new.reserved_until > now()
      then new.reserved_until end),
    new.reserved_until)
  on conflict (product_id) do update
  set reserved_until = excluded.reserved_until,
    alive_at = greatest(listing_clocks.alive_at, excluded.alive_at),
    told_at = case when excluded.alive_at <= listing_clocks.alive_at then listing_clocks.told_at end,
    asked_at = case when excluded.alive_at <= listing_clocks.alive_at then listing_clocks.asked_at end;
  return null;
end $$;
update listing_clocks set alive_at = greatest(alive_at, reserved_until) where reserved_until > now();
