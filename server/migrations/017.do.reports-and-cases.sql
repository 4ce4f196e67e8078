-- What students report, one open case for each listing or person, and what was decided. A case has no foreign
-- key to the listing: it outlives it, with the listing as it was when it was first reported.
-- Complaints by anybody, signed in or not. The secret that opens one is made from the receipt and is not kept.
create table grievances (
  id uuid primary key,
  receipt text not null,
  -- Of what was sent under an Idempotency-Key.
  attempt bytea,
  name text not null,
  email text not null,
  subject text not null,
  details text not null,
  product_url text,
  created_at timestamptz not null default now(),
  constraint grievances_receipt_unique unique (receipt),
  constraint grievances_attempt_unique unique (attempt)
);

create table cases (
  id uuid primary key,
  product_id uuid,
  -- The person concerned: the seller of the listing, or who was reported.
  user_id uuid references users on delete set null,
  snapshot jsonb,
  -- Photos of the snapshot, kept until the case is closed.
  photos jsonb not null default '[]',
  files text[] not null default '{}',
  urgent boolean not null default false,
  by_authority boolean not null default false,
  created_at timestamptz not null default now(),
  due_at timestamptz not null,
  first_seen_at timestamptz,
  -- Enough reports have hidden the listing.
  hidden_at timestamptz,
  closed_at timestamptz,
  -- An appeal against this decision, in these words.
  appeal_against uuid,
  appeal_text text,
  grievance_id uuid references grievances
);
create unique index cases_open_product on cases (product_id)
  where closed_at is null and product_id is not null and appeal_against is null and grievance_id is null;
create unique index cases_open_user on cases (user_id)
  where closed_at is null and product_id is null and appeal_against is null and grievance_id is null;
create index cases_due on cases (due_at, id) where closed_at is null;
create index cases_closed on cases (id desc) where closed_at is not null;
create index cases_user on cases (user_id);
create index cases_files on cases using gin (files) where closed_at is null;

create table reports (
  id uuid primary key,
  receipt text not null,
  reporter_id uuid references users on delete set null,
  case_id uuid not null references cases,
  product_id uuid,
  user_id uuid,
  reason text not null,
  details text not null,
  created_at timestamptz not null default now(),
  due_at timestamptz not null,
  constraint reports_receipt_unique unique (receipt),
  constraint reports_about_one check (num_nonnulls(product_id, user_id) = 1)
);
create unique index reports_once_product on reports (reporter_id, product_id) where product_id is not null;
create unique index reports_once_user on reports (reporter_id, user_id) where user_id is not null;
create index reports_reporter on reports (reporter_id, id desc);
create index reports_case on reports (case_id);

create table decisions (
  id uuid primary key,
  case_id uuid references cases,
  user_id uuid references users on delete set null,
  product_id uuid,
  action text not null,
  note text not null,
  days integer,
  until timestamptz,
  created_at timestamptz not null default now(),
  -- An identity; null for the operator at the command line.
  by_id uuid,
  appeal text not null default 'none' check (appeal in ('none', 'open', 'upheld', 'refused')),
  constraint decisions_case_once unique (case_id)
);
create index decisions_user on decisions (user_id, id desc);
alter table cases add constraint cases_appeal foreign key (appeal_against) references decisions;
create unique index cases_grievance on cases (grievance_id) where grievance_id is not null;
create unique index cases_appeal_once on cases (appeal_against) where appeal_against is not null;

-- Who did what, on what, and why. Names are looked up, so that an erased person has none here.
create table moderation_log (
  id uuid primary key,
  created_at timestamptz not null default now(),
  -- An identity; null for the operator, and for what enough reports did.
  actor_id uuid,
  automatic boolean not null default false,
  action text not null,
  note text not null,
  product_id uuid,
  user_id uuid,
  case_id uuid
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% may only be added to', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger moderation_log_append_only before update or delete on moderation_log
for each row execute function refuse_change();
create trigger moderation_log_no_truncate before truncate on moderation_log
for each statement execute function refuse_change();

-- Takes the words of a listing out of the search tables that no other listing has.
create function forget_words(document tsvector) returns void
language sql as $$
  delete from search_words known
  using unnest(tsvector_to_array(document)) as gone (word)
  where known.word = gone.word
    and not exists (select from search_entries where words @@ quote_literal(gone.word)::tsquery)
$$;
