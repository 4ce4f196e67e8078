-- Whom the market has erased, as keyed hashes of the account at its provider and of its address, so that a restored backup
-- does not bring them back. The key is in `settings`.
create table erasures (
  subject bytea not null,
  address bytea not null,
  erased_at timestamptz not null default now(),
  primary key (subject, erased_at)
);
