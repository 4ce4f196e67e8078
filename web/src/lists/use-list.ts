import { useMemo } from "react";
import {
  choiceKey,
  type ListChoice,
  readChoice,
  withChoice,
  withoutFilters,
} from "../search/filters.ts";
import { useListAddress } from "./use-list-address.ts";
import { useProductList } from "./use-product-list.ts";

export type List = ReturnType<typeof useList>;

/** The list of the address. @param complete adds parameters that keep an address on the page */
export function useList(complete = (search: URLSearchParams) => search) {
  const [search, chosenSearch, changeSearch] = useListAddress();
  const choice = useChoice(search);
  /** Includes the changes that are under way. */
  const chosen = useChoice(chosenSearch);
  const [state, goToPlace] = useProductList(choice);
  return {
    choice,
    chosen,
    state,
    goToPlace,
    change: (next: ListChoice) => changeSearch((now) => complete(withChoice(now, next))),
    clear: () => changeSearch((now) => complete(withoutFilters(now))),
    // One history entry for a whole search, however many keys it takes.
    searchFor: (q: string | undefined) =>
      changeSearch((now) => complete(withChoice(now, { q })), chosen.q !== undefined),
  };
}

/** The same object as long as the address leads to the same list. */
function useChoice(search: string): ListChoice {
  const key = choiceKey(readChoice(new URLSearchParams(search)));
  return useMemo(() => readChoice(new URLSearchParams(key)), [key]);
}
