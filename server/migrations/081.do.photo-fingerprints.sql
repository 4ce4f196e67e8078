-- Perceptual hashes of photos, to find one that another account posts again. Two that differ in at most three of 64 bits
-- have at least one of four bands of 16 bits in common.
create table photo_fingerprints (
  photo_id uuid primary key references photos on delete cascade,
  bits bigint not null
);
create index photo_fingerprints_band_1 on photo_fingerprints ((bits & 65535));
create index photo_fingerprints_band_2 on photo_fingerprints (((bits >> 16) & 65535));
create index photo_fingerprints_band_3 on photo_fingerprints (((bits >> 32) & 65535));
create index photo_fingerprints_band_4 on photo_fingerprints (((bits >> 48) & 65535));

-- The cases of such photos: one for each two accounts.
create table copied_photos (
  case_id uuid primary key references cases on delete cascade,
  -- Who posted it first, and in which listing.
  first_user_id uuid not null references users on delete cascade,
  first_product_id uuid not null,
  created_at timestamptz not null,
  -- Who posted it again; the listing is the case's.
  user_id uuid not null references users on delete cascade,
  copied_at timestamptz not null
);
create unique index copied_photos_pair on copied_photos (least(first_user_id, user_id), greatest(first_user_id, user_id));
create index copied_photos_first on copied_photos (first_product_id);
