-- Offers of a listing to a friend who is to sell it. As in `outcomes` the row stays when the listing is deleted. `taker_id` is
-- the student with this address to whom the offer was shown; without one it waits for whoever registers with it.
create table handovers (
  id uuid primary key,
  product_id uuid not null,
  name text not null,
  giver_id uuid not null references users on delete cascade,
  email text not null,
  taker_id uuid references users on delete cascade,
  state text not null default 'open'
    check (state in ('open', 'accepted', 'declined', 'withdrawn', 'lapsed', 'void')),
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index handovers_open on handovers (product_id) where state = 'open';
create index handovers_giver on handovers (giver_id, created_at);
create index handovers_taker on handovers (taker_id) where taker_id is not null;
create index handovers_email on handovers (email);
create index handovers_age on handovers (created_at);

-- An offer is void as soon as its listing is sold, hidden or removed.
create function void_handovers_of_listing() returns trigger
language plpgsql as $$
begin
  update handovers set state = 'void', ended_at = now() where product_id = old.id and state = 'open';
  return null;
end $$;
create trigger products_void_handovers after update on products
for each row when ((old.sold_at is null and new.sold_at is not null)
  or (old.hidden_at is null and new.hidden_at is not null))
execute function void_handovers_of_listing();
create trigger products_removed_void_handovers after delete on products
for each row execute function void_handovers_of_listing();

-- So are those of a student who is suspended, or deletes the account.
create function void_handovers_of_giver() returns trigger
language plpgsql as $$
begin
  update handovers set state = 'void', ended_at = now() where giver_id = old.id and state = 'open';
  return null;
end $$;
create trigger users_void_handovers after update on users
for each row when ((old.suspended_at is null and new.suspended_at is not null)
  or (old.deleted_at is null and new.deleted_at is not null))
execute function void_handovers_of_giver();

-- The notice with the offer has no buttons any more, and says what came of it.
create function answer_handover_notice() returns trigger
language plpgsql as $$
begin
  update notices set actions = '[]', read_at = coalesce(read_at, now()),
    answer = case new.state when 'accepted' then 'handover-accepted' when 'declined' then 'handover-declined'
      else 'handover-over' end
  where user_id = new.taker_id and dedupe_key = 'handover:' || new.id;
  return null;
end $$;
create trigger handovers_answer_notice after update on handovers
for each row when (old.state = 'open' and new.state <> 'open')
execute function answer_handover_notice();

-- A buyer has one contact with each seller of a listing.
alter table outcomes drop constraint outcomes_pkey, add primary key (buyer_id, product_id, seller_id);

-- Who saw an earlier seller's number, and on the same day that of the student to whom the listing was handed over: the day has
-- one row in `reveals`, which is of the later seller.
create table earlier_reveals (
  user_id uuid not null references users on delete cascade,
  day date not null,
  product_id uuid not null,
  revealed_at timestamptz not null,
  seller_id uuid references users on delete set null
);
create index earlier_reveals_user on earlier_reveals (user_id, day);
create index earlier_reveals_seller on earlier_reveals (seller_id);
create index earlier_reveals_day on earlier_reveals (day);
