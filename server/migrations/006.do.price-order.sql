-- Cheapest and dearest are one order read from both ends, and both of its columns point the same way: so
-- a cursor is one comparison of rows, (price, id) > (…), with which the index is entered exactly. With
-- ids the other way round, a page in the middle of many equal prices read all of them.
drop index products_price;
create index products_price on products (price_paise, id, category, condition, location_type) where listed;
