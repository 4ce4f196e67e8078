import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { messages } from "@market/contract/messages";
import { formatPrice } from "@market/contract/price";
import type { Product } from "@market/contract/products";
import { createBound } from "../bounded.ts";
import { ByteCache } from "../byte-cache.ts";
import { keyOf } from "../images/photos.ts";
import { copyTo } from "../images/storage.ts";
import { withWorkFolder } from "../images/work-folder.ts";
import type { Parts } from "../parts.ts";

/** Bytes of cards that are kept: some eighty. */
const keptBytes = 6 * 1024 * 1024;
/** One at a time leaves the image processes to those who upload; a card takes about 0.2 s. */
const bounds = { atOnce: 1, waiting: 16 };
/** Pixels from which a stored photo fills its place on the card. */
const wideEnough = 600;

type CardParts = Pick<Parts, "config" | "storage" | "processor">;

/**
 * Makes preview cards, each once per version of its product.
 * @returns a function that gives the JPEG, or undefined when the product's photo is gone
 */
export function createCards(parts: CardParts): (product: Product) => Promise<Buffer | undefined> {
  const kept = new ByteCache<Buffer>(keptBytes, (card) => card.length);
  const making = new Map<string, Promise<Buffer | undefined>>();
  const bounded = createBound(bounds);
  return async (product) => {
    const key = `${product._id} ${product.version}`;
    const ready = kept.get(key) ?? making.get(key);
    if (ready !== undefined) return ready;
    const made = bounded(() => makeCard(parts, product)).finally(() => making.delete(key));
    making.set(key, made);
    const card = await made;
    if (card) kept.set(key, card);
    return card;
  };
}

async function makeCard(
  { config, storage, processor }: CardParts,
  product: Product,
): Promise<Buffer | undefined> {
  const photo = photoOf(product);
  if (photo === undefined) return undefined;
  return withWorkFolder(config.DATA_DIR, async (folder) => {
    const input = join(folder, "input");
    if (!(await copyTo(storage, photo, input))) return undefined;
    await processor.drawCard(input, folder, {
      price: formatPrice(product.price),
      name: product.name,
      site: `${config.CAMPUS_NAME} Marketplace`,
      ...(product.isSold && { sold: messages.sold }),
    });
    return readFile(join(folder, "card.jpg"));
  });
}

/** Storage key of the smallest file of the first photo that fills its place, else of the largest. */
function photoOf({ images: [image] }: Product): string | undefined {
  const sources = (image?.sources ?? [])
    .filter(({ type }) => type === "image/webp")
    .toSorted((one, other) => one.width - other.width);
  const source = sources.find(({ width }) => width >= wideEnough) ?? sources.at(-1);
  return source && keyOf(source.url);
}
