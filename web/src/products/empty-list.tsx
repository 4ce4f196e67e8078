import { messages } from "@market/contract/messages";
import { Button } from "../ui/button.tsx";
import { appliedFilters, type ListChoice } from "./filters.ts";

type Props = { choice: ListChoice; onClear: () => void; onClearSearch: () => void };

/** Nothing fits the filters (R122), or the text that is searched for. */
export function EmptyList({ choice, onClear, onClearSearch }: Props) {
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
      <div className="grid max-w-[34ch] min-w-0 gap-1 text-lg text-balance">
        {q !== undefined && <p className="font-bold">{messages.nothingFor(q)}</p>}
        <p>{messages.noProducts}</p>
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        {q !== undefined && (
          <Button kind="plain" onClick={onClearSearch}>
            {messages.clearSearch}
          </Button>
        )}
        {(q === undefined || appliedFilters(choice).length > 0) && (
          <Button kind="plain" onClick={onClear}>
            {messages.clearFilters}
          </Button>
        )}
      </div>
    </div>
  );
}
