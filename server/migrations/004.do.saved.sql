-- What a student has put a heart on. A product that is deleted leaves every list of saved ones by itself;
-- a sold one stays, so that the list can say so. The second index serves that deletion: without it every
-- deleted product would read the whole table.
create table saved_products (
  user_id uuid not null references users on delete cascade,
  product_id uuid not null references products on delete cascade,
  saved_at timestamptz not null default clock_timestamp(),
  primary key (user_id, product_id)
);
create index saved_products_product on saved_products (product_id);
