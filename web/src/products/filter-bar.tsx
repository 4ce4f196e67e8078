import { messages } from "@market/contract/messages";
import { categories } from "@market/contract/products";
import { useEffect, useRef } from "react";
import { afterPaint } from "../ui/after-paint.ts";
import { CategoryIcon } from "./category-icon.tsx";
import { filterLabel } from "./filter-labels.ts";
import { appliedFilters, type ListChoice } from "./filters.ts";
import { useShownChoice } from "./wanted-search.ts";

const chip =
  "pressable inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-full border px-3.5 text-sm whitespace-nowrap";
const chipToChoose = `${chip} bg-surface border-line hover:border-control aria-pressed:bg-ink aria-pressed:text-canvas aria-pressed:border-ink`;

type Props = {
  choice: ListChoice;
  onChange: (change: ListChoice) => void;
  isPanelOpen: boolean;
  onTogglePanel: () => void;
  /** On small screens the panel is a sheet over the page. */
  onOpenSheet: () => void;
};

/** The row under the top bar: opens the panel (R116), and chooses a category in one tap. */
export function FilterBar({ choice, onChange, isPanelOpen, onTogglePanel, onOpenSheet }: Props) {
  const count = appliedFilters(choice).length;
  const look = `${chip} bg-surface border-control hover:bg-sunken aria-expanded:bg-sunken font-bold`;
  return (
    <div className="flex items-center gap-2 py-2">
      <button
        type="button"
        className={`${look} lg:hidden`}
        aria-haspopup="dialog"
        onClick={onOpenSheet}
      >
        <FiltersFace count={count} />
      </button>
      <button
        type="button"
        className={`${look} max-lg:hidden`}
        aria-expanded={isPanelOpen}
        onClick={onTogglePanel}
      >
        <FiltersFace count={count} />
      </button>
      <CategoryChips choice={choice} onChange={onChange} />
    </div>
  );
}

type ChipsProps = { choice: ListChoice; onChange: (change: ListChoice) => void };

/** One row that a finger moves; it fades at its end, and the chosen chip is always in sight. */
function CategoryChips({ choice, onChange }: ChipsProps) {
  const row = useRef<HTMLDivElement>(null);
  const shown = useShownChoice(choice).category;
  // Not before the chip shows as pressed: asking for its place costs a layout of the page.
  useEffect(
    () =>
      afterPaint(() => {
        const pressed = row.current?.querySelector<HTMLElement>("[aria-pressed=true]");
        const start = (pressed?.offsetLeft ?? 0) - (row.current?.offsetLeft ?? 0);
        row.current?.scrollTo({ left: start - 24 });
      }),
    [choice.category],
  );
  return (
    <div
      ref={row}
      role="group"
      aria-label={messages.filterHeadings.category}
      className="-my-1 -mr-4 flex min-w-0 flex-1 gap-2 overflow-x-auto scroll-smooth mask-r-from-[calc(100%-32px)] p-1 pr-8 [scrollbar-width:none] md:-mr-6"
    >
      {[undefined, ...categories].map((category) => (
        <button
          key={category ?? ""}
          type="button"
          className={chipToChoose}
          aria-pressed={shown === category}
          onClick={() => onChange({ category })}
        >
          {category && <CategoryIcon category={category} className="size-5 shrink-0 lg:hidden" />}
          {category ?? messages.allCategories}
        </button>
      ))}
    </div>
  );
}

type AppliedProps = {
  choice: ListChoice;
  onChange: (change: ListChoice) => void;
  onClear: () => void;
};

/**
 * The filters that are set, each to be taken off, and all of them at once (R117). One that is taken off
 * goes at once; a new one comes with its list, because it may move the page.
 */
export function AppliedFilters({ choice, onChange, onClear }: AppliedProps) {
  const shown = useShownChoice(choice);
  const applied = appliedFilters(choice).filter(({ field, value }) => shown[field] === value);
  if (applied.length === 0) return null;
  return (
    <ul className="-mx-4 flex items-center gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-1">
      {applied.map(({ field, value }) => (
        <li key={field} className="shrink-0">
          <button
            type="button"
            className={`${chip} bg-mint text-on-mint border-transparent font-bold`}
            aria-label={messages.removeFilter(filterLabel(field, value))}
            onClick={() => onChange({ [field]: undefined })}
          >
            {filterLabel(field, value)}
            <Cross />
          </button>
        </li>
      ))}
      <li className="shrink-0">
        <button
          type="button"
          className="pressable text-primary min-h-11 px-2 text-sm font-bold underline underline-offset-4"
          onClick={onClear}
        >
          {messages.clearFilters}
        </button>
      </li>
    </ul>
  );
}

function FiltersFace({ count }: { count: number }) {
  return (
    <>
      <Sliders />
      {messages.filters}
      {count > 0 && (
        <span className="bg-primary text-on-primary grid size-5 place-items-center rounded-full text-xs font-bold tabular-nums">
          {count}
          <span className="sr-only"> {messages.applied}</span>
        </span>
      )}
    </>
  );
}

function Sliders() {
  return (
    <svg
      viewBox="0 0 24 24"
      className="size-5 shrink-0"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M4 8h9m5 0h2M4 16h2m5 0h9M15.500 5.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5ZM8.500 13.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5Z" />
    </svg>
  );
}

function Cross() {
  return (
    <svg
      viewBox="0 0 24 24"
      className="size-4 shrink-0"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.200"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="m7 7 10 10M17 7 7 17" />
    </svg>
  );
}
