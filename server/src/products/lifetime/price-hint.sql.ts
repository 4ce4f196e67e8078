import { leastSoldAlike, soldAlikeDays, soldAlikeMost } from "@market/contract/limits";
import { type Category, type Condition, conditions } from "@market/contract/products/product";
import type { PriceHint } from "@market/contract/products/schemas";
import sql, { raw } from "sql-template-tag";
import type { Database, Queries } from "../../db/database.ts";

type HintRequest = { category: Category; condition?: Condition | undefined; q: string };

/** The number of words of a name that are looked up, last ones first, because a name ends with the kind of thing. */
const mostWords = 6;
/** Milliseconds, for a very large catalogue. */
const countTimeoutMs = 60_000;

/** Selects the middle half of prices for as many words of the name as leave enough sellers, as of the last hour. @returns undefined if too few */
export async function selectPriceHint(
  db: Queries,
  { category, condition, q }: HintRequest,
): Promise<PriceHint | undefined> {
  const among = condition === undefined ? [...conditions] : [condition];
  const [row] = await db.query<PriceHint>(sql`
    with wanted as (
      select word from (
        select word, max(place) as place from unnest(words_of(${q})) with ordinality as split (word, place)
        where length(word) > 2 or word ~ '\\d' group by word
      ) named order by place desc limit ${raw(String(mostWords))}
    ), sold as (
      select sale.number, min(sale.price_paise) as price_paise, min(sale.seller) as seller, count(*) as words
      from wanted
      join sold_prices latest on latest.word = wanted.word and latest.category = ${category}
      cross join lateral unnest(latest.sales, latest.conditions, latest.prices, latest.sellers)
        sale (number, condition, price_paise, seller)
      where sale.condition = any(${among}::text[])
      group by sale.number
    ), alike as (
      select * from sold where words >= (
        select max(shared) from generate_series(1, ${raw(String(mostWords))}) shared
        where (select count(distinct seller) from sold where words >= shared) >= ${raw(String(leastSoldAlike))})
    )
    select count(*)::int as count,
      (percentile_disc(0.25) within group (order by price_paise) / 100.0)::float8 as low,
      (percentile_disc(0.75) within group (order by price_paise) / 100.0)::float8 as high
    from alike`);
  if (row === undefined || row.count === 0) return undefined;
  return row;
}

/** Stores the latest few sales of each word, category and condition, one of each seller, for the next hour. */
export async function rebuildSoldPrices(db: Database): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.query(sql`set local statement_timeout = 0`);
    // One process at a time, so that two never write the same rows in different orders.
    await transaction.query(sql`lock table sold_prices in share row exclusive mode`);
    await transaction.query(
      sql`
      with of_sellers as (
        select distinct on (sold.word, sold.category, sold.condition, product.seller_id) sold.*, product.seller_id
        from sold_words sold join products product on product.id = sold.product_id
        where sold.sold_at > now() - ${raw(`interval '${soldAlikeDays} days'`)}
        order by sold.word, sold.category, sold.condition, product.seller_id, sold.sold_at desc, sold.product_id
      ), ranked as (
        select *, row_number() over (partition by word, category, condition order by sold_at desc, product_id) as place
        from of_sellers
      ), latest as (
        select word, category, array_agg(('x' || right(product_id::text, 7))::bit(28)::int order by condition, place) as sales,
          array_agg(condition order by condition, place) as conditions,
          array_agg(price_paise order by condition, place) as prices,
          array_agg(('x' || right(seller_id::text, 7))::bit(28)::int order by condition, place) as sellers
        from ranked where place <= ${raw(String(soldAlikeMost))} group by word, category
      ), gone as (
        delete from sold_prices
        where not exists (select from latest where (latest.word, latest.category) = (sold_prices.word, sold_prices.category))
      )
      insert into sold_prices (word, category, sales, conditions, prices, sellers)
      select word, category, sales, conditions, prices, sellers from latest
      on conflict (word, category) do update
        set sales = excluded.sales, conditions = excluded.conditions, prices = excluded.prices, sellers = excluded.sellers
        where (sold_prices.sales, sold_prices.conditions, sold_prices.prices, sold_prices.sellers)
          is distinct from (excluded.sales, excluded.conditions, excluded.prices, excluded.sellers)`,
      countTimeoutMs,
    );
  });
}
