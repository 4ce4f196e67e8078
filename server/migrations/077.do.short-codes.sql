-- Short addresses, /i/{code}: one for each listing, given by the database so that the previous release's listings have one too,
-- and kept while a listing is deleted and may come back. The code of an erased listing stays without it, so that none is given
-- twice. A table of its own, because a column with an index would hold up writers while it is made.
create table short_codes (
  code text primary key,
  product_id uuid unique
);

-- Without letters and digits that look alike.
create function new_short_code() returns text
language sql volatile as $$
  select string_agg(substr('abcdefghjkmnpqrstuvwxyz23456789', 1 + floor(random() * 31)::int, 1), '')
  from generate_series(1, 7)
$$;

create function give_short_code() returns trigger
language plpgsql as $$
begin
  loop
    -- A listing that comes back has its code already; a code that is taken is drawn again.
    exit when exists (select from short_codes where product_id = new.id);
    insert into short_codes (code, product_id) values (new_short_code(), new.id) on conflict do nothing;
  end loop;
  return null;
end $$;
create trigger products_give_short_code after insert on products
for each row execute function give_short_code();

create function forget_short_code() returns trigger
language plpgsql as $$
declare
  gone uuid := case when tg_table_name = 'products' then (to_jsonb(old) ->> 'id')::uuid else (to_jsonb(old) ->> 'product_id')::uuid end;
begin
  update short_codes set product_id = null
  where product_id = gone
    and not exists (select from products where id = gone)
    and not exists (select from deleted_listings where product_id = gone);
  return null;
end $$;
create trigger products_forget_short_code after delete on products
for each row execute function forget_short_code();
create trigger deleted_listings_forget_short_code after delete on deleted_listings
for each row execute function forget_short_code();
