import { messages } from "@market/contract/messages";
import { type Sort, sorts } from "@market/contract/products";
import { Select } from "../ui/select.tsx";
import type { ListChoice } from "./filters.ts";
import { useShownChoice } from "./wanted-search.ts";

type Props = { choice: ListChoice; onChange: (sort: Sort | undefined) => void };

/** The order of the list; without one a search has the best first, and every visit its own mixture (Q61). */
export function SortSelect({ choice, onChange }: Props) {
  const { sort } = useShownChoice(choice);
  const { best, mixed } = messages.sortNames;
  return (
    <label className="flex max-w-full min-w-0 items-center gap-2 text-sm">
      <span className="text-muted max-sm:sr-only">{messages.sortBy}</span>
      <Select
        className="min-w-0 rounded-button bg-surface border-line hover:border-control min-h-11 border pl-3"
        value={sort ?? ""}
        placeholder={choice.q === undefined ? mixed : best}
        options={sorts.map((value) => ({ value, label: messages.sortNames[value] }))}
        onChange={({ target }) => onChange(sorts.find((value) => value === target.value))}
      />
    </label>
  );
}
