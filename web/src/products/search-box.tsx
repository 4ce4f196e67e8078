import { maxLength, searchDelay } from "@market/contract/limits";
import { messages } from "@market/contract/messages";
import { searchTextOf } from "@market/contract/text";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import { Icon } from "../ui/icon.tsx";
import type { ListChoice } from "./filters.ts";
import { useShownChoice } from "./wanted-search.ts";

type Props = {
  /** With the text that the page searches for. */
  choice: ListChoice;
  /** Called a moment after the last key, and at once on Enter or when the text is cleared. */
  onSearch: (q: string | undefined) => void;
};

/** What marks a step in the history that the box itself made. */
export const byTyping = { isTyped: true };

/** Finds products while their name is being typed. */
export function SearchBox({ choice, onSearch }: Props) {
  const [text, setText] = useText(choice.q);
  const asked = useShownChoice(choice).q;
  const input = useRef<HTMLInputElement>(null);
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pending.current), []);
  // The text that waited is searched for under the filters of now, not of when it was typed.
  const latest = useRef({ asked, onSearch });
  useLayoutEffect(() => {
    latest.current = { asked, onSearch };
  });

  const search = (typed: string, delay: number) => {
    clearTimeout(pending.current);
    const wanted = searchTextOf(typed);
    const ask = () => {
      if (wanted !== latest.current.asked) latest.current.onSearch(wanted);
    };
    if (delay === 0) ask();
    else pending.current = setTimeout(ask, delay);
  };
  const clear = () => {
    setText("");
    search("", 0);
    input.current?.focus();
  };

  return (
    <search className="min-w-0 flex-1 md:max-w-120">
      <form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          search(text, 0);
          // The keyboard of a phone makes room for what was found.
          input.current?.blur();
        }}
      >
        <label>
          <span className="sr-only">{messages.search}</span>
          <Icon
            name="search"
            className="text-muted pointer-events-none absolute top-3.5 left-3 size-5"
          />
          <input
            ref={input}
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={maxLength.search}
            placeholder={messages.searchExample}
            className="bg-surface border-control min-h-12 w-full rounded-full border pr-12 pl-10 -outline-offset-2 text-ellipsis [&::-webkit-search-cancel-button]:hidden"
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              search(target.value, searchDelay);
            }}
            onKeyDown={(event) => {
              if (event.key !== "Escape" || text === "") return;
              event.preventDefault();
              clear();
            }}
          />
        </label>
        {text !== "" && (
          <button
            type="button"
            className="pressable text-muted hover:text-ink absolute inset-y-0 right-0 grid size-12 place-items-center rounded-full"
            aria-label={messages.clearSearch}
            onClick={clear}
          >
            <Icon name="close" />
          </button>
        )}
      </form>
    </search>
  );
}

/**
 * The text in the box: what is being typed, until the address changes for another reason (Back, a
 * link, a cleared search), which then has its way.
 */
function useText(q: string | undefined): [string, (text: string) => void] {
  const [text, setText] = useState(q ?? "");
  const { key, state } = useLocation();
  const isTyped =
    useNavigationType() !== "POP" && (state as typeof byTyping | null)?.isTyped === true;
  const [seenKey, setSeenKey] = useState(key);
  if (key !== seenKey) {
    setSeenKey(key);
    if (!isTyped) setText(q ?? "");
  }
  return [text, setText];
}
