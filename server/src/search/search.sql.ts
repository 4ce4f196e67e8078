import type { Sort } from "@market/contract/products";
import sql, { empty, type Sql } from "sql-template-tag";
import type { Database, Queries } from "../db.ts";
import type { Position } from "../products/cursor.ts";
import { place, publicJson, soldRecently, type ProductRow } from "../products/products.sql.ts";

/** A known word and in how many listed products, and in how many names, it stands. */
export type KnownWord = { word: string; sound: string; products: number; named: number };

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

const known = sql`known.word, known.sound, known.products, known.named`;

/** Which of these words stand in the catalogue. */
export function selectKnownWords(db: Queries, words: string[]): Promise<KnownWord[]> {
  return db.query(
    sql`select ${known} from search_words known where known.word = any(${words}::text[])`,
  );
}

/** The commonest words that begin so; the beginning itself is not among them. */
export function selectLongerWords(
  db: Queries,
  beginning: string,
  limit: number,
): Promise<KnownWord[]> {
  const end = `${beginning}\u{10FFFF}`;
  return db.query(sql`
    select ${known} from search_words known
    where known.word > ${beginning} and known.word < ${end}
    order by known.products desc, known.word limit ${limit}`);
}

/** Words that look or sound like these; several mistakes away at most. */
export function selectAlikeWords(
  db: Queries,
  typed: readonly { word: string; sound: string }[],
): Promise<(KnownWord & { typed: string })[]> {
  return db.query(sql`
    select typed.word as typed, ${known}
    from unnest(${typed.map(({ word }) => word)}::text[], ${typed.map(({ sound }) => sound)}::text[]) as typed (word, sound)
    cross join lateral alike_words(typed.word, typed.sound) known`);
}

export type Order = Exclude<Sort, "newest"> | undefined;
/** A product that fits; `json` is null when no list shows it any more. */
export type Hit = Omit<ProductRow, "json"> & { json: string | null };

function order(sort: Order): Sql {
  if (sort === "price-low") return sql`hit.price_paise, hit.product_id desc`;
  if (sort === "price-high") return sql`hit.price_paise desc, hit.product_id desc`;
  return sql`hit.product_id desc`;
}

function after(sort: Order, { id, pricePaise }: Position): Sql {
  if (sort === "price-low") {
    return sql`where (hit.price_paise > ${pricePaise} or (hit.price_paise = ${pricePaise} and hit.product_id < ${id}))`;
  }
  if (sort === "price-high") {
    return sql`where (hit.price_paise, hit.product_id) < (${pricePaise}, ${id})`;
  }
  return sql`where hit.product_id < ${id}`;
}

type Wanted = {
  /** In the language of tsquery; words in quotes. */
  query: string;
  order: Order;
  limit: number;
  /** Where the page before ended. */
  position: Position | undefined;
};

/**
 * Walks through the newest or cheapest products until enough of them fit or `reach` are seen: what is
 * common is found at once this way, however many have it.
 */
export function walkEntries(db: Queries, wanted: Wanted, reach: number): Promise<Hit[]> {
  const { query, limit, position } = wanted;
  return db.query(
    present(
      sql`select hit.product_id, hit.price_paise from (
        select product_id, price_paise, words from search_entries hit
        ${position ? after(wanted.order, position) : empty}
        order by ${order(wanted.order)} limit ${reach}
      ) hit where hit.words @@ ${query}::tsquery order by ${order(wanted.order)} limit ${limit}`,
      wanted.order,
    ),
  );
}

/** Finds all that fit through the index of words, then puts them in order: for what is rare. */
export function selectEntries(db: Queries, wanted: Wanted): Promise<Hit[]> {
  const { query, limit, position } = wanted;
  // Apart, so that the planner cannot mistake the order for a reason to walk through everything.
  return db.query(
    present(
      sql`select hit.product_id, hit.price_paise from (
        select product_id, price_paise from search_entries where words @@ ${query}::tsquery offset 0
      ) hit ${position ? after(wanted.order, position) : empty}
      order by ${order(wanted.order)} limit ${limit}`,
      wanted.order,
    ),
  );
}

/** The chosen entries with what lists show of them. */
const present = (chosen: Sql, sort: Order) => sql`
  with hit as materialized (${chosen})
  select hit.product_id as id, hit.price_paise, ${soldState} as is_sold, shown.json
  from hit left join lateral (
    select ${place}, ${publicJson} as json from products product
    where product.id = hit.product_id and product.listed and ${soldRecently}
  ) shown on true
  order by ${order(sort)}`;
const soldState = sql`coalesce(shown.is_sold, false)`;

/** Milliseconds. */
const countingPatience = 600_000;

/** Counts the words of the catalogue anew, which takes some twenty seconds for a million listings. */
export async function countWords(db: Database): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.query(sql`set local statement_timeout = 0`);
    await transaction.query(sql`select count_search_words()`, countingPatience);
  });
}
