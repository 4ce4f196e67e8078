-- The sellers of contacts that earlier releases have stored; apart, because it takes longer than a lock may.
update reveals set seller_id = product.seller_id
from (
  select id, seller_id from products union all select product_id, seller_id from deleted_listings
) product
where product.id = reveals.product_id and reveals.seller_id is null;
