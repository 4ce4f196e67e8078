import * as bundleMessages from "@market/contract/bundles/messages";
import { dateOf } from "@market/contract/dates";
import { formatPrice } from "@market/contract/price";
import type { Bundle } from "@market/contract/bundles/schemas";
import { paths } from "../routing/paths.ts";
import { useNow } from "../routing/use-now.ts";
import { Poster } from "../bundles/poster.tsx";
import { type PageHandle, title } from "../routing/head.ts";
import { BundleGone, goneHead, isAvailable } from "./leaving.tsx";

export { query } from "./leaving.tsx";

const mostLines = 12;

export const handle: PageHandle = {
  head: (campus, found) => {
    const bundle = found as Bundle | null;
    if (bundle === null) return goneHead(campus, found);
    const name = bundleMessages.leaving(bundle.seller.name, dateOf(bundle.leavingOn));
    return title(name, { hidden: true })(campus, found);
  },
  status: (found) => (found === null ? 404 : 200),
};

export function Component({ found: bundle }: { found: Bundle | null }) {
  if (bundle === null) return <BundleGone />;
  return <BundlePoster bundle={bundle} />;
}

function BundlePoster({ bundle }: { bundle: Bundle }) {
  const available = bundle.products.filter(isAvailable(useNow()));
  const lines = available.map(({ name, price }) => `${name}, ${formatPrice(price)}`);
  const more = lines.length - mostLines;
  const shown = more > 0 ? [...lines.slice(0, mostLines), bundleMessages.more(more)] : lines;
  return (
    <Poster
      title={bundleMessages.leaving(bundle.seller.name, dateOf(bundle.leavingOn))}
      lines={shown}
      photos={available.flatMap(({ images }) => images.slice(0, 1)).slice(0, 4)}
      to={paths.leaving(bundle.id)}
    />
  );
}
