-- Text search. The words of every listed product stand in a table of their own, so that selling,
-- viewing and all else that changes a product without changing its words leaves the index alone.
-- Words are kept as they were typed, only folded; plural, synonyms and typing mistakes are found by
-- widening the query (server/src/search), so a new synonym needs no new index.

do $$
begin
  create extension if not exists pg_trgm;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise exception 'Search needs the PostgreSQL extension pg_trgm: let an administrator run "create extension pg_trgm" in this database, then start again.';
end $$;

-- Lower case without accents; 10,000 is one number and men's one word.
create function fold_text(raw text) returns text
language sql immutable strict parallel safe as $$
  select regexp_replace(
    translate(lower(case when octet_length(raw) = length(raw) then raw
      else regexp_replace(normalize(raw, NFKD), '[\u0300-\u036f]+', '', 'g') end), '''’`', ''),
    '(\d),(?=\d)', '\1', 'g')
$$;

-- The words of a text in their order. A word is a run of letters and digits, and of the signs with which
-- Indian scripts write vowels; what follows its fortieth letter is cut off, because indexes have limits.
create function words_of(raw text) returns text[]
language sql immutable strict parallel safe as $$
  select string_to_array(btrim(regexp_replace(
    case when raw ~ '\S{41}'
      then regexp_replace(fold_text(raw), '([[:alnum:]\u0900-\u0dff]{40})[[:alnum:]\u0900-\u0dff]+', '\1', 'g')
      else fold_text(raw) end,
    '[^[:alnum:]\u0900-\u0dff]+', ' ', 'g')), ' ')
$$;

-- The words under which a text is found: 32 GB also as 32gb, fx991 also as fx and 991.
create function words_within(raw text) returns text[]
language plpgsql immutable strict parallel safe as $$
declare
  words text[] := words_of(raw);
  plain text[] := words;
  word text;
  before text;
begin
  if raw !~ '\d' then
    return words;
  end if;
  foreach word in array plain loop
    if word ~ '\d' then
      if word ~ '[[:alpha:]]' then
        words := words || string_to_array(regexp_replace(word, '(\d)(?=[[:alpha:]])|([[:alpha:]])(?=\d)', '\1\2 ', 'g'), ' ');
      elsif length(word) > 1 and length(before) < 4 and before ~ '^[[:alpha:]]+$' then
        words := words || (before || word);
      end if;
    elsif length(word) < 4 and before ~ '^\d+$' then
      words := words || (before || word);
    end if;
    before := word;
  end loop;
  return words;
end $$;

-- How a word sounds to somebody who spells by ear: kitaab, kitab; fone, phone; mez, mej; chappal, chapal.
-- Empty for what holds a digit: numbers are not guessed.
create function sound_of(word text) returns text
language sql immutable strict parallel safe as $$
  select case when word ~ '\d' then '' else
    regexp_replace(regexp_replace(translate(
      regexp_replace(regexp_replace(regexp_replace(
        replace(replace(replace(replace(replace(word, 'ph', 'f'), 'ck', 'k'), 'x', 'ks'), 'ee', 'i'), 'oo', 'u'),
        'c(?=[eiy])', 's', 'g'), 'c(?!h)', 'k', 'g'),
        '([bcdgjkst])h', '\1', 'g'),
      'qwzyeo', 'kvjiiu'),
      '(.)\1+', '\1', 'g'),
      '(?<=..)[hi]$', '')
  end
$$;

-- What one query finds in one index: the words of name, description and category, those of the name
-- once more behind an equals sign, and the filters behind a hash. Both ends belong to a price band (Q43).
create function search_document(product products) returns tsvector
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

-- One row per listed product; what no list shows is not here.
create table search_entries (
  product_id uuid primary key references products on delete cascade,
  price_paise integer not null,
  words tsvector not null
);
-- Without a pending list: it would make reads slow until the next vacuum, and listings are read far more
-- often than written.
create index search_entries_words on search_entries using gin (words) with (fastupdate = off);
create index search_entries_price on search_entries (price_paise, product_id desc);

-- Every word that stands somewhere, against which queries are corrected. `products` and `named` (how many
-- have it at all, and in the name) are counted at night; between two counts they only choose a plan and
-- an order of preference. So a write adds the words that are new and locks none that are known.
create table search_words (
  word text collate "C" primary key,
  sound text collate "C" not null,
  products integer not null default 1,
  named integer not null default 0
);
create index search_words_spelling on search_words using gin (word gin_trgm_ops) with (fastupdate = off) where sound <> '';
create index search_words_sound on search_words using gin (sound gin_trgm_ops) with (fastupdate = off) where sound <> '';

-- Sorted, so that two writers with the same new words wait for each other and never in a circle.
create function learn_words(documents tsvector[]) returns void
language sql as $$
  insert into search_words (word, sound)
  select word, sound_of(word)
  from (
    select distinct lexeme as word from unnest(documents) document, unnest(tsvector_to_array(document)) lexeme
    where left(lexeme, 1) not in ('=', '#')
  ) used
  where not exists (select from search_words known where known.word = used.word)
  order by word
  on conflict do nothing
$$;

create function index_new_products() returns trigger
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

create function index_changed_product() returns trigger
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

create trigger products_index_new after insert on products
referencing new table as added
for each statement execute function index_new_products();

create trigger products_index_changed after update on products
for each row when ((old.name, old.description, old.category, old.condition, old.location_type, old.price_paise, old.listed)
  is distinct from (new.name, new.description, new.category, new.condition, new.location_type, new.price_paise, new.listed))
execute function index_changed_product();

-- Counts the words anew, learns what was missed and forgets what stands nowhere any more.
create function count_search_words() returns void
language sql as $$
  with used as (
    select ltrim(word, '=') as word,
      coalesce(sum(ndoc) filter (where left(word, 1) <> '='), 0)::int as products,
      coalesce(sum(ndoc) filter (where left(word, 1) = '='), 0)::int as named
    from ts_stat('select words from search_entries')
    where left(word, 1) <> '#'
    group by 1
  ), forgotten as (
    delete from search_words known where not exists (select from used where used.word = known.word)
  )
  insert into search_words (word, sound, products, named)
  select word, sound_of(word), products, named from used order by word
  on conflict (word) do update set products = excluded.products, named = excluded.named
  where (search_words.products, search_words.named) <> (excluded.products, excluded.named)
$$;

-- Known words that look or sound like a typed one, the most alike first; what counts as alike is
-- decided by whoever asks.
create function alike_words(typed text, typed_sound text) returns setof search_words
language sql stable set pg_trgm.similarity_threshold = 0.2 as $$
  (select known.* from search_words known
   where known.sound <> '' and known.word % typed
   order by similarity(known.word, typed) desc limit 40)
  union
  (select known.* from search_words known
   where known.sound <> '' and known.sound % typed_sound
   order by similarity(known.sound, typed_sound) desc limit 40)
$$;

insert into search_entries (product_id, price_paise, words)
select product.id, product.price_paise, search_document(product) from products product where product.listed;
select count_search_words();
