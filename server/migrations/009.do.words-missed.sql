-- A count takes seconds, and a listing that comes meanwhile relies on the words that are known when it comes.
-- What the count does not find it therefore forgets only after it has not been found for an hour at least,
-- that is at the next count. Until then the word carries the time. To a writer such a word is as good as
-- unknown: he takes the time away, which keeps the word, and makes a count that is about to forget it wait
-- and look again. Who relied on the word before it had a time is done long before the next count, which
-- finds what he wrote. Likewise for words that stand in no name any more.
alter table search_words add column missed_since timestamptz;
alter table search_uses add column missed_since timestamptz;

-- Sorted, so that two writers with the same new words wait for each other and never in a circle.
create or replace function learn_words(documents tsvector[], categories text[]) returns void
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
    where known.word = used.word and known.category = used.category
      and known.named >= used.named and known.missed_since is null)
  order by word, category
  on conflict (word, category) do update
  set named = greatest(search_uses.named, excluded.named), missed_since = null
  where search_uses.named < excluded.named or search_uses.missed_since is not null;

  insert into search_words (word, sound, named)
  select word, sound_of(word), named
  from (
    select ltrim(lexeme, '=') as word, max((left(lexeme, 1) = '=')::int) as named
    from unnest(documents) document, unnest(tsvector_to_array(document)) lexeme
    where left(lexeme, 1) <> '#'
    group by 1
  ) used
  where not exists (
    select from search_words known
    where known.word = used.word and known.named >= used.named and known.missed_since is null)
  order by word
  on conflict (word) do update
  set named = greatest(search_words.named, excluded.named), missed_since = null
  where search_words.named < excluded.named or search_words.missed_since is not null
$$;

-- What a word is from now on in how many names, and since when it is missed in them.
create function names_kept(known integer, counted integer, missed_since timestamptz) returns integer
language sql stable as $$
  select case when counted > 0 or missed_since < now() - interval '1 hour' then counted else known end
$$;
create function names_missed_since(known integer, counted integer, missed_since timestamptz) returns timestamptz
language sql stable as $$
  select case when names_kept(known, counted, missed_since) > counted then coalesce(missed_since, now()) end
$$;

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
  ), missed_uses as (
    update search_uses known set missed_since = now()
    where known.missed_since is null
      and not exists (select from used where used.word = known.word and used.category = known.category)
  ), missed_words as (
    update search_words known set missed_since = now()
    where known.missed_since is null and not exists (select from summed where summed.word = known.word)
  ), forgotten_uses as (
    delete from search_uses known
    where known.missed_since < now() - interval '1 hour'
      and not exists (select from used where used.word = known.word and used.category = known.category)
  ), forgotten_words as (
    delete from search_words known
    where known.missed_since < now() - interval '1 hour'
      and not exists (select from summed where summed.word = known.word)
  ), counted as (
    insert into search_uses (word, category, products, named)
    select word, category, products, named from used where left(word, 1) <> '#' order by word, category
    on conflict (word, category) do update
    set products = excluded.products,
      named = names_kept(search_uses.named, excluded.named, search_uses.missed_since),
      missed_since = names_missed_since(search_uses.named, excluded.named, search_uses.missed_since)
    where (search_uses.products, search_uses.named, search_uses.missed_since)
      is distinct from (excluded.products, excluded.named, null)
  )
  insert into search_words (word, sound, products, named)
  select word, case when left(word, 1) = '#' then '' else sound_of(word) end, products, named from summed order by word
  on conflict (word) do update
  set products = excluded.products,
    named = names_kept(search_words.named, excluded.named, search_words.missed_since),
    missed_since = names_missed_since(search_words.named, excluded.named, search_words.missed_since)
  where (search_words.products, search_words.named, search_words.missed_since)
    is distinct from (excluded.products, excluded.named, null)
$$;
