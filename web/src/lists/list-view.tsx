import * as catalogueMessages from "@market/contract/lists/messages";
import * as shellMessages from "@market/contract/shell/messages";
import type { Sort } from "@market/contract/products/product";
import { type ReactNode, useState } from "react";
import { useMedia } from "../browser/hydrated.tsx";
import { ItemDialog } from "../products/item/item-dialog.tsx";
import type { ChatPage } from "../products/item/chat.ts";
import { Spinner } from "../ui/spinner.tsx";
import { AppliedFilters, FilterBar, SortSelect } from "./filter-bar.tsx";
import { FilterPanel, FilterSheet } from "./filter-panel.tsx";
import { productList } from "./product-list.ts";
import { Results } from "./results.tsx";
import type { List } from "./use-list.ts";

/** The width of `lg` in the style sheet. */
const wide = "(width >= 900px)";

type Props = {
  list: List;
  page: ChatPage;
  now: number;
  /** Sticks to the top, with the filters. */
  header?: ReactNode;
  labelledBy: string;
  heading: ReactNode;
  share?: ReactNode;
};

/** Filters, order and products of a list: for students at `/buy`, for visitors on the home page. */
export function ListView(props: Props) {
  const { list, page, now, labelledBy } = props;
  const { choice, chosen, state, change, clear } = list;
  const isWide = useMedia(wide);
  const [isPanelOpen, setIsPanelOpen] = useState(true);
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const items = catalogueMessages.itemsFound(state.total);
  return (
    <>
      <div className="bg-canvas sticky top-0 z-30 -mx-4 px-4 md:top-16 md:-mx-6 md:px-6">
        {props.header}
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
          <aside className="sticky top-48 max-h-[calc(100dvh-208px)] w-65 shrink-0 overflow-y-auto px-1 pt-3 pb-6">
            <FilterPanel choice={chosen} onChange={change} />
          </aside>
        )}
        <section
          className="grid min-w-0 flex-1 grid-cols-1 gap-3 pt-1"
          aria-labelledby={labelledBy}
        >
          {props.heading}
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
            {props.share}
            <SortSelect choice={chosen} onChange={(sort?: Sort) => change({ sort })} />
          </div>
          <Results
            list={state}
            choice={choice}
            hasSidePanel={isPanelOpen}
            now={now}
            onClear={clear}
            onSearch={list.searchFor}
            onDrawn={list.goToPlace}
          />
        </section>
      </div>
      <ItemDialog
        products={state.products}
        isComing={state.status === "opening"}
        page={page}
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
    </>
  );
}
