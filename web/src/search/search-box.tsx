import { maxLength, searchDelay } from "@market/contract/limits";
import * as catalogueMessages from "@market/contract/lists/messages";
import * as cardsMessages from "@market/contract/cards/messages";
import type { Category } from "@market/contract/products/product";
import { searchTextOf } from "@market/contract/text";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { IconButton } from "../ui/icon-button.tsx";
import type { ListChoice } from "./filters.ts";
import { searchField, SearchIcon } from "./search-field.tsx";
import { Suggestions } from "./suggestions.tsx";

type Props = {
  choice: ListChoice;
  onSearch: (q: string | undefined) => void;
  onCategory: (category: Category) => void;
};

/** Searches as it is typed. Escape closes the suggestions before it empties the field. */
export function SearchBox({ choice, onSearch, onCategory }: Props) {
  const [text, setText] = useText(choice.q);
  const input = useRef<HTMLInputElement>(null);
  const search = (typed: string) => {
    const wanted = searchTextOf(typed);
    if (wanted !== choice.q) onSearch(wanted);
  };
  const searchLater = useEffectEvent(() => search(text));
  useEffect(() => {
    const timer = setTimeout(() => searchLater(), searchDelay);
    return () => clearTimeout(timer);
  }, [text]);
  const clear = () => {
    setText("");
    search("");
    input.current?.focus();
  };

  return (
    <search className="group relative min-w-0 flex-1 md:max-w-120">
      <form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          search(text);
          // A phone's keyboard closes, so that the results are in sight.
          input.current?.blur();
        }}
      >
        <label>
          <span className="sr-only">{cardsMessages.search}</span>
          <SearchIcon />
          <input
            ref={input}
            {...searchField}
            maxLength={maxLength.search}
            className={`${searchField.className} ${text === "" ? "pr-3" : "pr-12"}`}
            value={text}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Escape" || event.defaultPrevented || text === "") return;
              event.preventDefault();
              clear();
            }}
          />
        </label>
        {text !== "" && (
          <IconButton
            icon="close"
            label={catalogueMessages.clearSearch}
            look="plain"
            className="text-muted hover:text-ink absolute inset-y-0 right-0"
            onClick={clear}
          />
        )}
      </form>
      <Suggestions
        field={input}
        onSearch={(chosen) => {
          setText(chosen);
          search(chosen);
        }}
        onCategory={(category) => {
          setText("");
          onCategory(category);
        }}
      />
    </search>
  );
}

/** The text being typed, until the address has another one for another reason, such as Back. */
function useText(q: string | undefined): [string, (text: string) => void] {
  const [text, setText] = useState(q ?? "");
  const [seen, setSeen] = useState(q);
  if (q !== seen) {
    setSeen(q);
    if (q !== searchTextOf(text)) setText(q ?? "");
  }
  return [text, setText];
}
