import { maxLength, searchDelay } from "@market/contract/limits";
import * as catalogueMessages from "@market/contract/lists/messages";
import * as cardsMessages from "@market/contract/cards/messages";
import type { Category } from "@market/contract/products/product";
import { searchTextOf } from "@market/contract/text";
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useStore } from "../browser/store.ts";
import { Icon } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { searchField, SearchIcon } from "./search-field.tsx";
import type { ListChoice } from "./filters.ts";
import { recentSearches, rememberSearch } from "./recent-searches.ts";
import type { Suggestion } from "./suggest.ts";
import { below, Suggestions, useSuggestions } from "./suggestions.tsx";

type Props = {
  choice: ListChoice;
  onSearch: (q: string | undefined) => void;
  onCategory: (category: Category) => void;
};

/** A combobox: what it suggests is chosen by the arrow keys, and Escape closes the list before it empties the field. */
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
  const suggestions = useSuggestions(text);
  /** Closed until something is typed; `undefined` while none of them is marked. */
  const [isOpen, setIsOpen] = useState(false);
  const [marked, setMarked] = useState<number>();
  const listId = useId();
  const shown = isOpen ? suggestions.found : [];
  const active = marked === undefined ? undefined : shown[marked];
  const close = () => {
    setIsOpen(false);
    setMarked(undefined);
  };
  const choose = ({ kind, text: chosen }: Suggestion) => {
    close();
    if (kind === "category") {
      setText("");
      onCategory(chosen);
      return;
    }
    setText(chosen);
    search(chosen);
    rememberSearch(chosen);
  };
  const keep = () => {
    const wanted = searchTextOf(text);
    if (wanted !== undefined) rememberSearch(wanted);
  };
  const clear = () => {
    setText("");
    search("");
    input.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && shown.length > 0) close();
    else if (event.key === "Escape" && text !== "") clear();
    else if (event.key === "Enter" && active) choose(active);
    else if (event.key === "ArrowDown" && shown.length > 0)
      setMarked(marked === undefined ? 0 : (marked + 1) % shown.length);
    else if (event.key === "ArrowUp" && shown.length > 0)
      setMarked(((marked ?? 0) + shown.length - 1) % shown.length);
    else if (event.key === "ArrowDown" && suggestions.found.length > 0) setIsOpen(true);
    else return;
    event.preventDefault();
  };

  return (
    <search className="group relative min-w-0 flex-1 md:max-w-120">
      <form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          close();
          search(text);
          keep();
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
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={shown.length > 0}
            aria-controls={listId}
            aria-activedescendant={active && `${listId}-${marked}`}
            onChange={({ target }) => {
              setText(target.value);
              setIsOpen(true);
              setMarked(undefined);
            }}
            onFocus={suggestions.prepare}
            onBlur={() => {
              keep();
              close();
            }}
            onKeyDown={onKeyDown}
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
      {text.trim() !== "" && searchTextOf(text) === undefined && (
        <p role="status" className={`${below} text-muted px-3 py-2 text-sm`}>
          {catalogueMessages.searchByWord}
        </p>
      )}
      <Suggestions id={listId} suggestions={shown} marked={marked} onChoose={choose} />
      {text === "" && (
        <RecentSearches
          onChoose={(chosen, isByKey) => {
            setText(chosen);
            search(chosen);
            rememberSearch(chosen);
            if (isByKey) input.current?.focus();
            else input.current?.blur();
          }}
        />
      )}
    </search>
  );
}

type RecentProps = { onChoose: (text: string, isByKey: boolean) => void };

/** Shown while the empty field, or one of these, has the focus. */
function RecentSearches({ onChoose }: RecentProps) {
  const texts = useStore(recentSearches);
  if (texts.length === 0) return null;
  return (
    <section
      aria-label={catalogueMessages.recentSearches}
      // Safari gives no focus to a button that is clicked, and the field shall keep it.
      onMouseDown={(event) => event.preventDefault()}
      className={`${below} hidden p-1 group-focus-within:block`}
    >
      <div className="flex flex-wrap items-center justify-between pl-3">
        <h2 className="text-muted text-sm font-bold [overflow-wrap:break-word]">
          {catalogueMessages.recentSearches}
        </h2>
        <button
          type="button"
          className="pressable text-primary rounded-button min-h-11 px-3 text-sm font-bold"
          onClick={() => recentSearches.set([])}
        >
          {catalogueMessages.clearRecent}
        </button>
      </div>
      <ul>
        {texts.map((text) => (
          <li key={text}>
            <button
              type="button"
              className="pressable hover:bg-sunken rounded-button flex min-h-11 w-full items-center gap-3 px-3 text-left"
              onClick={({ detail }) => onChoose(text, detail === 0)}
            >
              <Icon name="clock" className="text-muted size-5" />
              <span className="truncate">{text}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
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
