import { type Endpoint, endpoints } from "@market/contract/endpoints";
import { countMost } from "@market/contract/limits";
import { type ProductFilter, type ProductList } from "@market/contract/products/product";
import type { Queries } from "../db/database.ts";
import { bypassesCache } from "../http/negotiation.ts";
import { type Answer, type ResponseCache, sendCached } from "../http/response-cache.ts";
import { AppError } from "../errors/errors.ts";
import { type Authentication, type Call, SerializedJson, type Serve } from "../http/serve.ts";
import type { Context } from "../context.ts";
import { createSearch } from "../search/search.ts";
import { createCursors, type Cursors } from "../search/cursor.ts";
import { presentProducts, type ProductRow } from "../products/present-product.ts";
import {
  countFilteredProducts,
  listedProducts,
  selectFilteredProducts,
  selectNames,
  selectProductsOfSeller,
  selectRandomProducts,
  selectSoldProducts,
  selectUnsoldProducts,
} from "./lists.sql.ts";

/** Milliseconds, in case a change notice was lost. */
const longestLife = 5_000;
const listHeaders = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "public, max-age=0, must-revalidate",
  vary: "Accept-Encoding",
};

/** Public lists; first pages without a search text are cached. */
export function listRoutes(
  serve: Serve,
  context: Pick<Context, "db" | "applicationKey" | "previousKey" | "counters">,
  answers: ResponseCache,
  authentication: Authentication,
): void {
  const { db, counters } = context;
  const cursors = createCursors(context);
  const search = createSearch<ListRow>(db, listedProducts);

  serve(endpoints.listProducts, async ({ query, request, reply }) => {
    const { sort, seller, limit, cursor } = query;
    if (seller !== undefined) {
      const { userId } = await authentication.identify(request.raw);
      if (userId === undefined) throw new AppError("not-registered");
      return presentProducts(await selectProductsOfSeller(db, seller, userId, limit));
    }
    if (sort === "random") {
      reply.header("cache-control", listHeaders["cache-control"]);
      return presentProducts(await selectRandomProducts(db, limit));
    }
    const list = sort ?? "list";
    const url = urlOf(endpoints.listProducts.path, { sort, limit });
    return answer({
      isCached: cursor === undefined,
      // Parameters that are ignored make no other answer.
      key: hasOtherNames(endpoints.listProducts, request.url) ? url : request.url,
      make: async () =>
        listAnswer(await selectListPage(db, cursors, query), { limit, list, url, cursors }),
      request,
      reply,
    });
  });

  serve(endpoints.listNames, ({ request, reply }) =>
    answer({
      isCached: true,
      key: endpoints.listNames.path,
      make: async () => ({
        bytes: Buffer.from(JSON.stringify(await selectNames(db))),
        headers: listHeaders,
        validFor: longestLife,
      }),
      request,
      reply,
    }),
  );

  serve(endpoints.filterProducts, async ({ query, request, reply }) => {
    const { category, condition, locationType, priceRange, q, sort, limit, cursor } = query;
    // A cursor belongs to one set of filters and one order.
    const list = JSON.stringify([category, condition, locationType, priceRange, sort, q]);
    const filters = { locationType, condition, category, priceRange, q, sort, limit };
    const url = urlOf(endpoints.filterProducts.path, filters);
    return answer({
      isCached: q === undefined && cursor === undefined,
      key: hasOtherNames(endpoints.filterProducts, request.url) ? url : request.url,
      async make() {
        const position = cursor === undefined ? undefined : cursors.read(list, cursor);
        const place = { limit, list, url, cursors };
        if (q !== undefined) {
          const { rows, isWidened, total } = await search({ ...query, q }, limit + 1, position);
          if (rows.length === 0 && position === undefined) counters.add("empty-searches");
          return listAnswer(rows, { ...place, isWidened, total });
        }
        const rows = await selectFilteredProducts(db, query, limit + 1, position);
        const isCounted = position === undefined && rows.length > limit;
        return listAnswer(rows, { ...place, total: isCounted ? await count(query) : undefined });
      },
      request,
      reply,
    });
  });

  /** Cached like the lists, so that a list rendered again is not counted again. */
  async function count(filter: ProductFilter): Promise<number> {
    const { category, condition, locationType, priceRange } = filter;
    const key = `count ${JSON.stringify([category, condition, locationType, priceRange])}`;
    const { bytes } = await answers.get(key, "identity", async () => ({
      bytes: Buffer.from(String(await countFilteredProducts(db, filter, countMost + 1))),
      headers: {},
      validFor: longestLife,
    }));
    return Number(bytes);
  }

  type ListRequest = Pick<Call<Endpoint>, "request" | "reply"> & {
    isCached: boolean;
    key: string;
    make: () => Promise<Answer>;
  };
  async function answer({ isCached, key, make, request, reply }: ListRequest) {
    if (isCached && !bypassesCache(request.headers["cache-control"]))
      return sendCached(answers, request, reply, key, make);
    const { headers, bytes } = await make();
    reply.headers(headers);
    return new SerializedJson(bytes);
  }
}

function hasOtherNames({ query }: { query: { shape: object } }, url: string): boolean {
  const names = new URLSearchParams(url.replace(/^[^?]*/, "")).keys();
  return names.some((name) => !Object.hasOwn(query.shape, name));
}

async function selectListPage(
  db: Queries,
  cursors: Cursors,
  { sort, limit, cursor }: ProductList,
): Promise<ProductRow[]> {
  const wanted = limit + 1;
  const position = cursor === undefined ? undefined : cursors.read(sort ?? "list", cursor);
  const unsold = position?.isSold ? [] : await selectUnsoldProducts(db, wanted, position);
  if (unsold.length === wanted || sort === "newest") return unsold;
  const sold = await selectSoldProducts(
    db,
    wanted - unsold.length,
    position?.isSold ? position : undefined,
  );
  return [...unsold, ...sold];
}

/** `step` is the search's. */
type ListRow = ProductRow & { step?: number };

type PageContext = {
  limit: number;
  /** Cursors are valid in this list only. */
  list: string;
  url: string;
  cursors: Cursors;
  isWidened?: boolean;
  /** The total, counted up to `countMost` + 1; undefined on later pages. */
  total?: number;
};

/** One row more than the page means that there is a next one (RFC 8288). */
function listAnswer(
  rows: ListRow[],
  { limit, list, url, cursors, isWidened, total }: PageContext,
): Answer {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const headers: Record<string, string> = { ...listHeaders };
  if (isWidened) headers["x-search"] = "widened";
  if (total !== undefined) headers["x-total-count"] = String(total);
  if (rows.length > limit && last !== undefined) {
    const cursor = cursors.write(list, {
      id: last.id,
      pricePaise: last.pricePaise,
      isSold: last.isSold,
      step: last.step ?? 0,
    });
    headers["link"] = `<${url}&cursor=${encodeURIComponent(cursor)}>; rel="next"`;
  }
  return {
    bytes: Buffer.from(JSON.stringify(presentProducts(shown))),
    headers,
    validFor: longestLife,
  };
}

function urlOf(path: string, values: Record<string, string | number | undefined>): string {
  const words = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return `${path}?${words.join("&")}`;
}
