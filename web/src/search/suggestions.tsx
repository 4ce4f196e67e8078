import * as catalogueMessages from "@market/contract/lists/messages";
import { useDeferredValue, useState } from "react";
import { savesData } from "../browser/save-data.ts";
import { useStore } from "../browser/store.ts";
import { Icon } from "../ui/icon.tsx";
import { recentSearches } from "./recent-searches.ts";
import type { Suggestion } from "./suggest.ts";

type Finder = { names: readonly string[]; suggest: typeof import("./suggest.ts").suggest };

/** Suggestions come from lists in this browser, which `prepare` fetches once; without them there are none. */
export function useSuggestions(text: string): { found: Suggestion[]; prepare: () => void } {
  const [finder, setFinder] = useState<Finder>();
  const recent = useStore(recentSearches);
  const typed = useDeferredValue(text);
  const prepare = () => {
    import("./suggest.ts")
      .then(async ({ suggest, namesOfCatalogue }) => {
        setFinder((before) => before ?? { suggest, names: [] });
        if (!savesData()) setFinder({ suggest, names: await namesOfCatalogue() });
      })
      .catch((failure: unknown) => console.warn("No suggestions", failure));
  };
  return { found: finder?.suggest(typed, recent, finder.names) ?? [], prepare };
}

export const below =
  "bg-surface border-line rounded-card [box-shadow:var(--shadow-float)] absolute inset-x-0 top-full z-10 mt-1 border";

const icons = { recent: "clock", category: "tag", name: "search" } as const;

type Props = {
  id: string;
  suggestions: readonly Suggestion[];
  marked: number | undefined;
  onChoose: (suggestion: Suggestion) => void;
};

/** The list of a combobox: the field keeps the focus. */
export function Suggestions({ id, suggestions, marked, onChoose }: Props) {
  return (
    <div
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={catalogueMessages.suggestions}
      className={suggestions.length === 0 ? "hidden" : `${below} p-1`}
      onMouseDown={(event) => event.preventDefault()}
    >
      {suggestions.map((suggestion, place) => (
        <button
          key={`${suggestion.kind} ${suggestion.text}`}
          id={`${id}-${place}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={place === marked}
          className="pressable hover:bg-sunken aria-selected:bg-sunken rounded-button flex min-h-11 w-full items-center gap-3 px-3 text-left"
          onClick={() => onChoose(suggestion)}
        >
          <Icon name={icons[suggestion.kind]} className="text-muted size-5" />
          <span className="truncate">
            {suggestion.kind === "category"
              ? catalogueMessages.inCategory(suggestion.text)
              : suggestion.text}
          </span>
        </button>
      ))}
    </div>
  );
}
