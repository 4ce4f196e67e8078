import { messages } from "@market/contract/messages";
import { useEffectEvent, useLayoutEffect } from "react";
import { useOffline } from "../api/use-offline.ts";
import { useMedia } from "../ui/hydrated.tsx";
import { Button } from "../ui/button.tsx";
import { CardPieces } from "./card-pieces.tsx";
import { CardSkeleton } from "./card-skeleton.tsx";
import { EmptyList } from "./empty-list.tsx";
import type { ListChoice } from "./filters.ts";
import type { ListState } from "./product-list.ts";
import { useRowsInTurn } from "./rows-in-turn.ts";

const skeletons = 6;
/** As `.card-list` of the style sheet: phones have rows of two, and of three where there is room. */
const threeColumns = "(width >= 600px)";

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
  /** The whole list stands, with its full height. */
  onDrawn: () => void;
};

/** The grid of the Buy page in each of its states: loading, error, loaded, empty. */
export function Results(props: Props) {
  const { list, choice, isNarrow, search, now, onExtend, onRetry, onClear, onClearSearch } = props;
  const { status, hasMore, nearestTo } = list;
  const row = useMedia(threeColumns) ? 3 : 2;
  const { products, isBehind } = useRowsInTurn(list, row);
  const isDrawn = status === "ready" && products !== undefined && !isBehind;
  const tellDrawn = useEffectEvent(props.onDrawn);
  useLayoutEffect(() => {
    if (isDrawn) tellDrawn();
  }, [isDrawn]);
  if (status === "failed") return <Failure onRetry={onRetry} />;
  if (list.products?.length === 0 && status === "ready")
    return <EmptyList choice={choice} onClear={onClear} onClearSearch={onClearSearch} />;
  const columns = isNarrow ? "lg:grid-cols-3 xl:grid-cols-4" : "lg:grid-cols-4 xl:grid-cols-5";
  if (products === undefined) {
    return (
      <div
        className={`card-list ${columns} transition-opacity delay-150 duration-100 starting:opacity-0`}
      >
        <div className="card-row">
          {Array.from({ length: skeletons }, (_, index) => (
            <CardSkeleton key={index} />
          ))}
        </div>
      </div>
    );
  }
  return (
    <>
      {nearestTo !== undefined && (
        <p className="bg-sunken rounded-card px-4 py-3 text-sm">{messages.nearestTo(nearestTo)}</p>
      )}
      <div
        role="list"
        className={`card-list ${columns} transition-opacity ${status === "opening" ? "opacity-60" : ""}`}
        aria-busy={status === "opening" || isBehind}
      >
        <CardPieces products={products} search={search} now={now} row={row} />
      </div>
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

/** R469. */
function Failure({ onRetry }: { onRetry: () => void }) {
  const isAway = useOffline();
  return (
    <div className="grid justify-items-center gap-4 py-12 text-center" role="alert">
      <p className="text-lg">{messages.fetchProductsFailed}</p>
      {/* Without a network it would fail again; when that is back the list comes by itself. */}
      {!isAway && (
        <Button kind="plain" onClick={onRetry}>
          {messages.tryAgain}
        </Button>
      )}
    </div>
  );
}
