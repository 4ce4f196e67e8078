-- How many students asked for the contact of a listing is told to its seller.
create index reveals_product on reveals (product_id, user_id);
