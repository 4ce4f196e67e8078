-- The day of a listing's last activity, if that was long ago and somebody has asked for the number since. A job and the contact
-- write it; what its seller does with the listing ends it.
alter table products add column unconfirmed_since date;

create function end_unconfirmed() returns trigger
language plpgsql as $$
begin
  new.unconfirmed_since := null;
  return new;
end $$;
create trigger products_end_unconfirmed before update on products
for each row when (old.unconfirmed_since is not null
  and ((old.updated_at, old.confirmed_at, old.sold_at) is distinct from (new.updated_at, new.confirmed_at, new.sold_at)
    or (new.reserved_until > now() and new.reserved_until is distinct from old.reserved_until)))
execute function end_unconfirmed();
