-- One listing is matched with all alerts by one join. Under each alert lie the spellings by which its words are met:
-- bit n of `places` stands for its word n, and `wanted` has the bits of all of them. Words are kept as they were typed;
-- synonyms and plurals are of the listing's side (server/src/search/spellings.ts), so a new line of the dictionary
-- changes nothing here.
create table alert_words (
  alert_id uuid not null references alerts on delete cascade,
  spelling text collate "C" not null,
  places bigint not null,
  wanted bigint not null,
  -- Of a spelling with a question mark: the word that it misspells in one letter.
  word text collate "C",
  primary key (alert_id, spelling)
);
create index alert_words_spelling on alert_words (spelling);

-- Besides each word up to three neighbours, as names of several words, and two joined (note book); words of five
-- letters or more also with any one letter unknown.
create function alert_spellings(q text)
returns table (spelling text, places bigint, wanted bigint, word text)
language sql immutable strict parallel safe as $$
  with typed as (
    select words, least(cardinality(words), 60) as size from words_of(q) words
  ), spelled (spelling, places, word) as (
    select array_to_string(words[place:place + length - 1], ' '), ((1::bigint << length) - 1) << (place - 1), null
    from typed, generate_series(1, size) place, generate_series(1, least(3, size - place + 1)) length
    union all
    select words[place] || words[place + 1], 3::bigint << (place - 1), null
    from typed, generate_series(1, size - 1) place
    union all
    select overlay(words[place] placing '?' from letter for 1), 1::bigint << (place - 1), words[place]
    from typed, generate_series(1, size) place, generate_series(1, length(words[place])) letter
    where length(words[place]) >= 5 and words[place] !~ '\d'
  )
  select spelled.spelling, bit_or(spelled.places), (1::bigint << max(size)) - 1, min(spelled.word)
  from spelled, typed where spelled.spelling <> '' group by spelled.spelling
$$;

create function write_alert_words() returns trigger
language plpgsql as $$
begin
  insert into alert_words (alert_id, spelling, places, wanted, word)
  select new.id, spelled.* from alert_spellings(new.q) spelled;
  return null;
end $$;
create trigger alerts_write_words after insert on alerts
for each row when (new.q is not null) execute function write_alert_words();

insert into alert_words (alert_id, spelling, places, wanted, word)
select alerts.id, spelled.* from alerts, alert_spellings(alerts.q) spelled;

-- Listings that students with an alert may have been waiting for: new ones, those that came back into the lists or are
-- free again, and changed ones with the words that they were found by until then. The job that matches them removes
-- them, so that none is lost with a process.
create table appearances (
  id bigint generated always as identity primary key,
  product_id uuid not null,
  words_until_then tsvector,
  appeared_at timestamptz not null default now()
);

-- A bulk load of demo data is no appearance.
create function keep_new_appearances() returns trigger
language plpgsql as $$
begin
  insert into appearances (product_id)
  select id from added
  where listed and sold_at is null and created_at >= now() and exists (select from alerts);
  return null;
end $$;
create trigger products_appear_new after insert on products
referencing new table as added
for each statement execute function keep_new_appearances();

-- Its trigger runs before `products_index_changed`, in the order of their names, and so still finds the words of until
-- then.
create function keep_appearance() returns trigger
language plpgsql as $$
begin
  insert into appearances (product_id, words_until_then)
  select new.id, case when old.listed and old.sold_at is null
    and (old.reserved_until is null or new.reserved_until is not null)
    then (select words from search_entries where product_id = new.id) end
  where exists (select from alerts);
  return null;
end $$;
create trigger products_appear_changed after update on products
for each row when (new.listed and new.sold_at is null and (not old.listed or old.sold_at is not null
  or (old.reserved_until is not null and new.reserved_until is null)
  or (old.name, old.description, old.category, old.condition, old.location_type, old.price_paise)
    is distinct from (new.name, new.description, new.category, new.condition, new.location_type, new.price_paise)))
execute function keep_appearance();

-- Of what each alert has told, and on which day of the campus: of a listing once, and once a day.
create table alerts_told (
  product_id uuid not null references products on delete cascade,
  alert_id uuid not null references alerts on delete cascade,
  day date not null,
  primary key (product_id, alert_id),
  unique (alert_id, day)
);
insert into alerts_told (product_id, alert_id, day)
select notice.product_id, alert.id, split_part(notice.dedupe_key, ' ', 3)::date
from notices notice join alerts alert on alert.id::text = split_part(notice.dedupe_key, ' ', 2)
where notice.kind = 'search-match' and notice.product_id is not null
on conflict do nothing;

-- What the previous release listed last, and its queue may not have matched yet.
insert into appearances (product_id, appeared_at)
select id, created_at from products
where listed and sold_at is null and created_at > now() - interval '10 minutes' and exists (select from alerts);
