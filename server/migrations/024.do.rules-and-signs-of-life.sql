-- When a student has last seen the rules; who registers reads them.
alter table users add column rules_seen_at timestamptz not null default now();

-- When a seller has last said that a listing is still there.
alter table products add column confirmed_at timestamptz;
create index reports_product on reports (product_id) where product_id is not null;
