-- The schema as it began. SQL stays within what PostgreSQL 15 to 18 share, so ids come from the
-- application: UUIDv7, whose order is the order of creation. Lists therefore sort and page by id alone,
-- which keeps every list index sixteen bytes narrower than one on (created_at, id).
-- Every constraint that a request can hit has a name; server/src/errors.ts maps it to a refusal.

-- Facts about this database as a whole: the key from which cursors and cookies are signed,
-- the mark that demo data was loaded (production refuses such a database).
create table settings (
  name text primary key,
  value jsonb not null
);

-- Who somebody is, as the identity provider proved it. One e-mail is one identity: a known address
-- that comes back with another subject is a re-created account and is refused, never merged.
create table identities (
  id uuid primary key,
  issuer text not null,
  subject text not null,
  email text not null,
  name text not null,
  picture text,
  created_at timestamptz not null default now(),
  constraint identities_subject_unique unique (issuer, subject),
  constraint identities_email_unique unique (email)
);

-- The registered student. Suspension is a time, not a flag; it is looked at on every call.
create table users (
  id uuid primary key,
  identity_id uuid not null references identities on delete cascade,
  name text not null,
  phone text not null,
  country text not null,
  course text not null,
  semester text not null,
  bio text not null default '',
  avatar text not null default 'adventurer',
  created_at timestamptz not null default now(),
  suspended_at timestamptz,
  constraint users_identity_unique unique (identity_id)
);

-- A browser that signed in. The cookie holds 256 random bits of which only the hash is here,
-- so that a copy of the database opens no session.
create table sessions (
  id uuid primary key,
  identity_id uuid not null references identities on delete cascade,
  secret_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint sessions_secret_unique unique (secret_hash)
);
create index sessions_identity on sessions (identity_id);
create index sessions_expiry on sessions (expires_at);

-- Keys of our own tokens, shared by all processes. `private_key` is a JWK, sealed when KEY_SECRET is set.
create table signing_keys (
  id text primary key,
  private_key text not null,
  public_key jsonb not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

-- A thing for sale. Price is in paise so that it is exact and four bytes wide.
-- `listed` says whether lists show it: unsold, or sold within the last fortnight, and its seller not
-- suspended. It is a column because an index cannot ask what time it is; a daily job turns it off.
-- `random_key` lets the home page pick eight at random by eight index probes instead of a sort.
create table products (
  id uuid primary key,
  seller_id uuid not null references users on delete cascade,
  name text not null,
  price_paise integer not null,
  description text not null,
  category text not null,
  condition text not null,
  location_type text not null,
  address text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sold_at timestamptz,
  listed boolean not null default true,
  version integer not null default 1,
  random_key double precision not null default random(),
  constraint products_price_positive check (price_paise > 0)
);
create index products_newest on products (id desc) where listed;
create index products_category on products (category, condition, id desc) include (price_paise, location_type) where listed;
create index products_condition on products (condition, id desc) include (price_paise, location_type) where listed;
create index products_category_newest on products (category, id desc) include (price_paise, location_type) where listed;
create index products_price on products (price_paise, id desc) where listed;
create index products_unsold on products (id desc) where listed and sold_at is null;
create index products_random on products (random_key) where listed and sold_at is null;
create index products_seller on products (seller_id, id desc);
create index products_sold on products (sold_at) where listed and sold_at is not null;

-- A stored picture. Uploaded before its product exists, so product_id may be empty for a day.
-- `image` is the public shape, written once and passed through as text; `files` are its storage keys.
create table photos (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  product_id uuid references products on delete set null,
  position smallint not null default 0,
  image json not null,
  files text[] not null,
  bytes integer not null,
  created_at timestamptz not null default now()
);
create index photos_product on photos (product_id, position) where product_id is not null;
create index photos_unused on photos (owner_id, created_at) where product_id is null;
create index photos_unused_age on photos (created_at) where product_id is null;
create index photos_files on photos using gin (files);

-- What a student has used of a limited good in one period (new listings, edits, descriptions).
-- One upsert decides, so the limit is exact under any number of parallel requests.
create table allowances (
  user_id uuid not null references users on delete cascade,
  kind text not null,
  period_start timestamptz not null,
  used integer not null,
  primary key (user_id, kind, period_start)
);

-- Whose number a student has seen. A product counts once a day; repeats are free.
create table reveals (
  user_id uuid not null references users on delete cascade,
  day date not null,
  product_id uuid not null,
  revealed_at timestamptz not null default now(),
  primary key (user_id, day, product_id)
);
create index reveals_recent on reveals (user_id, revealed_at);

-- Views of a product, one per viewer and day. `viewer` is a keyed hash that changes every day.
create table clicks (
  product_id uuid not null references products on delete cascade,
  day date not null,
  viewer bytea not null,
  primary key (product_id, day, viewer)
);

-- Answers to requests that carried an Idempotency-Key; a repeat gets the same answer.
-- The row commits with the change that it answers for, so neither exists without the other.
create table idempotency_keys (
  user_id uuid not null references users on delete cascade,
  key text not null,
  request_hash bytea not null,
  body text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
