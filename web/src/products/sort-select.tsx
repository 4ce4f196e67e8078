import { messages } from "@market/contract/messages";
import { type Sort, sorts } from "@market/contract/products";
import { useAhead } from "../ui/ahead.ts";
import { Select } from "../ui/select.tsx";

type Props = {
  sort: Sort | undefined;
  /** Whether a text is searched for, which has an order of its own. */
  isSearch: boolean;
  onChange: (sort: Sort | undefined) => void;
};

/** The order of the list; without one a search has the best first, and every visit its own mixture (Q61). */
export function SortSelect({ sort, isSearch, onChange }: Props) {
  const [shown, show] = useAhead(sort);
  const choose = (value: string) => {
    const next = sorts.find((one) => one === value);
    show(next);
    onChange(next);
  };
  return (
    <label className="flex items-center gap-2 text-sm">
      <span className="text-muted max-sm:sr-only">{messages.sortBy}</span>
      <Select
        className="rounded-button bg-surface border-line hover:border-control min-h-11 border pl-3"
        value={shown ?? ""}
        placeholder={isSearch ? messages.sortNames.best : messages.sortNames.mixed}
        options={sorts.map((value) => ({ value, label: messages.sortNames[value] }))}
        onChange={({ target }) => choose(target.value)}
      />
    </label>
  );
}
