import { endpoints } from "@market/contract/endpoints";
import { messageSearchMost, newItemsMost } from "@market/contract/limits";
import { filterFields } from "@market/contract/products/product";
import { bypassesCache } from "../http/negotiation.ts";
import { type Answer, type ResponseCache, sendCached } from "../http/response-cache.ts";
import type { Query } from "@market/contract/endpoints";
import type { Serve } from "../http/serve.ts";
import type { Context } from "../context.ts";
import sql from "sql-template-tag";
import { createSearch } from "../search/search.ts";
import { isNewItem, selectNewItems, selectNews } from "./new-items.sql.ts";
import { shareMessage } from "./share-message.ts";

/** Milliseconds, in case a change notice was lost, and because items stop being new by the clock. */
const longestLife = 5_000;

type Choice = Query<typeof endpoints.newItemsMessage>;

export function sharingRoutes(
  serve: Serve,
  { config, db }: Pick<Context, "config" | "db">,
  answers: ResponseCache,
): void {
  const searches = { 1: searchWithin(1), 7: searchWithin(7) };
  function searchWithin(days: number) {
    return createSearch<{ id: string }>(db, {
      columns: columnsOfHit,
      condition: isNewItem(days),
    });
  }

  /** Finds the listings that match the words as typed; approximate matches are not what the student chose. */
  async function idsOf(choice: Choice & { q: string }): Promise<string[]> {
    const filter = {
      ...choice,
      sort: "newest" as const,
      limit: messageSearchMost,
      cursor: undefined,
    };
    const { rows, isWidened } = await searches[choice.days](filter, messageSearchMost);
    return isWidened ? [] : rows.map(({ id }) => id);
  }

  async function write(choice: Choice): Promise<Answer> {
    const { q, days } = choice;
    const among = q === undefined ? undefined : await idsOf({ ...choice, q });
    const found = await selectNewItems(db, { ...choice, among, most: newItemsMost });
    const origin = config.PUBLIC_ORIGIN;
    const text = shareMessage({
      ...found,
      campus: config.CAMPUS_NAME,
      origin,
      days,
      page: origin + pageOf(choice),
    });
    return { bytes: Buffer.from(text), headers, validFor: longestLife };
  }

  serve(endpoints.newListings, async ({ query: { category } }) => ({
    success: true as const,
    ...(await selectNews(db, category)),
  }));

  serve(endpoints.newItemsMessage, async ({ query, request, reply }) => {
    if (query.q === undefined && !bypassesCache(request.headers["cache-control"]))
      return sendCached(answers, request, reply, keyOf(query), () => write(query));
    const { bytes } = await write(query);
    return reply.headers(headers).send(bytes);
  });
}

const columnsOfHit = sql`product.id`;

const headers = {
  "content-type": "text/plain; charset=utf-8",
  "cache-control": "public, max-age=0, must-revalidate",
  vary: "Accept-Encoding",
};

/** Parameters that the endpoint ignores make no other answer. */
const keyOf = (choice: Choice) =>
  `new-items ${JSON.stringify([choice.days, ...filterFields.map((field) => choice[field])])}`;

/** The page with the same choice: new items have one for all and one for each category. */
function pageOf(choice: Choice): string {
  const parameters = new URLSearchParams();
  for (const field of [...filterFields, "q"] as const) {
    const value = choice[field];
    if (value !== undefined) parameters.set(field, value);
  }
  const names = [...parameters.keys()];
  if (names.length === 0) return "/new";
  // Chats read these as formatting, also in an address.
  const query = parameters.toString().replaceAll("*", "%2A").replaceAll("_", "%5F");
  return `${names.join() === "category" ? "/new" : "/buy"}?${query}`;
}
