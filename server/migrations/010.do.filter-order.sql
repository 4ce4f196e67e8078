-- Lists of a category or condition ask for the order "id desc nulls last". No id is null, so it is the same order, but the
-- planner holds it for another: only the three indexes below have it. A plan that is kept for all values can therefore never
-- walk through the newest of everything, by the primary key or products_newest, in search of a category that hardly has any.
drop index products_category_newest;
create index products_category_newest on products (category, id desc nulls last, location_type, price_paise) where listed;
drop index products_condition;
create index products_condition on products (condition, id desc nulls last, location_type, price_paise) where listed;
drop index products_category;
create index products_category on products (category, condition, id desc nulls last, location_type, price_paise) where listed;
