-- Every combination of filters that a product passes is one word of its document, not only every single
-- filter: a question with four filters then is one short list held against the words that were asked for,
-- instead of four long ones. In the index a place costs a byte or two, so that sixteen cost less than a
-- look at the long lists of one question.

-- Short for a filter: the first letters of its words, "Room & Living" RL, "500-1000" 51.
create function initials_of(raw text) returns text
language sql immutable strict parallel safe as $$
  select regexp_replace(raw, '([[:alnum:]])[[:alnum:]]*|[^[:alnum:]]+', '\1', 'g')
$$;

-- A hash and the filters, in the order category, condition, place, price: #, #RL, #RL.N, #RL.N.OC.51. Both
-- ends belong to a price band (Q43).
create function filters_of(product products) returns text[]
language sql immutable parallel safe as $$
  select array_agg('#' || concat_ws('.', kind.name, state.name, place.name, price.name))
  from (values (initials_of(product.category)), (null)) kind (name)
  cross join (values (initials_of(product.condition)), (null)) state (name)
  cross join (values (initials_of(product.location_type)), (null)) place (name)
  cross join (
    select initials_of(band.name)
    from (values ('0-100', 0, 10000), ('100-500', 10000, 50000), ('500-1000', 50000, 100000),
      ('1000-2000', 100000, 200000), ('2000-5000+', 200000, 2147483647)) band (name, least, most)
    where product.price_paise between band.least and band.most
    union all select null
  ) price (name)
$$;

create or replace function search_document(product products) returns tsvector
language plpgsql stable parallel safe as $$
declare
  named text[] := words_within(product.name);
begin
  return array_to_tsvector(
    named || string_to_array('=' || array_to_string(named, ' ='), ' ')
    || words_within(product.description)
    || words_of(product.category)
    || filters_of(product));
end $$;

-- Counts the words anew, learns what was missed and forgets what stands nowhere any more. Filters are
-- counted too, so that a question knows how much they leave.
create or replace function count_search_words() returns void
language sql as $$
  with used as (
    select ltrim(counted.word, '=') as word, kind.category,
      coalesce(sum(ndoc) filter (where left(counted.word, 1) <> '='), 0)::int as products,
      coalesce(sum(ndoc) filter (where left(counted.word, 1) = '='), 0)::int as named
    from (select distinct category from products) kind
    cross join lateral ts_stat(
      format('select words from search_entries where words @@ %L::tsquery', quote_literal('#' || initials_of(kind.category)))
    ) counted
    group by 1, 2
  ), summed as (
    select word, sum(products)::int as products, sum(named)::int as named from used group by word
  ), unused as (
    delete from search_uses known
    where not exists (select from used where used.word = known.word and used.category = known.category)
  ), forgotten as (
    delete from search_words known where not exists (select from summed where summed.word = known.word)
  ), counted as (
    insert into search_uses (word, category, products, named)
    select word, category, products, named from used where left(word, 1) <> '#' order by word, category
    on conflict (word, category) do update set products = excluded.products, named = excluded.named
    where (search_uses.products, search_uses.named) <> (excluded.products, excluded.named)
  )
  insert into search_words (word, sound, products, named)
  select word, case when left(word, 1) = '#' then '' else sound_of(word) end, products, named from summed order by word
  on conflict (word) do update set products = excluded.products, named = excluded.named
  where (search_words.products, search_words.named) <> (excluded.products, excluded.named)
$$;

drop index search_entries_words;
truncate search_entries;
insert into search_entries (product_id, price_paise, words)
select product.id, product.price_paise, search_document(product) from products product where product.listed order by product.id;
create index search_entries_words on search_entries using gin (words) with (fastupdate = off);
select count_search_words();
