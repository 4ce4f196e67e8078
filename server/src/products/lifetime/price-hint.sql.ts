import { leastSoldAlike, soldAlikeDays, soldAlikeMost } from "@market/contract/limits";
import { type Category, type Condition, conditions } from "@market/contract/products";
import type { PriceHint } from "@market/contract/schemas/listings";
import sql, { raw } from "sql-template-tag";
import type { Queries } from "../../db/database.ts";

type Asked = { category: Category; condition?: Condition | undefined; q: string };

/** Words of a name that are looked up, the last ones first: what a thing is stands at the end of its name. */
const mostWords = 6;

/**
 * The middle half of what things were sold for that share words of their names: as many words as still leave enough
 * of them. Reads the latest few of each word, however many there are.
 * @returns undefined when there are too few
 */
export async function selectPriceHint(
  db: Queries,
  { category, condition, q }: Asked,
): Promise<PriceHint | undefined> {
  const among = condition === undefined ? [...conditions] : [condition];
  const [row] = await db.query<PriceHint>(sql`
    with asked as (
      select word from (
        select word, max(place) as place from unnest(words_of(${q})) with ordinality as split (word, place)
        where length(word) > 2 or word ~ '\\d' group by word
      ) named order by place desc limit ${raw(String(mostWords))}
    ), sold as (
      select latest.product_id, min(latest.price_paise) as price_paise, count(*) as words
      from asked
      cross join unnest(${among}::text[]) state (condition)
      cross join lateral (
        select product_id, price_paise from sold_words
        where word = asked.word and category = ${category} and sold_words.condition = state.condition
          and sold_at > now() - ${raw(`interval '${soldAlikeDays} days'`)}
        order by sold_at desc limit ${raw(String(soldAlikeMost))}
      ) latest
      group by latest.product_id
    ), alike as (
      select * from sold where words >= (
        select max(words) from sold one
        where (select count(*) from sold other where other.words >= one.words) >= ${raw(String(leastSoldAlike))})
    )
    select count(*)::int as count,
      (percentile_disc(0.25) within group (order by price_paise) / 100.0)::float8 as low,
      (percentile_disc(0.75) within group (order by price_paise) / 100.0)::float8 as high
    from alike`);
  if (row === undefined || row.count < leastSoldAlike) return undefined;
  return row;
}
