-- What a product cost when it was saved, so that the saved list can show a lower price. Without one nothing is shown.
alter table saved_products add column price_paise integer;
update saved_products saved set price_paise = product.price_paise
from products product where product.id = saved.product_id;
