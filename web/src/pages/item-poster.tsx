import type { Item } from "@market/contract/pages/pages";
import { formatPrice } from "@market/contract/price";
import { locationLabels } from "@market/contract/products/product";
import { shortestPathOf } from "../products/item/share-button.tsx";
import { Poster } from "../bundles/poster.tsx";
import { type PageHandle, title } from "../routing/head.ts";
import { goneHead, ItemGone } from "./item.tsx";

export { query } from "./item.tsx";

export const handle: PageHandle = {
  head: (campus, found) => {
    const item = found as Item | null;
    if (item === null) return goneHead(campus, found);
    return title(item.product.name, { hidden: true })(campus, found);
  },
  status: (found) => (found === null ? 404 : 200),
};

export function Component({ found: item }: { found: Item | null }) {
  if (item === null) return <ItemGone />;
  const { name, price, images, condition, locationType } = item.product;
  const lines = [condition, locationLabels[locationType]];
  return (
    <Poster
      title={name}
      price={formatPrice(price)}
      lines={lines}
      photos={images.slice(0, 1)}
      to={shortestPathOf(item.product)}
    />
  );
}
