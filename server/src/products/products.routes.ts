import { createHmac } from "node:crypto";
import { endpoints } from "@market/contract/endpoints";
import { messages } from "@market/contract/messages";
import type { ProductFilter, ProductList } from "@market/contract/products";
import type { FastifyReply, FastifyRequest } from "fastify";
import { useAllowance } from "../allowances.sql.ts";
import { ReadyJson, type Serve } from "../endpoint.ts";
import { AppError } from "../errors.ts";
import { once, readAttempt } from "../idempotency.ts";
import type { Parts } from "../parts.ts";
import { createSearch } from "../search/search.ts";
import { deriveKey } from "../secrets.ts";
import { revealProduct } from "./contacts.ts";
import { createCursors, type Cursors } from "./cursor.ts";
import { findItem } from "./items.ts";
import { createProduct, editProduct, removeProduct } from "./products.ts";
import {
  insertClick,
  type ProductRow,
  selectFilteredProducts,
  selectOwnProducts,
  selectRandomProducts,
  selectSoldProducts,
  selectUnsoldProducts,
  updateSold,
} from "./products.sql.ts";

/** The product calls of the specification (section 7). */
export function productRoutes(serve: Serve, parts: Parts): void {
  const { config, db, changes, applicationKey } = parts;
  const cursors = createCursors(deriveKey(applicationKey, "cursors"));
  const search = createSearch(db);
  const viewerKey = deriveKey(applicationKey, "viewers");
  const contactLimits = {
    perDay: config.LIMITS_CONTACTS_PER_DAY,
    perMinute: config.LIMITS_CONTACTS_PER_MINUTE,
  };

  serve(endpoints.listProducts, async ({ query, request, reply }) => {
    if (query.sort === "random") return listOf(await selectRandomProducts(db, query.limit));
    const rows = await selectListPage(query, cursors, parts);
    return page(rows, query, query.sort ?? "list", { cursors, request, reply });
  });

  serve(endpoints.filterProducts, async ({ query, request, reply }) => {
    const list = filterName(query);
    const position = query.cursor === undefined ? undefined : cursors.read(list, query.cursor);
    const { q } = query;
    if (q === undefined) {
      const rows = await selectFilteredProducts(db, query, query.limit + 1, position);
      return page(rows, query, list, { cursors, request, reply });
    }
    const { rows, isWidened } = await search({ ...query, q }, query.limit + 1, position);
    if (isWidened) reply.header("x-search", "widened");
    return page(rows, query, list, { cursors, request, reply });
  });

  serve(endpoints.ownProducts, async ({ caller }) => {
    const rows = await selectOwnProducts(db, caller.userId);
    return new ReadyJson(`{"success":true,"products":${listOf(rows).text}}`);
  });

  serve(endpoints.getProduct, async ({ caller, params, reply }) => {
    const json = await revealProduct(db, caller.userId, params.productId, contactLimits);
    reply.header("etag", `"${(JSON.parse(json) as { version: number }).version}"`);
    return new ReadyJson(`{"success":true,"product":${json},"message":"Product found"}`);
  });

  serve(endpoints.getItem, async ({ params, reply }) => {
    const item = await findItem(db, params.productId);
    if (item === undefined) throw new AppError("product-not-found");
    reply.header("cache-control", "public, max-age=0, must-revalidate");
    return new ReadyJson(`{"success":true,${item.slice(1)}`);
  });

  serve(endpoints.createProduct, async ({ caller, request }) =>
    createProduct(parts, caller.userId, request),
  );
  serve(endpoints.updateProduct, async ({ caller, params, request }) =>
    editProduct(parts, caller.userId, params.productId, request),
  );

  serve(endpoints.toggleSold, async ({ caller, params, body, request }) => {
    const attempt = readAttempt(request, caller.userId, JSON.stringify(body ?? null));
    const answer = await once(db, attempt, async (transaction) => {
      const isSold = await updateSold(transaction, params.productId, caller.userId, body?.isSold);
      if (isSold === undefined) throw new AppError("product-not-found");
      const wait = await useAllowance(
        transaction,
        caller.userId,
        "edits",
        config.LIMITS_EDITS_PER_DAY,
      );
      if (wait > 0) throw new AppError("edit-quota", { retryAfter: wait });
      return JSON.stringify({
        success: true,
        message: isSold ? messages.markedSold : messages.markedUnsold,
        isSold,
      });
    });
    changes.announce();
    return new ReadyJson(answer.body);
  });

  serve(endpoints.deleteProduct, async ({ caller, params, request }) =>
    removeProduct(parts, readAttempt(request, caller.userId, ""), params.productId),
  );

  serve(endpoints.clickProduct, async ({ caller, params, request }) => {
    const day = new Date().toISOString().slice(0, 10);
    const viewer = caller?.userId ?? `${request.ip} ${request.headers["user-agent"] ?? ""}`;
    await insertClick(
      db,
      params.productId,
      createHmac("sha256", viewerKey).update(`${day} ${viewer}`).digest(),
    );
    return undefined;
  });
}

const listOf = (rows: ProductRow[]) => new ReadyJson(`[${rows.map((row) => row.json).join(",")}]`);

/** Unsold products first, then sold ones (design of GET /api/products); one more than the page tells that there is a next. */
async function selectListPage(
  query: ProductList,
  cursors: Cursors,
  { db }: Parts,
): Promise<ProductRow[]> {
  const wanted = query.limit + 1;
  const position =
    query.cursor === undefined ? undefined : cursors.read(query.sort ?? "list", query.cursor);
  const unsold = position?.isSold ? [] : await selectUnsoldProducts(db, wanted, position);
  if (unsold.length === wanted || query.sort === "newest") return unsold;
  const sold = await selectSoldProducts(
    db,
    wanted - unsold.length,
    position?.isSold ? position : undefined,
  );
  return [...unsold, ...sold];
}

type Answering = { cursors: Cursors; request: FastifyRequest; reply: FastifyReply };

/** Cuts the page to its size and names the next one in a Link header (RFC 8288). */
function page(
  rows: ProductRow[],
  { limit }: { limit: number },
  list: string,
  answering: Answering,
): ReadyJson {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  if (rows.length > limit && last) {
    const { cursors, request, reply } = answering;
    const next = new URL(request.url, "http://localhost");
    const position = {
      id: last.id,
      pricePaise: last.price_paise,
      isSold: last.is_sold,
      stage: last.stage ?? 0,
    };
    next.searchParams.set("cursor", cursors.write(list, position));
    reply.header("link", `<${next.pathname}${next.search}>; rel="next"`);
  }
  answering.reply.header("cache-control", "public, max-age=0, must-revalidate");
  return listOf(shown);
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
