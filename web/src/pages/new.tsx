import type { CampusSettings } from "@market/contract/campus";
import { cardSize } from "@market/contract/limits";
import * as listMessages from "@market/contract/lists/messages";
import { categories, type Category } from "@market/contract/products/product";
import * as calls from "@market/contract/sharing/calls";
import type { NewListings } from "@market/contract/sharing/endpoints";
import * as messages from "@market/contract/sharing/messages";
import { Link } from "react-router";
import { call } from "../api/client.ts";
import { ShareMessage } from "../lists/share-message.tsx";
import { newCardUrl, onNewCard, type PageHead } from "@market/contract/pages/pages";
import { CardGrid } from "../products/card/grid.tsx";
import { ItemDialog } from "../products/item/item-dialog.tsx";
import { type PageHandle, title } from "../routing/head.ts";
import type { PageParams, PageQuery } from "../routing/page.ts";
import { paths } from "../routing/paths.ts";
import { useNow } from "../routing/use-now.ts";
import { useQuery } from "../routing/use-query.ts";
import { buttonClass } from "../ui/button.tsx";

const sizes = "(width < 600px) calc(50vw - 22px), (width < 1200px) 23vw, 275px";

const categoryIn = (search: URLSearchParams): Category | undefined =>
  categories.find((each) => each === search.get("category"));

export const query = (_params: PageParams, search: URLSearchParams): PageQuery<NewListings> => {
  const category = categoryIn(search);
  return {
    queryKey: ["new", category ?? ""],
    queryFn: ({ signal }) =>
      call(calls.newListings, { query: category === undefined ? {} : { category }, signal }),
    given: ({ news }) => news,
  };
};

const headingOf = (category: Category | undefined) =>
  category === undefined ? messages.newTitle : messages.newIn(category);

export const handle: PageHandle = {
  head: (campus, news) => headOf(campus, news as NewListings),
};

function headOf(campus: CampusSettings, { category, products }: NewListings): PageHead {
  const heading = headingOf(category);
  const shown = onNewCard(products);
  const alt = `${heading}: ${shown.map(({ name }) => name).join(", ")}`;
  return {
    ...title(heading)(campus, undefined),
    ...(shown.length > 0 && { image: { url: newCardUrl(category, shown), alt, ...cardSize } }),
  };
}

/** New listings, which can be shared as a message for a chat (R1091). */
export function Component({ found: { days, products } }: { found: NewListings }) {
  const now = useNow();
  const category = categoryIn(useQuery());
  return (
    <div className="content grid grid-cols-1 gap-6 py-5 md:py-10">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid gap-1">
          <h1 className="text-2xl font-bold">{headingOf(category)}</h1>
          <p className="text-muted">{messages.newLead[days]}</p>
        </div>
        {products.length > 0 && (
          <ShareMessage query={{ days: `${days}`, ...(category !== undefined && { category }) }} />
        )}
      </div>
      {products.length === 0 ? (
        <div className="bg-surface border-line rounded-card grid justify-items-center gap-4 border border-dashed p-8 text-center">
          <p>{messages.nothingNew}</p>
          <Link to={paths.buy} className={buttonClass("primary")}>
            {messages.seeAll}
          </Link>
        </div>
      ) : (
        <section aria-labelledby="new-products">
          <h2 id="new-products" className="sr-only">
            {listMessages.products}
          </h2>
          <CardGrid products={products} now={now} sizes={sizes} eager={2} />
        </section>
      )}
      <ItemDialog products={products} page="home" now={now} />
    </div>
  );
}
