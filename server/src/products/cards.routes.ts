import { itemCard } from "@market/contract/pages";
import type { Product } from "@market/contract/products";
import type { FastifyInstance } from "fastify";
import { AppError } from "../errors.ts";
import { isId } from "../ids.ts";
import type { Parts } from "../parts.ts";
import { isSame } from "../ready-bytes.ts";
import { createCards } from "./cards.ts";
import { selectOptionalItem } from "./items.sql.ts";

const headers = {
  "content-security-policy": "default-src 'none'; sandbox",
  // Made to be shown on other sites, beside the link.
  "cross-origin-resource-policy": "cross-origin",
  // A hidden listing's card must not live on in a proxy; messengers keep their own copy anyway.
  "cache-control": "public, no-cache",
};

/** The picture that messengers show beside a link to a product: photo, name and price. */
export function cardRoutes(
  app: FastifyInstance,
  parts: Pick<Parts, "config" | "db" | "storage" | "processor">,
): void {
  const cardOf = createCards(parts);
  app.get<{ Params: { productId: string } }>(
    itemCard.replace(/\{(\w+)\}/, ":$1"),
    async (request, reply) => {
      const { productId } = request.params;
      const row = isId(productId) ? await selectOptionalItem(parts.db, productId) : undefined;
      if (row === undefined) throw new AppError("product-not-found");
      const product = JSON.parse(row.json) as Product;
      const etag = `"${product.version}"`;
      reply.headers(headers).header("etag", etag);
      if (isSame(request.headers["if-none-match"], etag)) return reply.code(304).send();
      const card = await cardOf(product);
      if (card === undefined) throw new AppError("photo-not-found");
      return reply.type("image/jpeg").send(card);
    },
  );
}
