import * as homeMessages from "@market/contract/pages/home-messages";
import * as titles from "@market/contract/pages/title-messages";
import * as shellMessages from "@market/contract/shell/messages";
import type { HomeProducts } from "@market/contract/pages/pages";
import type { Product } from "@market/contract/products/product";
import { Suspense } from "react";
import { Link } from "react-router";
import { useSession } from "../identity/session.ts";
import type { PageQuery } from "../routing/page.ts";
import { paths } from "../routing/paths.ts";
import type { BadgeKind } from "../products/card/card.tsx";
import { CardGrid, EmptyGrid } from "../products/card/grid.tsx";
import { ItemDialog } from "../products/item/item-dialog.tsx";
import { useOffline } from "../browser/connection.ts";
import { lazyWithPreload } from "../browser/lazy-with-preload.ts";
import { useNow } from "../routing/use-now.ts";
import { useQuery } from "../routing/use-query.ts";
import { buttonClass } from "../ui/button.tsx";
import { Loading } from "../ui/loading.tsx";
import { type PageHandle, title } from "../routing/head.ts";
import { HomeCarousel } from "./home-page/carousel.tsx";
import { isListAddress } from "./home-page/list-address.ts";
import { HomeSearch } from "./home-page/search.tsx";
import { CategoryLinks, HomeFacts, HomeTiles } from "./home-page/sections.tsx";

export const handle: PageHandle = { head: title(titles.home) };

const ContinueStrip = lazyWithPreload(
  async () => (await import("../identity/continue-strip.tsx")).ContinueStrip,
);
const HomeResults = lazyWithPreload(
  async () => (await import("./home-page/results.tsx")).HomeResults,
);

const queryKey = ["home"];

/** Eight random and eight newest unsold products (R095, R098). */
export const query = (): PageQuery<HomeProducts> => ({
  queryKey,
  queryFn: async ({ signal, client }) => {
    const { fetchHome } = await import("./home-page/products.ts");
    // The random products stay while the page lives (Q17).
    return fetchHome(client.getQueryData<HomeProducts>(queryKey)?.featured, signal);
  },
  given: ({ home: found }) => found,
  gcTime: Infinity,
});

/** The home page (R086 to R114). */
export function Component({ found: { featured, latest } }: { found: HomeProducts }) {
  const now = useNow();
  const isSignedIn = useSession().status === "signed-in";
  const query = useQuery();
  if (isListAddress(query))
    return (
      <div className="content pt-3 pb-12 md:pt-5">
        <HomeSearch />
        <Suspense fallback={<Opening />}>
          <HomeResults now={now} />
        </Suspense>
      </div>
    );
  return (
    <>
      <Suspense>{isSignedIn && <ContinueStrip />}</Suspense>
      <div className="content grid grid-cols-1 gap-2 pt-1.5 md:gap-4 md:pt-4 lg:grid-cols-[minmax(0,29fr)_minmax(0,21fr)] lg:gap-8">
        <HomeCarousel />
        <div className="grid min-w-0 content-between gap-2 md:gap-4 lg:gap-2">
          <HomeSearch />
          <HomeTiles />
          <CategoryLinks />
        </div>
      </div>
      <HomeGrid
        heading={homeMessages.featured}
        badge="top-pick"
        products={featured}
        now={now}
        isFirst
      />
      <HomeGrid heading={homeMessages.latest} badge="just-arrived" products={latest} now={now} />
      <div className="content pt-8 text-center">
        <Link to={paths.buy} className={buttonClass("primary", "w-full md:w-auto md:min-w-72")}>
          {homeMessages.viewAll}
        </Link>
      </div>
      <HomeFacts />
      <ItemDialog products={[...featured, ...latest]} page="home" now={now} />
    </>
  );
}

/** Shown until the code of the results has loaded; offline it may never load. */
function Opening() {
  const isAway = useOffline();
  if (!isAway) return <Loading label={shellMessages.loading} />;
  return (
    <p role="alert" className="py-12 text-center text-lg">
      {shellMessages.offline}
    </p>
  );
}

const sizes = "(width < 600px) calc(50vw - 22px), (width < 1200px) 23vw, 275px";

type GridProps = {
  heading: string;
  badge: BadgeKind;
  products: readonly Product[];
  now: number;
  isFirst?: boolean;
};

function HomeGrid({ heading, badge, products, now, isFirst = false }: GridProps) {
  return (
    <section className={`content ${isFirst ? "pt-3 md:pt-5" : "pt-8 md:pt-12"}`}>
      <h2 className={`text-lg font-bold md:text-2xl ${isFirst ? "mb-2 md:mb-3" : "mb-4"}`}>
        {heading}
      </h2>
      {products.length === 0 ? (
        <EmptyGrid />
      ) : (
        <CardGrid
          products={products}
          now={now}
          sizes={sizes}
          badge={badge}
          eager={isFirst ? 2 : 0}
        />
      )}
    </section>
  );
}
