import { endpoints } from "@market/contract/endpoints";
import { homeGrid, slideshowInterval } from "@market/contract/limits";
import { messages } from "@market/contract/messages";
import type { HomeProducts } from "@market/contract/pages";
import type { Product } from "@market/contract/products";
import { useEffect } from "react";
import {
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
} from "react-router";
import { ContinueStrip } from "../account/continue-strip.tsx";
import { serverData } from "../page-context.ts";
import { itemParameter, paths } from "../paths.ts";
import type { BadgeKind } from "../products/badge.tsx";
import { Card } from "../products/card.tsx";
import { EmptyGrid, Grid } from "../products/grid.tsx";
import { ItemDialog } from "../products/item-dialog.tsx";
import { Link } from "../router/link.tsx";
import { useNow } from "../shell/use-now.ts";
import { buttonClass } from "../ui/button.tsx";
import { type PageHandle, title } from "./head.ts";
import { HomeCarousel } from "./home-carousel.tsx";
import { HomeFacts } from "./home-facts.tsx";
import { HomeTiles } from "./home-tiles.tsx";

export const handle: PageHandle = { head: title("Buy and sell on campus") };

/** The random eight of this page load; they stay while the page lives (Q17), also for the way back. */
let dealt: readonly Product[] | undefined;

/** Eight random and eight newest unsold products (R095, R098). */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<HomeProducts> {
  const given = context.get(serverData)?.home;
  if (given) return given;
  const { call } = await import("../api/client.ts");
  const list = (sort: "random" | "newest") =>
    call(endpoints.listProducts, { query: { sort, limit: homeGrid }, signal: request.signal });
  const [featured, latest] = await Promise.all([dealt ?? list("random"), list("newest")]);
  const unsold = ({ isSold }: Product) => !isSold;
  return { featured: featured.filter(unsold), latest: latest.filter(unsold) };
}

/** Opening a product changes only the search: nothing to fetch. When the network is back, nothing changes. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname || currentUrl.href === nextUrl.href;
}

/** R086 to R114. */
export function Component() {
  const { featured, latest } = useLoaderData<typeof loader>();
  const now = useNow();
  useEffect(() => {
    dealt = featured;
  }, [featured]);
  return (
    <>
      <ContinueStrip />
      <HomeCarousel />
      <HomeTiles />
      <HomeGrid heading={messages.featured} badge="top-pick" products={featured} now={now} />
      <HomeGrid heading={messages.latest} badge="just-arrived" products={latest} now={now} />
      <div className="content pt-8 text-center">
        <Link to={paths.buy} className={buttonClass("primary", "w-full md:w-auto md:min-w-72")}>
          {messages.viewAll}
        </Link>
      </div>
      <HomeFacts />
      <ItemDialog products={[...featured, ...latest]} page="home" now={now} />
    </>
  );
}

const sizes =
  "(width < 600px) calc(50vw - 22px), (width < 900px) 31vw, (width < 1200px) 23vw, 275px";

type GridProps = { heading: string; badge: BadgeKind; products: readonly Product[]; now: number };

function HomeGrid({ heading, badge, products, now }: GridProps) {
  return (
    <section className="content pt-10 md:pt-14">
      <h2 className="mb-4 text-xl font-bold md:text-2xl">{heading}</h2>
      {products.length === 0 ? (
        <EmptyGrid />
      ) : (
        <Grid>
          {products.map((product) => (
            <li key={product._id}>
              <Card
                product={product}
                to={`?${itemParameter}=${product._id}`}
                now={now}
                interval={slideshowInterval}
                sizes={sizes}
                badge={badge}
              />
            </li>
          ))}
        </Grid>
      )}
    </section>
  );
}
