import * as catalogueMessages from "@market/contract/lists/messages";
import { categories, type Sort, sorts } from "@market/contract/products/product";
import { useDeferredValue, useEffect, useRef } from "react";
import { Icon } from "../ui/more-icons.tsx";
import { Select } from "../ui/select.tsx";
import { CategoryIcon } from "../products/card/category-icon.tsx";
import {
  appliedFilters,
  filterLabel,
  type FilterProps,
  type ListChoice,
  panelFields,
} from "../search/filters.ts";

const chip =
  "pressable inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-full border px-3.5 text-sm whitespace-nowrap";
const chipToChoose = `${chip} bg-surface border-line hover:border-control aria-pressed:bg-mint aria-pressed:text-on-mint aria-pressed:border-primary aria-pressed:font-bold`;

type Props = FilterProps & {
  isPanelOpen: boolean;
  onTogglePanel: () => void;
  onOpenSheet: () => void;
};

/** Opens the filters (R116), and chooses a category in one tap. */
export function FilterBar({ choice, onChange, isPanelOpen, onTogglePanel, onOpenSheet }: Props) {
  const count = appliedFilters(choice, panelFields).length;
  const look = `${chip} bg-surface border-control hover:bg-sunken aria-expanded:bg-sunken font-bold`;
  const face = (
    <>
      <Icon name="filters" />
      {catalogueMessages.filters}
      {count > 0 && (
        <span className="bg-primary text-on-primary grid size-[1.25rem] place-items-center rounded-full text-xs font-bold tabular-nums">
          {count}
          <span className="sr-only"> {catalogueMessages.applied}</span>
        </span>
      )}
    </>
  );
  return (
    <div className="flex items-center gap-2 py-2">
      <button
        type="button"
        className={`${look} lg:hidden`}
        aria-haspopup="dialog"
        onClick={onOpenSheet}
      >
        {face}
      </button>
      <button
        type="button"
        className={`${look} max-lg:hidden`}
        aria-expanded={isPanelOpen}
        onClick={onTogglePanel}
      >
        {face}
      </button>
      <CategoryChips choice={choice} onChange={onChange} />
    </div>
  );
}

function CategoryChips({ choice, onChange }: FilterProps) {
  const row = useRef<HTMLDivElement>(null);
  // Deferred until the chip shows as pressed, because measuring its position costs a layout.
  const category = useDeferredValue(choice.category);
  useEffect(() => {
    const pressed = row.current?.querySelector<HTMLElement>("[aria-pressed=true]");
    const start = (pressed?.offsetLeft ?? 0) - (row.current?.offsetLeft ?? 0);
    row.current?.scrollTo({ left: start - 56 });
  }, [category]);
  return (
    <div
      ref={row}
      role="group"
      aria-label={catalogueMessages.filterHeadings.category}
      className="-my-1 -mr-4 flex min-w-0 flex-1 gap-2 overflow-x-auto scroll-smooth fade-sides p-1 pr-8 [scrollbar-width:none] md:-mr-6 lg:gap-1.5 lg:pr-1"
    >
      {[undefined, ...categories].map((one) => (
        <button
          key={one ?? ""}
          type="button"
          className={chipToChoose}
          aria-pressed={choice.category === one}
          onClick={() => onChange({ category: one })}
        >
          {one && <CategoryIcon category={one} className="size-5 shrink-0 lg:hidden" />}
          {one ?? catalogueMessages.allCategories}
        </button>
      ))}
    </div>
  );
}

/** `chosen` includes the changes that are under way. */
type AppliedProps = FilterProps & { chosen: ListChoice; onClear: () => void };

/** The filters that are set, to be removed one by one or all together (R117). */
export function AppliedFilters({ choice, chosen, onChange, onClear }: AppliedProps) {
  // A new one comes with its list, because it moves the page.
  const applied = appliedFilters(choice, panelFields).filter(
    ({ field, value }) => chosen[field] === value,
  );
  if (applied.length === 0) return null;
  return (
    <ul className="-mx-4 flex items-center gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-1">
      {applied.map(({ field, value }) => (
        <li key={field} className="shrink-0">
          <button
            type="button"
            className={`${chip} bg-mint text-on-mint border-primary font-bold`}
            aria-label={catalogueMessages.removeFilter(filterLabel(field, value))}
            onClick={() => onChange({ [field]: undefined })}
          >
            {filterLabel(field, value)}
            <Icon name="close" className="size-4" />
          </button>
        </li>
      ))}
      <li className="shrink-0">
        <button
          type="button"
          className="pressable text-primary min-h-11 px-2 text-sm font-bold underline underline-offset-4"
          onClick={onClear}
        >
          {catalogueMessages.clearFilters}
        </button>
      </li>
    </ul>
  );
}

type SortProps = { choice: ListChoice; onChange: (sort: Sort | undefined) => void };

/** The order of a list. By default a search shows the best matches first, and other lists are shuffled once a visit (Q61). */
export function SortSelect({ choice, onChange }: SortProps) {
  const { best, recommended } = catalogueMessages.sortNames;
  return (
    <label className="flex max-w-full min-w-0 items-center gap-2 text-sm">
      <span className="text-muted max-sm:sr-only">{catalogueMessages.sortBy}</span>
      <Select
        className="min-w-0 rounded-button bg-surface border-line hover:border-control min-h-11 border pl-3"
        value={choice.sort ?? ""}
        placeholder={choice.q === undefined ? recommended : best}
        options={sorts.map((value) => ({ value, label: catalogueMessages.sortNames[value] }))}
        onChange={({ target }) => onChange(sorts.find((value) => value === target.value))}
      />
    </label>
  );
}
