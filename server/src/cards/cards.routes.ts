import * as cardsMessages from "@market/contract/cards/messages";
import * as bundleMessages from "@market/contract/bundles/messages";
import { bundleCard, bundleCardUrl, itemCard } from "@market/contract/pages/pages";
import type { Bundle } from "@market/contract/bundles/schemas";
import { formatPrice } from "@market/contract/price";
import type { Product } from "@market/contract/products/product";
import type { FastifyInstance } from "fastify";
import { isId } from "../db/ids.ts";
import { AppError } from "../errors/errors.ts";
import { keyOf, type PhotoContext } from "../photos/photos.ts";
import { openStream } from "../storage/storage.ts";
import { dateOf } from "@market/contract/dates";
import { selectOptionalItem } from "../products/items.sql.ts";
import { presentProduct } from "../products/present-product.ts";
import type { SendCard } from "./send-card.ts";

const wideEnough = 600;

export type CardContext = Pick<PhotoContext, "config" | "db" | "storage" | "processor">;

export function cardRoutes(
  app: FastifyInstance,
  context: CardContext,
  send: SendCard,
  findBundle: (bundleId: string) => Promise<Bundle | undefined>,
): void {
  app.get<{ Params: { productId: string } }>(
    itemCard.replace(/\{(\w+)\}/, ":$1"),
    async (request, reply) => {
      const { productId } = request.params;
      const row = isId(productId) ? await selectOptionalItem(context.db, productId) : undefined;
      if (row === undefined) throw new AppError("product-not-found");
      const product = presentProduct(row, "visitor");
      return send(request, reply, {
        key: productId,
        version: `${product.version}`,
        draw: () => drawCard(context, product),
      });
    },
  );

  app.get<{ Params: { bundleId: string } }>(
    bundleCard.replace(/\{(\w+)\}/, ":$1"),
    async (request, reply) => {
      const { bundleId } = request.params;
      const bundle = isId(bundleId) ? await findBundle(bundleId) : undefined;
      if (bundle === undefined) throw new AppError("bundle-not-found");
      return send(request, reply, {
        key: bundleId,
        version: bundleCardUrl(bundle).replace(/^.*=/, ""),
        draw: () => drawBundle(context, bundle),
      });
    },
  );
}

async function drawBundle(
  { config, storage, processor }: CardContext,
  { seller, leavingOn, products }: Bundle,
): Promise<Buffer> {
  const unsold = products.filter(({ isSold }) => !isSold);
  const photos = [...unsold, ...products.filter(({ isSold }) => isSold)]
    .flatMap((product) => photoOf(product) ?? [])
    .slice(0, 4);
  if (photos.length === 0) throw new AppError("photo-not-found");
  return processor.drawCard(
    photos.map((photo) => () => openStream(storage, photo)),
    {
      price: bundleMessages.items(products.length),
      name: bundleMessages.leaving(seller.name, dateOf(leavingOn)),
      site: `${config.CAMPUS_NAME} Marketplace`,
      ...(unsold.length === 0 && { sold: cardsMessages.sold }),
    },
  );
}

export async function drawCard(
  { config, storage, processor }: CardContext,
  product: Product,
): Promise<Buffer> {
  const photo = photoOf(product);
  if (photo === undefined) throw new AppError("photo-not-found");
  return processor.drawCard([() => openStream(storage, photo)], {
    price: formatPrice(product.price),
    name: product.name,
    site: `${config.CAMPUS_NAME} Marketplace`,
    ...(product.isSold && { sold: cardsMessages.sold }),
  });
}

/** Finds the storage key of the first photo's smallest file that fills the card, or of its largest. */
export function photoOf({ images: [image] }: Product): string | undefined {
  const sources = (image?.sources ?? [])
    .filter(({ type }) => type === "image/webp")
    .toSorted((one, other) => one.width - other.width);
  const source = sources.find(({ width }) => width >= wideEnough) ?? sources.at(-1);
  return source && keyOf(source.url);
}
