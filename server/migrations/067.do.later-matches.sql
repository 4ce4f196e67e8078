-- Listings that matched an alert after its notice of the day, and when they were told: with the alert's next notice.
create table alert_matches (
  alert_id uuid not null references alerts on delete cascade,
  product_id uuid not null references products on delete cascade,
  -- Of the campus.
  day date not null,
  told_on date,
  primary key (alert_id, product_id)
);
create index alert_matches_product on alert_matches (product_id);
create index alert_matches_waiting on alert_matches (day) where told_on is null;

-- What /transparency shows of the months that are over, as counted when they were over.
create table finished_months (
  month text primary key,
  counts jsonb not null
);
