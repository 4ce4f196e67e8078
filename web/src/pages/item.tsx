import * as calls from "@market/contract/products/calls";
import { cardSize } from "@market/contract/limits";
import * as cardsMessages from "@market/contract/cards/messages";
import * as itemMessages from "@market/contract/products/messages";
import { cardUrl, type Item, type PageHead } from "@market/contract/pages/pages";
import type { CampusSettings } from "@market/contract/campus";
import { locationLabels, type Product } from "@market/contract/products/product";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import type { PageParams, PageQuery } from "../routing/page.ts";
import { isOwn, useSession } from "../identity/session.ts";
import { Chips } from "../products/card/chips.tsx";
import { countClick } from "../products/item/click.ts";
import { Freshness, ItemPrice } from "../products/item/item-price.tsx";
import { NumberNote } from "../products/item/contact-note.tsx";
import { DealActions } from "../products/item/deal-actions.tsx";
import { Gallery } from "../products/item/gallery.tsx";
import { formatPrice } from "@market/contract/price";
import { MoreFromSeller } from "../products/item/more-from-seller.tsx";
import { SellerLine } from "../products/item/seller-line.tsx";
import { ShareButton } from "../products/item/share-button.tsx";
import { ReportButton } from "../moderation/report-button.tsx";
import { Similar } from "../products/item/similar.tsx";
import { SoldWord } from "../products/item/sold-word.tsx";
import { UnlistedNote } from "../products/item/unlisted-note.tsx";
import { useNow } from "../routing/use-now.ts";
import { Icon } from "../ui/more-icons.tsx";
import { type PageHandle, title } from "../routing/head.ts";
import { NothingHere } from "./not-found.tsx";

/** Characters of a description that search engines and messengers show. */
const shortDescription = 160;

export const goneHead = title(itemMessages.itemGone, {
  description: itemMessages.itemGoneNote,
  hidden: true,
});

export const handle: PageHandle = {
  head: (campus, found) => (found ? headOf : goneHead)(campus, found as Item),
  status: (found) => (found ? 200 : 404),
};

/** The item, or null if it does not exist (any more). */
export const query = ({ productId = "" }: PageParams): PageQuery<Item | null> => ({
  queryKey: ["item", productId],
  queryFn: async ({ signal }) => {
    try {
      return await call(calls.getItem, { params: { productId }, signal });
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === "product-not-found") return null;
      throw failure;
    }
  },
  given: ({ item }) => item,
});

/** The public page (Q10): without phone and address. */
export function Component({ found: item }: { found: Item | null }) {
  return item === null ? <ItemGone /> : <ItemPage key={item.product._id} {...item} />;
}

export function ItemGone() {
  return (
    <NothingHere title={itemMessages.itemGone} text={itemMessages.itemGoneNote}>
      <Icon name="tag" className="text-primary size-12" />
    </NothingHere>
  );
}

function ItemPage({ product, similar, seller }: Item) {
  const own = isOwn(product, useSession());
  const now = useNow();
  const queries = useQueryClient();
  const { _id: productId, isSold } = product;
  useEffect(() => {
    if (!isSold) countClick(productId);
  }, [productId, isSold]);
  return (
    <div className="content md:pt-8">
      <article className="item-page flex flex-col gap-4 md:grid md:grid-cols-[auto_minmax(0,1fr)] md:gap-6 lg:grid-rows-[auto_1fr] lg:gap-x-10">
        <div className={`-mx-4 md:mx-0 lg:row-span-2 ${isSold ? "is-sold" : ""}`}>
          <Gallery images={product.images} name={product.name} />
        </div>
        <div className="contents min-w-0 grid-cols-1 content-start gap-5 md:grid">
          {isSold && (
            <p className="bg-ink text-canvas flex items-center gap-3 rounded-card px-4 py-3 font-bold">
              <Icon name="check" />
              {itemMessages.soldNotice}
            </p>
          )}
          {product.expired && <UnlistedNote own={own} />}
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <ItemPrice {...product} />
            <h1 className="order-1 mt-1 basis-full text-xl font-bold md:text-2xl">
              {product.name}
            </h1>
            {(!own || isSold) && <ShareButton product={product} />}
          </div>
          {!own && (
            <div className="grid grid-cols-1 gap-2">
              <SellerLine product={product} facts={seller} />
              {!isSold && <NumberNote />}
            </div>
          )}
          <Chips product={product} now={now} />
          <Freshness product={product} now={now} />
          {!isSold && (own || !product.expired) && (
            <div className="item-actions">
              <DealActions
                product={product}
                page="home"
                onUnavailable={() =>
                  void queries.invalidateQueries({ queryKey: ["item", productId] })
                }
              />
            </div>
          )}
          <div>
            <h2 className="text-muted mb-1 text-sm font-bold">{itemMessages.description}</h2>
            <p className="max-w-[65ch] whitespace-pre-line">{product.description}</p>
          </div>
          <SoldWord product={product} />
          <ReportButton product={product} />
        </div>
        <Similar products={similar} beside />
      </article>
      {!own && <MoreFromSeller product={product} />}
    </div>
  );
}

function headOf(campus: CampusSettings, { product }: Item): PageHead {
  const { name, price, isSold, images, description, category, condition } = product;
  const shown = isSold ? `${cardsMessages.sold}: ${name}` : name;
  const heading = `${shown} · ${formatPrice(price)}`;
  return {
    // Search engines shall not list what is sold.
    ...title(heading, { description: describe(product), hidden: isSold || product.expired })(
      campus,
      undefined,
    ),
    image: { url: cardUrl(product), alt: `${shown}, ${formatPrice(price)}`, ...cardSize },
    product: {
      name,
      description,
      images: images.map(({ url }) => url),
      price,
      category,
      condition,
      isSold,
    },
  };
}

function describe({ condition, locationType, description }: Product): string {
  const text = `${condition}, ${locationLabels[locationType]}. ${description.replace(/\s+/g, " ")}`;
  if (text.length <= shortDescription) return text;
  return `${text.slice(0, shortDescription).replace(/\s+\S*$/u, "")}…`;
}
