-- Rows of other tables that come back with a deleted listing: previous prices, without which a price drop could be faked,
-- other students' saves, and its place in bundles. Each goes with the student or the bundle that it belongs to.
create table deleted_listing_rows (
  product_id uuid not null references deleted_listings on delete cascade,
  source text not null check (source in ('price_changes', 'saved_products', 'bundle_products')),
  user_id uuid references users on delete cascade,
  bundle_id uuid references bundles on delete cascade,
  content jsonb not null
);
create index deleted_listing_rows_product on deleted_listing_rows (product_id);
create index deleted_listing_rows_user on deleted_listing_rows (user_id);
create index deleted_listing_rows_bundle on deleted_listing_rows (bundle_id);

-- Which seller each sale is from, as a number that leads to nobody: a price hint needs several.
alter table sold_prices add column sellers integer[] not null default '{}';
alter table sold_prices alter column sellers set storage main;
