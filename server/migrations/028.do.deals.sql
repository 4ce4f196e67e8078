-- What a buyer says of a contact: one row for each buyer and listing. It outlives the listing, because how often a seller
-- replies is counted for some time.
create table outcomes (
  buyer_id uuid not null references users on delete cascade,
  product_id uuid not null,
  seller_id uuid not null references users on delete cascade,
  contacted_at timestamptz not null default now(),
  -- How often the buyer was asked, and when last.
  asked integer not null default 0,
  asked_at timestamptz,
  replied boolean,
  replied_at timestamptz,
  bought text check (bought in ('yes', 'no', 'not-yet')),
  primary key (buyer_id, product_id)
);
create index outcomes_seller on outcomes (seller_id, replied_at) where replied is not null;
create index outcomes_product on outcomes (product_id, replied_at desc) where replied is not null;

-- A buyer says that they bought (`created_at`), the seller agrees or not. The name is that of the listing, which a deal
-- outlives, as it outlives either side.
create table deals (
  id uuid primary key,
  product_id uuid references products on delete set null,
  name text not null,
  seller_id uuid references users on delete set null,
  buyer_id uuid references users on delete set null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  refused_at timestamptz,
  constraint deals_once unique (product_id, buyer_id)
);
create unique index deals_one_buyer on deals (product_id) where confirmed_at is not null;
create index deals_seller on deals (seller_id, id desc);
create index deals_buyer on deals (buyer_id, id desc);

-- What one side of a deal says of the other, seen by nobody else before `shown_at`.
create table feedback (
  deal_id uuid not null references deals on delete cascade,
  role text not null check (role in ('buyer', 'seller')),
  author_id uuid references users on delete set null,
  about_id uuid not null references users on delete cascade,
  good boolean not null,
  tags text[] not null,
  text text not null,
  created_at timestamptz not null default now(),
  shown_at timestamptz not null,
  reply text,
  removed_at timestamptz,
  primary key (deal_id, role)
);
create index feedback_about on feedback (about_id, shown_at desc);
create index feedback_author on feedback (author_id);
create index feedback_shown on feedback (shown_at);

-- The feedback that a report is about.
alter table reports add column deal_id uuid;
