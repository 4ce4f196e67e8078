import * as catalogueMessages from "@market/contract/lists/messages";
import * as shellMessages from "@market/contract/shell/messages";
import * as sharingMessages from "@market/contract/sharing/messages";
import type { Sort } from "@market/contract/products/product";
import { Suspense, useMemo, useState } from "react";
import { AppliedFilters, FilterBar, SortSelect } from "../lists/filter-bar.tsx";
import { FilterPanel, FilterSheet } from "../lists/filter-panel.tsx";
import {
  choiceKey,
  type ListChoice,
  readChoice,
  withChoice,
  withoutFilters,
} from "../search/filters.ts";
import { ItemDialog } from "../products/item/item-dialog.tsx";
import { Results } from "../lists/results.tsx";
import { SearchBox } from "../search/search-box.tsx";
import { useListAddress } from "../lists/use-list-address.ts";
import { useProductList } from "../lists/use-product-list.ts";
import { productList } from "../lists/product-list.ts";
import { lazyWithPreload } from "../browser/lazy-with-preload.ts";
import { useMedia } from "../browser/hydrated.tsx";
import { Spinner } from "../ui/spinner.tsx";

const ShareMessage = lazyWithPreload(
  async () => (await import("../lists/share-message.tsx")).ShareMessage,
);

/** The width of `lg` in the style sheet. */
const wide = "(width >= 900px)";

/** The Buy page (R115 to R124). */
export function Component() {
  const [search, chosenSearch, changeSearch] = useListAddress();
  const choice = useChoice(search);
  const chosen = useChoice(chosenSearch);
  const [state, goToPlace] = useProductList(choice);
  const isWide = useMedia(wide);
  const [now] = useState(() => Date.now());
  const [isPanelOpen, setIsPanelOpen] = useState(true);
  const [isSheetOpen, setIsSheetOpen] = useState(false);

  const change = (next: ListChoice) => changeSearch((now) => withChoice(now, next));
  const clear = () => changeSearch(withoutFilters);
  // One history entry for a whole search, however many keys it takes.
  const searchFor = (q: string | undefined) =>
    changeSearch((now) => withChoice(now, { q }), chosen.q !== undefined);
  const items = catalogueMessages.itemsFound(state.total);

  return (
    <div className="content pb-12">
      <div className="bg-canvas sticky top-0 z-30 -mx-4 px-4 md:top-16 md:-mx-6 md:px-6">
        <div className="flex items-center gap-3 pt-2 md:gap-6 md:pt-4">
          <h1 className="text-2xl font-bold">{shellMessages.buy}</h1>
          <SearchBox choice={chosen} onSearch={searchFor} />
        </div>
        <FilterBar
          choice={chosen}
          onChange={change}
          isPanelOpen={isPanelOpen}
          onTogglePanel={() => setIsPanelOpen(!isPanelOpen)}
          onOpenSheet={() => setIsSheetOpen(true)}
        />
      </div>
      <div className="lg:flex lg:items-start lg:gap-8">
        {isPanelOpen && isWide && (
          <aside className="sticky top-48 max-h-[calc(100dvh-13rem)] w-65 shrink-0 overflow-y-auto px-1 pt-3 pb-6">
            <FilterPanel choice={chosen} onChange={change} />
          </aside>
        )}
        <section className="grid min-w-0 flex-1 grid-cols-1 gap-3 pt-1" aria-labelledby="products">
          <h2 id="products" className="sr-only">
            {catalogueMessages.products}
          </h2>
          <AppliedFilters choice={choice} chosen={chosen} onChange={change} onClear={clear} />
          <div className="flex flex-wrap items-center justify-between gap-x-2">
            <p className="text-muted text-sm tabular-nums" role="status">
              {state.status === "opening" && (
                <span className="flex items-center gap-2 transition-opacity delay-150 duration-100 starting:opacity-0">
                  <Spinner /> {shellMessages.loading}
                </span>
              )}
              {state.status === "ready" && items}
              {state.status === "ready" && choice.q !== undefined && (
                <span className="sr-only"> {catalogueMessages.foundFor(choice.q)}</span>
              )}
            </p>
            {choice.q === undefined && choice.category === undefined ? null : (
              <Suspense>
                <ShareMessage
                  query={{ ...choice, days: "7" }}
                  shortLabel={sharingMessages.shareChoice}
                  className="ml-auto max-sm:px-3"
                />
              </Suspense>
            )}
            <SortSelect choice={chosen} onChange={(sort?: Sort) => change({ sort })} />
          </div>
          <Results
            list={state}
            choice={choice}
            hasSidePanel={isPanelOpen}
            now={now}
            onClear={clear}
            onClearSearch={() => searchFor(undefined)}
            onDrawn={goToPlace}
          />
        </section>
      </div>
      <ItemDialog
        products={state.products}
        isComing={state.status === "opening"}
        page="buy"
        now={now}
        onUnavailable={({ _id }, how) =>
          how === "sold" ? productList.markSold(_id) : productList.remove(_id)
        }
      />
      <FilterSheet
        open={isSheetOpen}
        onClose={() => setIsSheetOpen(false)}
        choice={chosen}
        onChange={change}
        onClear={clear}
        items={items}
      />
    </div>
  );
}

/** The same object as long as the address leads to the same list. */
function useChoice(search: string): ListChoice {
  const key = choiceKey(readChoice(new URLSearchParams(search)));
  return useMemo(() => readChoice(new URLSearchParams(key)), [key]);
}
