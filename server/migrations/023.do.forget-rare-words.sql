-- A word that stood in so many listings when they were last counted does not vanish with some of them; looking for
-- another listing that has it costs the more, the more have it.
create or replace function forget_words(document tsvector) returns void
language sql as $$
  delete from search_words known
  using unnest(tsvector_to_array(document)) as gone (word)
  where known.word = gone.word and known.products < 500
    and not exists (select from search_entries where words @@ quote_literal(gone.word)::tsquery)
$$;
