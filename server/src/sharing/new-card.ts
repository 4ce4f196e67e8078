import { newCard, newCardVersion, onNewCard } from "@market/contract/pages/pages";
import { formatPrice } from "@market/contract/price";
import { categories, type Product } from "@market/contract/products/product";
import * as messages from "@market/contract/sharing/messages";
import type { FastifyInstance } from "fastify";
import { type CardContext, drawCard, photoOf } from "../cards/cards.routes.ts";
import type { SendCard } from "../cards/send-card.ts";
import { AppError } from "../errors/errors.ts";
import { openStream } from "../storage/storage.ts";
import { selectNews } from "./new-items.sql.ts";
import { plainName } from "./share-message.ts";

export function newCardRoutes(app: FastifyInstance, context: CardContext, send: SendCard): void {
  app.get<{ Querystring: { category?: string } }>(newCard, async (request, reply) => {
    const asked = request.query.category || undefined;
    const category = categories.find((each) => each === asked);
    if (asked !== category) throw new AppError("not-found");
    const { products } = await selectNews(context.db, category);
    const shown = onNewCard(products);
    const [first, second] = shown;
    if (first === undefined) throw new AppError("photo-not-found");
    const title = category === undefined ? messages.newTitle : messages.newIn(category);
    return send(request, reply, {
      key: `${newCard} ${title}`,
      version: newCardVersion(shown),
      draw: () =>
        second === undefined
          ? drawCard(context, { ...first, name: nameOf(first) })
          : drawNew(context, title, shown),
    });
  });
}

async function drawNew(
  { config, storage, processor }: CardContext,
  title: string,
  shown: readonly Product[],
): Promise<Buffer> {
  const photos = shown.map((product) => {
    const photo = photoOf(product);
    if (photo === undefined) throw new AppError("photo-not-found");
    return () => openStream(storage, photo);
  });
  return processor.drawCard(photos, {
    title,
    site: `${config.CAMPUS_NAME} Marketplace`,
    items: shown.map((product) => ({
      name: nameOf(product),
      category: product.category,
      price: formatPrice(product.price),
    })),
  });
}

/** The name as in the message: a card cannot be recalled either. */
const nameOf = ({ name, category }: Product): string => plainName(name) || category;
