import { endpoints } from "@market/contract/endpoints";
import { cardSize } from "@market/contract/limits";
import { messages } from "@market/contract/messages";
import { cardUrl, type Item, type PageHead } from "@market/contract/pages";
import type { CampusSettings } from "@market/contract/campus";
import { locationLabels, type Product } from "@market/contract/products";
import { useEffect } from "react";
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from "react-router";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { serverData } from "../page-context.ts";
import { paths } from "../paths.ts";
import { ChatButton } from "../products/chat-button.tsx";
import { Chips } from "../products/chips.tsx";
import { countClick } from "../products/click.ts";
import { ContactNote } from "../products/contact-note.tsx";
import { Gallery } from "../products/gallery.tsx";
import { formatPrice } from "@market/contract/price";
import { HeartButton } from "../products/heart-button.tsx";
import { ShareButton } from "../products/share-button.tsx";
import { Similar } from "../products/similar.tsx";
import { Link } from "../router/link.tsx";
import { useNow } from "../shell/use-now.ts";
import { buttonClass } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import type { PageHandle } from "./head.ts";

/** Characters of a description that search engines and messengers show. */
const shortDescription = 160;

export const handle: PageHandle = {
  head: (campus, found) => (found ? headOf(campus, found as Item) : goneHead(campus)),
  status: (found) => (found ? 200 : 404),
};

/** The product and those like it; null where there is none (any more). */
export async function loader({
  context,
  params,
  request,
}: LoaderFunctionArgs): Promise<Item | null> {
  const given = context.get(serverData)?.item;
  if (given !== undefined) return given;
  try {
    const { product, similar } = await call(endpoints.getItem, {
      params: { productId: params["productId"] ?? "" },
      signal: request.signal,
    });
    return { product, similar };
  } catch (failure) {
    if (failure instanceof ApiError && failure.code === "product-not-found") return null;
    throw failure;
  }
}

/** The public page of one product (Q10): everything but phone and address, for whoever has the link. */
export function Component() {
  const item = useLoaderData<typeof loader>();
  return item === null ? <Gone /> : <ItemPage key={item.product._id} {...item} />;
}

function ItemPage({ product, similar }: Item) {
  const now = useNow();
  const { revalidate } = useRevalidator();
  const { _id: productId, isSold } = product;
  useEffect(() => {
    if (!isSold) countClick(productId);
  }, [productId, isSold]);
  return (
    <div className="content pt-3 md:pt-8">
      <article className="grid grid-cols-1 gap-5 md:grid-cols-[11fr_9fr] md:gap-10">
        <div className={`bg-sunken self-start rounded-card p-3 md:p-4 ${isSold ? "is-sold" : ""}`}>
          <Gallery images={product.images} name={product.name} />
        </div>
        <div className="grid min-w-0 content-start gap-4 md:gap-5">
          {isSold && (
            <p className="bg-ink text-canvas flex items-center gap-3 rounded-card px-4 py-3 font-bold">
              <Icon name="check" />
              {messages.soldNotice}
            </p>
          )}
          <div>
            <div className="flex flex-wrap items-center justify-between gap-x-3">
              <p className="text-3xl font-bold tabular-nums">{formatPrice(product.price)}</p>
              <ShareButton product={product} />
            </div>
            <h1 className="mt-1 text-xl font-bold md:text-2xl">{product.name}</h1>
          </div>
          <Chips product={product} now={now} />
          {!isSold && (
            <>
              <div className="flex gap-2">
                <ChatButton
                  product={product}
                  page="home"
                  onUnavailable={() => void revalidate()}
                  className="min-h-14 min-w-0 grow px-4"
                />
                <HeartButton product={product} on="bar" />
              </div>
              <ContactNote productId={productId} className="-mt-1" />
            </>
          )}
          <div>
            <h2 className="text-muted mb-1 text-sm font-bold">{messages.description}</h2>
            <p className="max-w-[65ch] whitespace-pre-line">{product.description}</p>
          </div>
        </div>
      </article>
      <Similar products={similar} />
    </div>
  );
}

function Gone() {
  return (
    <div className="content grid min-h-[60vh] place-content-center justify-items-center gap-4 py-16 text-center">
      <Icon name="tag" className="text-primary size-12" />
      <h1 className="text-2xl font-bold">{messages.itemGone}</h1>
      <p className="text-muted max-w-[40ch]">{messages.itemGoneNote}</p>
      <Link to={paths.home} className={buttonClass("primary")}>
        {messages.backToHome}
      </Link>
    </div>
  );
}

const titleOf = (campus: CampusSettings, ...parts: string[]) =>
  [...parts, `${campus.name} Marketplace`].join(" · ");

function headOf(campus: CampusSettings, { product }: Item): PageHead {
  const { name, price, isSold, images, description, category, condition } = product;
  const shown = isSold ? `${messages.sold}: ${name}` : name;
  return {
    title: titleOf(campus, shown, formatPrice(price)),
    description: describe(product),
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
    // A sold thing is of no use to whoever searches for one.
    hidden: isSold,
  };
}

function goneHead(campus: CampusSettings): PageHead {
  return {
    title: titleOf(campus, messages.itemGone),
    description: messages.itemGoneNote,
    hidden: true,
  };
}

function describe({ condition, locationType, description }: Product): string {
  const text = `${condition}, ${locationLabels[locationType]}. ${description.replace(/\s+/g, " ")}`;
  if (text.length <= shortDescription) return text;
  return `${text.slice(0, shortDescription).replace(/\s+\S*$/u, "")}…`;
}
