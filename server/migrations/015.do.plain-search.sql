-- Search finds out by asking what is rare, instead of planning by counts. Of each word it knows that it stands
-- somewhere, how it sounds and, for guessing what a mistyped word was meant to be, how common it is.
drop function names_kept, names_missed_since;
drop table search_uses;
delete from search_words where left(word, 1) = '#';
alter table search_words drop column named, drop column missed_since;

-- The words of the name, description and category, those of the name once more behind an equals sign,
-- and the filters behind a hash. Both ends belong to a price band (Q43).
create or replace function search_document(product products) returns tsvector
language plpgsql stable parallel safe as $$
declare
  named text[] := words_within(product.name);
begin
  return array_to_tsvector(
    named || string_to_array('=' || array_to_string(named, ' ='), ' ')
    || words_within(product.description)
    || words_of(product.category)
    || array['#' || product.category, '#' || product.condition, '#' || product.location_type]
    || array(
      select '#' || band.name
      from (values ('0-100', 0, 10000), ('100-500', 10000, 50000), ('500-1000', 50000, 100000),
        ('1000-2000', 100000, 200000), ('2000-5000+', 200000, 2147483647)) band (name, least, most)
      where product.price_paise between band.least and band.most));
end $$;
drop function filters_of, initials_of;

-- A search leaves out words that are not known, so each word that is listed must be. What a count misses has
-- no products, and the next count forgets it. To a writer such a word is as good as unknown: the listing
-- gives it one product, which keeps it. So a listing that comes while a count runs loses no word.
-- Sorted, so that two writers with the same new words wait for each other and never in a circle.
drop function learn_words;
create function learn_words(documents tsvector[]) returns void
language sql as $$
  insert into search_words (word, sound)
  select word, sound_of(word)
  from (select distinct unnest(tsvector_to_array(document)) as word from unnest(documents) document) used
  where left(word, 1) not in ('=', '#')
    and not exists (select from search_words known where known.word = used.word and known.products > 0)
  order by word
  on conflict (word) do update set products = 1 where search_words.products = 0
$$;

create or replace function index_new_products() returns trigger
language plpgsql as $$
declare
  documents tsvector[];
begin
  with entry as (
    insert into search_entries (product_id, price_paise, words)
    select added.id, added.price_paise, search_document(added) from added where added.listed
    returning words
  )
  select array_agg(words) into documents from entry;
  perform learn_words(documents);
  return null;
end $$;

create or replace function index_changed_product() returns trigger
language plpgsql as $$
declare
  document tsvector;
begin
  if not new.listed then
    delete from search_entries where product_id = new.id;
    return null;
  end if;
  document := search_document(new);
  insert into search_entries (product_id, price_paise, words) values (new.id, new.price_paise, document)
  on conflict (product_id) do update set price_paise = excluded.price_paise, words = excluded.words;
  perform learn_words(array[document]);
  return null;
end $$;

-- Counts in how many listings each word stands.
create or replace function count_search_words() returns void
language sql as $$
  with used as (
    select word, ndoc as products from ts_stat('select words from search_entries')
    where left(word, 1) not in ('=', '#')
  ), forgotten as (
    delete from search_words known
    where products = 0 and not exists (select from used where used.word = known.word)
  ), missed as (
    update search_words known set products = 0
    where products > 0 and not exists (select from used where used.word = known.word)
  )
  insert into search_words (word, sound, products)
  select word, sound_of(word), products from used order by word
  on conflict (word) do update set products = excluded.products
  where search_words.products <> excluded.products
$$;

-- At most so many listings that have these words, whichever come first. The planner knows too little of
-- words that stand together: with a limit it would read the whole table for some of them.
create function some_entries(query tsquery, enough integer) returns setof search_entries
language sql stable set enable_seqscan = off as $$
  select * from search_entries where words @@ query limit enough
$$;

drop index search_entries_words;
truncate search_entries;
insert into search_entries (product_id, price_paise, words)
select product.id, product.price_paise, search_document(product) from products product where product.listed order by product.id;
create index search_entries_words on search_entries using gin (words) with (fastupdate = off);
select count_search_words();
