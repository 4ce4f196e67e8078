import type { Item } from "@market/contract/pages/pages";
import { formatPrice } from "@market/contract/price";
import { locationLabels } from "@market/contract/products/product";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { paths } from "../routing/paths.ts";
import { Poster } from "../bundles/poster.tsx";
import { type PageHandle, title } from "../routing/head.ts";
import { goneHead, ItemGone, loader as loadItem } from "./item.tsx";

type Found = { item: Item | null; url: string };

export const handle: PageHandle = {
  head: (campus, found) => {
    const { item } = found as Found;
    if (item === null) return goneHead(campus, found);
    return title(item.product.name, { hidden: true })(campus, found);
  },
  status: (found) => ((found as Found).item === null ? 404 : 200),
};

export async function loader(call: LoaderFunctionArgs): Promise<Found> {
  const url = call.request.url.replace(/\/poster.*$/, "");
  return { item: await loadItem(call), url };
}

/** The name, the price and a code, for a notice board. */
export function Component() {
  const { item, url } = useLoaderData<typeof loader>();
  if (item === null) return <ItemGone />;
  const { _id: productId, name, price, images, condition, locationType } = item.product;
  const lines = [formatPrice(price), condition, locationLabels[locationType]];
  return (
    <Poster
      title={name}
      lines={lines}
      photos={images.slice(0, 1)}
      url={url}
      to={paths.item(productId)}
    />
  );
}
