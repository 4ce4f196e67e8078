-- Gives codes to the listings from before migration 077, by itself so that the trigger's lock is not held meanwhile.
do $$
declare
  given int := 1;
begin
  while given > 0 loop
    insert into short_codes (code, product_id)
    select new_short_code(), listing.id
    from (select id from products union select product_id from deleted_listings) listing
    where not exists (select from short_codes known where known.product_id = listing.id)
    on conflict do nothing;
    get diagnostics given = row_count;
  end loop;
end $$;
