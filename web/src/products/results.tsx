import { slideshowIntervalBuy } from "@market/contract/limits";
import { messages } from "@market/contract/messages";
import type { Product } from "@market/contract/products";
import { memo, useDeferredValue } from "react";
import { Button } from "../ui/button.tsx";
import { paths } from "../paths.ts";
import { Card } from "./card.tsx";
import { CardSkeleton } from "./card-skeleton.tsx";
import { EmptyList } from "./empty-list.tsx";
import type { ListChoice } from "./filters.ts";
import type { ListState } from "./product-list.ts";

const skeletons = 6;
/** Cards on the first screen of most devices. */
const firstRow = 4;
const sizes = "(width < 600px) 46vw, (width < 900px) 31vw, 240px";

type Props = {
  list: ListState;
  choice: ListChoice;
  /** Whether the filter panel takes a column away. */
  isNarrow: boolean;
  /** The address's search part; a card adds its product to it. */
  search: string;
  /** Milliseconds since 1970; ages are counted from here. */
  now: number;
  onExtend: () => void;
  onRetry: () => void;
  onClear: () => void;
  onClearSearch: () => void;
};

/** The grid of the Buy page in each of its states: loading, error, loaded, empty. */
export function Results(props: Props) {
  const { list, choice, isNarrow, search, now, onExtend, onRetry, onClear, onClearSearch } = props;
  const { status, hasMore, nearestTo } = list;
  // Cards are made in slices: taps and frames go first.
  const products = useDeferredValue(list.products);
  if (status === "failed") return <Failure onRetry={onRetry} />;
  if (list.products?.length === 0 && status === "ready")
    return <EmptyList choice={choice} onClear={onClear} onClearSearch={onClearSearch} />;
  // What changes around it leaves it alone; the room is for outlines.
  const grid = `-m-2 p-2 [contain:layout_paint] grid grid-cols-2 gap-3 sm:grid-cols-3 md:gap-4 xl:gap-5 ${
    isNarrow ? "lg:grid-cols-3 xl:grid-cols-4" : "lg:grid-cols-4 xl:grid-cols-5"
  }`;
  if (products === undefined) {
    return (
      <div className={`${grid} transition-opacity delay-150 duration-100 starting:opacity-0`}>
        {Array.from({ length: skeletons }, (_, index) => (
          <CardSkeleton key={index} />
        ))}
      </div>
    );
  }
  const isBehind = products !== list.products;
  return (
    <>
      {nearestTo !== undefined && (
        <p className="bg-sunken rounded-card px-4 py-3 text-sm">{messages.nearestTo(nearestTo)}</p>
      )}
      <ul
        className={`${grid} transition-opacity ${status === "opening" ? "opacity-60" : ""}`}
        aria-busy={status === "opening" || isBehind}
      >
        <Cards products={products} search={search} now={now} />
      </ul>
      {status === "extension-failed" && <Failure onRetry={onRetry} />}
      {hasMore && status !== "extension-failed" && (
        <div className="grid justify-center pt-8">
          <Button
            kind="plain"
            className="min-w-56"
            busy={status === "extending" || isBehind}
            onClick={onExtend}
          >
            {messages.loadMore}
          </Button>
        </div>
      )}
    </>
  );
}

type CardsProps = { products: readonly Product[] } & Pick<Props, "search" | "now">;

/** The addresses of cards are those of the list that they belong to: another choice changes them when its products come. */
const Cards = memo(
  function Cards({ products, search, now }: CardsProps) {
    return products.map((product, index) => (
      <li key={product._id}>
        <Card
          product={product}
          to={paths.withItem(search, product._id)}
          now={now}
          interval={slideshowIntervalBuy}
          sizes={sizes}
          eager={index < firstRow}
        />
      </li>
    ));
  },
  (before, next) => before.products === next.products && before.now === next.now,
);

/** R469. */
function Failure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="grid justify-items-center gap-4 py-12 text-center" role="alert">
      <p className="text-lg">{messages.fetchProductsFailed}</p>
      <Button kind="plain" onClick={onRetry}>
        {messages.tryAgain}
      </Button>
    </div>
  );
}
