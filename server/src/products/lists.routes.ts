import { endpoints } from "@market/contract/endpoints";
import { filterFields, type ProductFilter, type ProductList } from "@market/contract/products";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Queries } from "../db.ts";
import type { Serve } from "../endpoint.ts";
import type { Parts } from "../parts.ts";
import { asksPastCaches, chooseEncoding, sendReady } from "../ready-bytes.ts";
import { createSearch } from "../search/search.ts";
import { deriveKey } from "../secrets.ts";
import { createCursors, type Cursors } from "./cursor.ts";
import {
  type ProductRow,
  selectFilteredProducts,
  selectRandomProducts,
  selectSoldProducts,
  selectUnsoldProducts,
} from "./products.sql.ts";
import { type ListPage, type ListQuestion, madeOf, type ReadyLists } from "./ready-lists.ts";
import { filterNumber } from "./traits.ts";

/** The public lists of the specification (section 7). First pages without a search text are kept ready. */
export function listRoutes(
  serve: Serve,
  { db, applicationKey }: Pick<Parts, "db" | "applicationKey">,
  lists: ReadyLists,
): void {
  const cursors = createCursors(deriveKey(applicationKey, "cursors"));
  const search = createSearch(db);

  serve(endpoints.listProducts, async ({ query, request, reply }) => {
    const { sort, limit, cursor } = query;
    const { path } = endpoints.listProducts;
    if (sort === "random") {
      reply.header("cache-control", "public, max-age=0, must-revalidate");
      const bytes = bytesOf(await selectRandomProducts(db, limit));
      return reply.type("application/json; charset=utf-8").send(bytes);
    }
    const list = sort ?? "list";
    const address = addressOf(path, { sort, limit });
    const make = async () =>
      pageOf(await selectListPage(db, cursors, query), { limit, list, address, cursors });
    const question = { address, route: path, filter: filterNumber({}), make };
    return answer(request, reply, lists, question, cursor === undefined);
  });

  serve(endpoints.filterProducts, async ({ query, request, reply }) => {
    const { q, sort, limit, cursor } = query;
    const { path } = endpoints.filterProducts;
    const list = filterName(query);
    const filters = Object.fromEntries(filterFields.map((name) => [name, query[name]]));
    const address = addressOf(path, { ...filters, q, sort, limit });
    const make = async () => {
      const position = cursor === undefined ? undefined : cursors.read(list, cursor);
      const place = { limit, list, address, cursors };
      if (q === undefined)
        return pageOf(await selectFilteredProducts(db, query, limit + 1, position), place);
      const { rows, isWidened } = await search({ ...query, q }, limit + 1, position);
      return { ...pageOf(rows, place), isWidened };
    };
    const question = { address, route: path, filter: filterNumber(query), make };
    return answer(request, reply, lists, question, q === undefined && cursor === undefined);
  });
}

/** From what is kept, unless the page is one that is not, or the asker wants the database's own word. */
async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  lists: ReadyLists,
  question: ListQuestion,
  isKept: boolean,
): Promise<FastifyReply> {
  if (isKept) lists.remember(request.url, question);
  if (!isKept || asksPastCaches(request.headers["cache-control"])) {
    const { headers, bytes } = madeOf(await question.make());
    return reply.headers(headers).send(bytes);
  }
  const encoding = chooseEncoding(request.headers["accept-encoding"]);
  return sendReady(request, reply, await lists.get(question, encoding));
}

/** Unsold products first, then sold ones (design of GET /api/products); one more than the page tells that there is a next. */
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

type Place = { limit: number; list: string; address: string; cursors: Cursors };

/** Cuts the page to its size and names the next one (RFC 8288). */
function pageOf(rows: ProductRow[], { limit, list, address, cursors }: Place): ListPage {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  if (rows.length <= limit || last === undefined) return { bytes: bytesOf(shown), next: undefined };
  const cursor = cursors.write(list, {
    id: last.id,
    pricePaise: last.price_paise,
    isSold: last.is_sold,
    stage: last.stage ?? 0,
  });
  const next = `${address}&cursor=${encodeURIComponent(cursor)}`;
  return { bytes: bytesOf(shown), next };
}

/** The rows as one JSON list, as bytes at once: to join long texts, measure and write them copies them each time. */
function bytesOf(rows: readonly ProductRow[]): Buffer {
  const commas = Math.max(0, rows.length - 1);
  const size = rows.reduce((sum, { json }) => sum + Buffer.byteLength(json), commas + 2);
  const bytes = Buffer.allocUnsafeSlow(size);
  let end = bytes.write("[");
  rows.forEach(({ json }, nth) => {
    if (nth > 0) end += bytes.write(",", end);
    end += bytes.write(json, end);
  });
  bytes.write("]", end);
  return bytes;
}

/** The one spelling of a list's address; the size of its pages always stands in it. */
function addressOf(path: string, values: Record<string, string | number | undefined>): string {
  const words = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return `${path}?${words.join("&")}`;
}

/** A cursor belongs to one set of filters and one order. */
function filterName({
  category,
  condition,
  locationType,
  priceRange,
  sort,
  q,
}: ProductFilter): string {
  return JSON.stringify([category, condition, locationType, priceRange, sort, q]);
}
