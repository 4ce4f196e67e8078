import { slideshowIntervalBuy } from "@market/contract/limits";
import * as catalogueMessages from "@market/contract/lists/messages";
import type { Product } from "@market/contract/products/product";
import { memo, Suspense, useDeferredValue, useEffectEvent, useLayoutEffect } from "react";
import { lazyWithPreload } from "../browser/lazy-with-preload.ts";
import { paths } from "../routing/paths.ts";
import { useShownProducts } from "../students/blocked.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../products/card/card.tsx";
import { CardSkeleton } from "../products/card/card-skeleton.tsx";
import { ListFailure } from "../products/card/list-failure.tsx";
import { AlertMe } from "../alerts/alert-me.tsx";
import { appliedFilters, type ListChoice } from "../search/filters.ts";
import { type ListState, productList } from "./product-list.ts";

const OftenListed = lazyWithPreload(
  async () => (await import("../search/often-listed.tsx")).OftenListed,
);

/** Whole rows of two and of three cards, as `.card-group` of the style sheet. */
const groupSize = 6;
const firstScreen = 4;
const sizes = "(width < 600px) 46vw, (width < 900px) 31vw, 240px";

type Props = {
  list: ListState;
  choice: ListChoice;
  hasSidePanel: boolean;
  now: number;
  onClear: () => void;
  onSearch: (q: string | undefined) => void;
  onDrawn: () => void;
};

export function Results(props: Props) {
  const { list, choice, hasSidePanel, now, onClear, onSearch } = props;
  const { status, cursor, nearestTo } = list;
  // Drawn in the background: a page of cards would block a slow phone for too long.
  const { products, of } = useDeferredValue(list);
  const isBehind = products !== list.products;
  const isDrawn = status === "ready" && !isBehind;
  const onDrawn = useEffectEvent(props.onDrawn);
  useLayoutEffect(() => {
    if (isDrawn) onDrawn();
  }, [isDrawn]);
  // R469
  const failure = (
    <ListFailure
      sentence={catalogueMessages.fetchProductsFailed}
      onRetry={() => void productList.retry()}
    />
  );
  if (status === "failed") return failure;
  if (list.products?.length === 0 && status === "ready")
    return <EmptyList choice={choice} onClear={onClear} onSearch={onSearch} />;
  const columns = hasSidePanel ? "xl:[--most:4]" : "lg:[--most:4] xl:[--most:5]";
  if (products === undefined) {
    return (
      <div
        className={`card-list ${columns} transition-opacity delay-150 duration-100 starting:opacity-0`}
      >
        <div className="card-group">
          {Array.from({ length: groupSize }, (_, index) => (
            <CardSkeleton key={index} />
          ))}
        </div>
      </div>
    );
  }
  return (
    <>
      {nearestTo !== undefined && (
        <div className="bg-sunken rounded-card flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 text-sm">
          <p className="min-w-0 basis-64 grow wrap-anywhere">
            {catalogueMessages.nearestTo(nearestTo)}
          </p>
          <AlertMe choice={choice} kind="primary" />
        </div>
      )}
      <div
        role="list"
        className={`card-list ${columns} transition-opacity ${status === "opening" ? "opacity-60" : ""}`}
        aria-busy={status === "opening" || isBehind}
      >
        <Cards products={products} search={of ?? ""} now={now} />
      </div>
      {status === "extension-failed" && failure}
      {cursor !== undefined && status !== "extension-failed" && (
        <div className="grid justify-center pt-8">
          <Button
            kind="plain"
            className="min-w-56"
            busy={status !== "ready" || isBehind}
            onClick={() => void productList.extend()}
          >
            {catalogueMessages.loadMore}
          </Button>
        </div>
      )}
      {nearestTo === undefined && (
        <div className="grid justify-center pt-4">
          <AlertMe choice={choice} kind="quiet" className="text-primary" />
        </div>
      )}
    </>
  );
}

type CardsProps = { products: readonly Product[]; search: string; now: number };

const Cards = memo(function Cards({ products: all, search, now }: CardsProps) {
  const products = useShownProducts(all);
  const groups = Array.from({ length: Math.ceil(products.length / groupSize) }, (_, place) =>
    products.slice(place * groupSize, (place + 1) * groupSize),
  );
  return groups.map((group, place) => (
    <div key={place} className="card-group">
      {group.map((product, index) => (
        <div key={product._id} role="listitem">
          <Card
            product={product}
            to={paths.withItem(search, product._id)}
            now={now}
            interval={slideshowIntervalBuy}
            sizes={sizes}
            eager={place === 0 && index < firstScreen}
          />
        </div>
      ))}
    </div>
  ));
});

type EmptyProps = Pick<Props, "choice" | "onClear" | "onSearch">;

/** The message in place of an empty list (R122). */
function EmptyList({ choice, onClear, onSearch }: EmptyProps) {
  const { q } = choice;
  return (
    <div className="grid justify-items-center gap-5 py-16 text-center">
      <svg
        viewBox="0 0 120 96"
        className="text-control w-32"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.500"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M20 40h80l-6 46H26zM42 40V30a18 18 0 0 1 36 0v10" />
        <path d="M48 62h.1M72 62h.1M51 75c5-5 13-5 18 0" strokeWidth="3.500" />
        <path d="M8 24l6 4M12 12l5 5M112 24l-6 4M108 12l-5 5" className="text-marigold" />
      </svg>
      <div className="grid max-w-[44ch] min-w-0 gap-1 text-lg text-balance">
        {q !== undefined && (
          <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
            <p className="min-w-0 font-bold">{catalogueMessages.nothingFor(q)}</p>
            <AlertMe choice={choice} kind="primary" />
          </div>
        )}
        <p>{catalogueMessages.noProducts}</p>
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        {q === undefined && <AlertMe choice={choice} kind="primary" />}
        {q !== undefined && (
          <Button kind="plain" onClick={() => onSearch(undefined)}>
            {catalogueMessages.clearSearch}
          </Button>
        )}
        {(q === undefined || appliedFilters(choice).length > 0) && (
          <Button kind="plain" onClick={onClear}>
            {catalogueMessages.clearFilters}
          </Button>
        )}
      </div>
      {q !== undefined && (
        <Suspense>
          <OftenListed onSearch={onSearch} />
        </Suspense>
      )}
    </div>
  );
}
