-- One index per set of equal filters, in the order of the lists, over exactly the rows that lists show.
-- What is not compared for equality (a price band, and the place, which halves the list at best) stands
-- behind the order as further key columns: PostgreSQL tests those inside the index, while columns that
-- are only included are looked at after the row was fetched, at one page per row that does not fit.
drop index products_newest;
create index products_newest on products (id desc, location_type, price_paise) where listed;
drop index products_category_newest;
create index products_category_newest on products (category, id desc, location_type, price_paise) where listed;
drop index products_condition;
create index products_condition on products (condition, id desc, location_type, price_paise) where listed;
drop index products_category;
create index products_category on products (category, condition, id desc, location_type, price_paise) where listed;
-- By price the same holds for all filters: read forwards it is the cheapest first, backwards the dearest.
drop index products_price;
create index products_price on products (price_paise, id desc, category, condition, location_type) where listed;
