import { messages } from "@market/contract/messages";
import type { Sort } from "@market/contract/products";
import {
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useNavigationType } from "react-router";
import { subscribeToReturn } from "../api/connection.ts";
import { AppliedFilters, FilterBar } from "../products/filter-bar.tsx";
import { FilterPanel } from "../products/filter-panel.tsx";
import { FilterSheet } from "../products/filter-sheet.tsx";
import {
  choiceKey,
  type ListChoice,
  readChoice,
  withChoice,
  withoutFilters,
} from "../products/filters.ts";
import { ItemDialog } from "../products/item-dialog.tsx";
import { keepPlace, keptPlace, type ListPlace } from "../products/list-place.ts";
import { ProductList } from "../products/product-list.ts";
import { Results } from "../products/results.tsx";
import { byTyping, SearchBox } from "../products/search-box.tsx";
import { useSearchAfterPaint } from "../products/wanted-search.ts";
import { useMedia } from "../ui/hydrated.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { SortSelect } from "../products/sort-select.tsx";

/** As `lg` of the style sheet: there is room for the filters beside the list. */
const wide = "(width >= 900px)";

/** Kept outside the page: Back finds the pages that were loaded. */
const list = new ProductList();

/** R115 to R124. */
export function Component() {
  const [search, changeSearch] = useSearchAfterPaint();
  const choice = useChoice(search);
  const [state, goToPlace] = useProducts(useDeferredValue(choice));
  const isWide = useMedia(wide);
  const [now] = useState(() => Date.now());
  const [isPanelOpen, setIsPanelOpen] = useState(true);
  const [isSheetOpen, setIsSheetOpen] = useState(false);

  const change = (next: ListChoice) => changeSearch((now) => withChoice(now, next));
  const clear = () => changeSearch(withoutFilters);
  // One step of the history for a whole search, however many keys it takes.
  const searchFor = (q: string | undefined, state?: typeof byTyping) =>
    changeSearch((now) => withChoice(now, { q }), { replaces: (from) => from.has("q"), state });
  const items = messages.itemsFound(state.products?.length ?? 0, !state.hasMore);

  return (
    <div className="content pb-12">
      <div className="flex items-center gap-4 pt-3 md:gap-6 md:pt-5">
        <h1 className="text-2xl font-bold">{messages.buy}</h1>
        <SearchBox choice={choice} onSearch={(q) => searchFor(q, byTyping)} />
      </div>
      <div className="bg-canvas sticky top-14 z-30 md:top-16">
        <FilterBar
          choice={choice}
          onChange={change}
          isPanelOpen={isPanelOpen}
          onTogglePanel={() => setIsPanelOpen(!isPanelOpen)}
          onOpenSheet={() => setIsSheetOpen(true)}
        />
      </div>
      <div className="lg:flex lg:items-start lg:gap-8">
        {isPanelOpen && isWide && (
          <aside className="sticky top-32 max-h-[calc(100dvh-9rem)] w-65 shrink-0 overflow-y-auto px-1 pt-3 pb-6">
            <FilterPanel choice={choice} onChange={change} />
          </aside>
        )}
        <section className="grid min-w-0 flex-1 gap-3 pt-1" aria-labelledby="products">
          <h2 id="products" className="sr-only">
            {messages.products}
          </h2>
          <AppliedFilters choice={choice} onChange={change} onClear={clear} />
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <p className="text-muted text-sm tabular-nums" role="status">
              {state.status === "opening" && (
                <span className="flex items-center gap-2 transition-opacity delay-150 duration-100 starting:opacity-0">
                  <Spinner /> {messages.loading}
                </span>
              )}
              {state.status === "ready" && items}
              {state.status === "ready" && choice.q !== undefined && (
                <span className="sr-only"> {messages.foundFor(choice.q)}</span>
              )}
            </p>
            <SortSelect choice={choice} onChange={(sort?: Sort) => change({ sort })} />
          </div>
          <Results
            list={state}
            choice={choice}
            isNarrow={isPanelOpen}
            search={search.toString()}
            now={now}
            onExtend={() => void list.extend()}
            onRetry={() => void list.retry()}
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
        onUnavailable={({ _id }, how) => (how === "sold" ? list.markSold(_id) : list.remove(_id))}
      />
      <FilterSheet
        open={isSheetOpen}
        onClose={() => setIsSheetOpen(false)}
        choice={choice}
        onChange={change}
        onClear={clear}
        items={items}
      />
    </div>
  );
}

/** The list that the address asks for; the same object as long as it asks for the same. */
function useChoice(search: URLSearchParams): ListChoice {
  const key = choiceKey(readChoice(search));
  return useMemo(() => readChoice(new URLSearchParams(key)), [key]);
}

/**
 * Opens the list whenever the choice changes; on the way back what is still there is enough.
 * @returns what it shows, and a function that goes where it was read before a reload, once it stands
 */
function useProducts(choice: ListChoice) {
  const isWayBack = useNavigationType() === "POP";
  const place = useRef<ListPlace>(undefined);
  const open = useEffectEvent((wanted: ListChoice) => {
    place.current = isWayBack && list.pages() === 0 ? keptPlace(choiceKey(wanted)) : undefined;
    void list.open(wanted, { resume: isWayBack, pages: place.current?.pages });
  });
  useLayoutEffect(() => open(choice), [choice]);
  useEffect(() => subscribeToReturn(() => void list.refresh()), []);
  useEffect(() => () => list.close(), []);
  const state = useSyncExternalStore(list.subscribe, list.state);

  const note = useEffectEvent(() => {
    // A list on its way back to its place is not there yet.
    if (place.current) return;
    const pages = list.pages();
    keepPlace(pages > 1 ? { of: choiceKey(choice), pages, top: window.scrollY } : undefined);
  });
  useEffect(() => {
    const onHide = () => note();
    document.addEventListener("visibilitychange", onHide);
    addEventListener("pagehide", onHide);
    return () => {
      document.removeEventListener("visibilitychange", onHide);
      removeEventListener("pagehide", onHide);
    };
  }, []);
  useLayoutEffect(() => () => note(), []);
  const goToPlace = () => {
    if (place.current) scrollTo({ top: place.current.top, behavior: "instant" });
    place.current = undefined;
  };
  return [state, goToPlace] as const;
}
