-- Deals of listings that were deleted before 066, and may have come back: their product_id is null, but the buyer's answer
-- still tells the listing. Of several with the same seller, buyer and name, the first deal is of the first listing, and so on.
-- A listing keeps one confirmed deal.
with listing as (
  select product_id as id, seller_id, product ->> 'name' as name from deleted_listings
  union all
  select id, seller_id, name from products
), lost as (
  select id, seller_id, buyer_id, name, confirmed_at,
    row_number() over (partition by seller_id, buyer_id, name order by id) as nth
  from deals where listing_id is null and product_id is null and buyer_id is not null
), bought as (
  select listing.id, listing.seller_id, outcome.buyer_id, listing.name,
    row_number() over (partition by listing.seller_id, outcome.buyer_id, listing.name order by listing.id) as nth
  from outcomes outcome join listing on listing.id = outcome.product_id and listing.seller_id = outcome.seller_id
  where outcome.bought = 'yes' and not exists (select from deals known
    where known.listing_id = listing.id and known.buyer_id = outcome.buyer_id)
), found as (
  select lost.id, bought.id as listing_id, lost.confirmed_at is not null as confirmed,
    row_number() over (partition by bought.id, lost.confirmed_at is not null order by lost.confirmed_at, lost.id) as nth
  from lost join bought using (seller_id, buyer_id, name, nth)
)
update deals set listing_id = found.listing_id from found
where deals.id = found.id and (not found.confirmed or (found.nth = 1 and not exists (
  select from deals other where other.listing_id = found.listing_id and other.confirmed_at is not null)));
