import * as calls from "@market/contract/saved/calls";
import { useQuery } from "@tanstack/react-query";
import * as savedMessages from "@market/contract/saved/messages";
import * as catalogueMessages from "@market/contract/lists/messages";
import * as profileMessages from "@market/contract/students/messages";
import * as shellMessages from "@market/contract/shell/messages";
import { formatPrice } from "@market/contract/price";
import type { SavedProduct } from "@market/contract/products/product";
import { useState } from "react";
import { Link } from "react-router";
import { call } from "../api/client.ts";
import { useSession } from "../identity/session.ts";
import { paths } from "../routing/paths.ts";
import { Badge } from "../products/card/card.tsx";
import { CardSkeleton } from "../products/card/card-skeleton.tsx";
import { Newest } from "../lists/newest.tsx";
import { CardGrid, Grid } from "../products/card/grid.tsx";
import { ListFailure } from "../products/card/list-failure.tsx";
import { ItemDialog } from "../products/item/item-dialog.tsx";
import { storeSavedIds } from "../saved/saved.ts";
import { savesSettled } from "../saved/saved-actions.ts";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

/** So few saved items leave the screen empty. */
const few = 3;
const sizes = "(width < 768px) 46vw, (width < 1200px) 23vw, 275px";

/** Saved listings. One that is unsaved here stays until the next visit. */
export function Component() {
  const session = useSession();
  return session.status === "signed-in" ? <SavedItems userId={session.user._id} /> : null;
}

function SavedItems({ userId }: { userId: string }) {
  const {
    data: products,
    isError,
    refetch,
  } = useQuery({
    queryKey: ["own", "saved", userId],
    queryFn: async ({ signal }) => {
      await savesSettled();
      const { products: saved } = await call(calls.savedProducts, { signal });
      storeSavedIds(saved.map(({ _id }) => _id));
      return saved;
    },
    // The previous list, until the server has answered.
    gcTime: Infinity,
  });
  const retry = () => void refetch();
  const [now] = useState(() => Date.now());
  const isLoading = !products && !isError;
  return (
    <div className="content pt-5 pb-12 md:pt-10">
      <div className="mb-4 flex items-baseline justify-between gap-3">
        <h1 className="text-2xl font-bold">{shellMessages.saved}</h1>
        <p className="text-muted tabular-nums" role="status">
          {products && products.length > 0 && profileMessages.items(products.length)}
          {isLoading && <span className="sr-only">{shellMessages.loading}</span>}
        </p>
      </div>
      {isLoading && <Waiting />}
      {!products && isError && (
        <ListFailure sentence={savedMessages.savedFetchFailed} onRetry={retry} />
      )}
      {products?.length === 0 && (
        <EmptyState
          icon="heart"
          title={savedMessages.savedEmpty}
          text={savedMessages.savedEmptyText}
        >
          <Link to={paths.buy} className={buttonClass("primary")}>
            {savedMessages.browse}
          </Link>
        </EmptyState>
      )}
      {products && products.length > 0 && (
        <section aria-labelledby="products">
          <h2 id="products" className="sr-only">
            {catalogueMessages.products}
          </h2>
          <CardGrid products={products} now={now} sizes={sizes} savable marksOf={priceDrop} />
        </section>
      )}
      {products && products.length < few && <Newest except={products.map(({ _id }) => _id)} />}
      <ItemDialog products={products} page="buy" now={now} onUnavailable={retry} />
    </div>
  );
}

function priceDrop({ isSold, priceBefore }: SavedProduct) {
  if (isSold || priceBefore === undefined) return {};
  return {
    mark: <Badge text={savedMessages.priceDrop} />,
    besidePrice: (
      <s className="text-muted text-xs">
        <span className="sr-only">{savedMessages.priceBefore} </span>
        {formatPrice(priceBefore)}
      </s>
    ),
  };
}

function Waiting() {
  return (
    <div
      aria-hidden="true"
      className="transition-opacity delay-150 duration-100 starting:opacity-0"
    >
      <Grid>
        {["one", "two", "three", "four"].map((place) => (
          <li key={place}>
            <CardSkeleton />
          </li>
        ))}
      </Grid>
    </div>
  );
}
