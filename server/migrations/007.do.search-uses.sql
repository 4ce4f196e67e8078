-- In which categories a word is used, and in how many products and names there. A question that is
-- filtered by category then knows without looking that nobody sells chairs among the electronics; found
-- out by the index, such a nothing costs as much as any answer. Here, and from now on in search_words, a
-- count of none is exact: a write adds what is used for the first time.
create table search_uses (
  word text collate "C" not null,
  category text collate "C" not null,
  products integer not null,
  named integer not null,
  primary key (word, category)
);

drop function learn_words(tsvector[]);

-- Sorted, so that two writers with the same new words wait for each other and never in a circle.
create function learn_words(documents tsvector[], categories text[]) returns void
language sql as $$
  insert into search_uses (word, category, products, named)
  select word, category, 1, named
  from (
    select ltrim(lexeme, '=') as word, category, max((left(lexeme, 1) = '=')::int) as named
    from unnest(documents, categories) entry (document, category), unnest(tsvector_to_array(document)) lexeme
    where left(lexeme, 1) <> '#'
    group by 1, 2
  ) used
  where not exists (
    select from search_uses known
    where known.word = used.word and known.category = used.category and known.named >= used.named)
  order by word, category
  on conflict (word, category) do update set named = 1 where search_uses.named < excluded.named;

  insert into search_words (word, sound, named)
  select word, sound_of(word), named
  from (
    select ltrim(lexeme, '=') as word, max((left(lexeme, 1) = '=')::int) as named
    from unnest(documents) document, unnest(tsvector_to_array(document)) lexeme
    where left(lexeme, 1) <> '#'
    group by 1
  ) used
  where not exists (
    select from search_words known where known.word = used.word and known.named >= used.named)
  order by word
  on conflict (word) do update set named = 1 where search_words.named < excluded.named
$$;

create or replace function index_new_products() returns trigger
language plpgsql as $$
declare
  documents tsvector[];
  categories text[];
begin
  with entry as (
    insert into search_entries (product_id, price_paise, words)
    select added.id, added.price_paise, search_document(added) from added where added.listed
    returning product_id, words
  )
  select array_agg(entry.words), array_agg(added.category) into documents, categories
  from entry join added on added.id = entry.product_id;
  perform learn_words(documents, categories);
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
  perform learn_words(array[document], array[new.category]);
  return null;
end $$;

-- Counts the words anew, learns what was missed and forgets what stands nowhere any more.
create or replace function count_search_words() returns void
language sql as $$
  with used as (
    select ltrim(counted.word, '=') as word, kind.category,
      coalesce(sum(ndoc) filter (where left(counted.word, 1) <> '='), 0)::int as products,
      coalesce(sum(ndoc) filter (where left(counted.word, 1) = '='), 0)::int as named
    from (select distinct category from products) kind
    cross join lateral ts_stat(
      format('select words from search_entries where words @@ %L::tsquery', quote_literal('#' || kind.category))
    ) counted
    where left(counted.word, 1) <> '#'
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
    select word, category, products, named from used order by word, category
    on conflict (word, category) do update set products = excluded.products, named = excluded.named
    where (search_uses.products, search_uses.named) <> (excluded.products, excluded.named)
  )
  insert into search_words (word, sound, products, named)
  select word, sound_of(word), products, named from summed order by word
  on conflict (word) do update set products = excluded.products, named = excluded.named
  where (search_words.products, search_words.named) <> (excluded.products, excluded.named)
$$;

select count_search_words();
