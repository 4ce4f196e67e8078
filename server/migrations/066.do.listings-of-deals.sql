-- The listing of a deal, which keeps its id while the listing is deleted and may come back, so that of several buyers one
-- has it all the same. The trigger sets it for deals that the previous release inserts, too.
alter table deals add column listing_id uuid;
update deals set listing_id = product_id where product_id is not null;
create index deals_listing on deals (listing_id);
create unique index deals_listing_one_buyer on deals (listing_id) where confirmed_at is not null;

create function set_deal_listing() returns trigger
language plpgsql as $$
begin
  new.listing_id := new.product_id;
  return new;
end $$;
create trigger deals_set_listing before insert on deals
for each row execute function set_deal_listing();
