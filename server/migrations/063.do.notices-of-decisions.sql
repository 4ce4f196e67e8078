-- The listing that a notice of a decision is about. Unlike product_id it stays when the listing is deleted, and with it the notice.
alter table notices add column listing_id uuid;
