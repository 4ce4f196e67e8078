-- Students who say when they leave the campus. `told_at` is when they were asked what happens with their listings, `left_at`
-- when listings without an answer were paused; these have it as their `resting_at`.
create table leavers (
  user_id uuid primary key references users on delete cascade,
  leaving_on date not null,
  told_at timestamptz,
  left_at timestamptz
);
create index leavers_days on leavers (leaving_on) where left_at is null;

-- Listings that stay until a day, whatever else ends them; then they pause. Tables of their own, because an index on listings
-- or students would hold up requests while it is made.
create table kept_listings (
  product_id uuid primary key references products on delete cascade,
  until date not null
);
create index kept_listings_days on kept_listings (until);
