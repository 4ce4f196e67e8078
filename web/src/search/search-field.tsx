import * as cardsMessages from "@market/contract/cards/messages";
import { Icon } from "../ui/icon.tsx";

/** Common parts of search fields, whose list `suggestions.tsx` opens once it has the focus. */
export const searchField = {
  type: "search",
  role: "combobox",
  "aria-expanded": false,
  enterKeyHint: "search",
  autoComplete: "off",
  autoCapitalize: "none",
  spellCheck: false,
  placeholder: cardsMessages.searchExample,
  className:
    "bg-surface border-control min-h-12 w-full rounded-full border pl-10 -outline-offset-2 text-ellipsis [&::-webkit-search-cancel-button]:hidden",
} as const;

export const SearchIcon = () => (
  <Icon name="search" className="text-muted pointer-events-none absolute top-3.5 left-3 size-5" />
);
