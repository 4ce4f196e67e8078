import sql, { type Sql } from "sql-template-tag";
import type { Database, Queries } from "../db.ts";

/**
 * A known word, in how many listed products and in how many names it stands, and in how many of those
 * that the category leaves.
 */
export type KnownWord = {
  word: string;
  sound: string;
  products: number;
  named: number;
  products_here: number;
  named_here: number;
};

/** The words of a query in their order, and how each sounds; folded as the catalogue's are. */
export function selectWords(db: Queries, raw: string): Promise<{ word: string; sound: string }[]> {
  return db.query(sql`
    select word, sound_of(word) as sound from unnest(words_of(${raw})) with ordinality as split (word, place)
    order by place limit 10`);
}

/** Many phrases at once: each with its words, and the sound of the first. */
export function selectFolded(
  db: Queries,
  phrases: string[],
): Promise<{ raw: string; words: string[]; sound: string }[]> {
  return db.query(sql`
    select raw, words, coalesce(sound_of(words[1]), '') as sound
    from unnest(${phrases}::text[]) raw cross join lateral words_of(raw) words`);
}

/** What is known of the words that `chosen` names: rows of search_words. */
const known = (chosen: Sql, category: string | undefined) =>
  category === undefined
    ? sql`select known.*, known.products as products_here, known.named as named_here from (${chosen}) known`
    : sql`select known.*, coalesce(used.products, 0) as products_here, coalesce(used.named, 0) as named_here
        from (${chosen}) known
        left join search_uses used on used.word = known.word and used.category = ${category}`;
const columns = sql`known.word, known.sound, known.products, known.named`;

/** Which of these words stand in the catalogue. */
export function selectKnownWords(
  db: Queries,
  words: string[],
  category?: string,
): Promise<KnownWord[]> {
  const chosen = sql`select ${columns} from search_words known where known.word = any(${words}::text[])`;
  return db.query(known(chosen, category));
}

/** The commonest words that begin so; the beginning itself is not among them. */
export function selectLongerWords(
  db: Queries,
  beginning: string,
  limit: number,
  category?: string,
): Promise<KnownWord[]> {
  const end = `${beginning}\u{10FFFF}`;
  const chosen = sql`
    select ${columns} from search_words known
    where known.word > ${beginning} and known.word < ${end}
    order by known.products desc, known.word limit ${limit}`;
  return db.query(known(chosen, category));
}

/** Words that look or sound like these; several mistakes away at most. */
export function selectAlikeWords(
  db: Queries,
  typed: readonly { word: string; sound: string }[],
  category?: string,
): Promise<KnownWord[]> {
  const chosen = sql`
    select distinct ${columns}
    from unnest(${typed.map(({ word }) => word)}::text[], ${typed.map(({ sound }) => sound)}::text[]) as typed (word, sound)
    cross join lateral alike_words(typed.word, typed.sound) known`;
  return db.query(known(chosen, category));
}

/** Milliseconds. */
const countingPatience = 600_000;

/** Counts the words of the catalogue anew, which takes some twenty seconds for a million listings. */
export async function countWords(db: Database): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.query(sql`set local statement_timeout = 0`);
    // Less than the second after which PostgreSQL ends one of two that wait for each other: never the listing.
    await transaction.query(sql`set local lock_timeout = 500`);
    await transaction.query(sql`select count_search_words()`, countingPatience);
  });
}
