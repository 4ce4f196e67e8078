import * as catalogueMessages from "@market/contract/lists/messages";
import type { Category } from "@market/contract/products/product";
import { searchTextOf } from "@market/contract/text";
import {
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { savesData } from "../browser/save-data.ts";
import { useStore } from "../browser/store.ts";
import { Icon } from "../ui/icon.tsx";
import { recentSearches, rememberSearch } from "./recent-searches.ts";
import type { CatalogueName, Suggestion } from "./suggest.ts";

type Finder = {
  names: readonly CatalogueName[];
  suggest: typeof import("./suggest.ts").suggest;
};

/** Suggestions come from lists in this browser, which `prepare` fetches; without them there are none. */
function useSuggestions(text: string): { found: Suggestion[]; prepare: () => void } {
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
  // Each letter draws this several times, and the list is long.
  const found = useMemo(
    () => finder?.suggest(typed, recent, finder.names) ?? [],
    [finder, typed, recent],
  );
  return { found, prepare };
}

const below =
  "bg-surface border-line rounded-card [box-shadow:var(--shadow-float)] absolute inset-x-0 top-full z-10 mt-1 border";

const icons = { recent: "clock", category: "tag", name: "search" } as const;

type Props = {
  /** The field, within a `search` that is a `group` and `relative`. */
  field: RefObject<HTMLInputElement | null>;
  onSearch: (q: string) => void;
  onCategory: (category: Category) => void;
};

/** Own searches while the field is empty, then matches. The field keeps the focus, and its page need not contain this code. */
export function Suggestions({ field, onSearch, onCategory }: Props) {
  const text = useTextOf(field);
  const { found, prepare } = useSuggestions(text);
  /** Closed until something is typed; `undefined` while none of them is marked. */
  const [isOpen, setIsOpen] = useState(false);
  const [marked, setMarked] = useState<number>();
  const id = useId();
  const shown = isOpen ? found : [];
  const active = marked === undefined ? undefined : shown[marked];
  const close = () => {
    setIsOpen(false);
    setMarked(undefined);
  };
  const choose = ({ kind, text: chosen }: Suggestion) => {
    close();
    if (kind === "category") return onCategory(chosen);
    onSearch(chosen);
    rememberSearch(chosen);
  };

  const follow = useEffectEvent((event: Event) => {
    if (event.type !== "submit" && event.target !== field.current) return;
    if (event.type === "focusin") prepare();
    else if (event.type === "keydown") press(event as KeyboardEvent);
    else if (event.type === "input") {
      setIsOpen(true);
      setMarked(undefined);
    } else {
      const typed = searchTextOf(field.current?.value);
      if (typed !== undefined) rememberSearch(typed);
      close();
    }
  });
  const press = (event: KeyboardEvent) => {
    const last = shown.length - 1;
    if (event.key === "Escape" && last >= 0) close();
    else if (event.key === "Enter" && active) choose(active);
    else if (event.key === "ArrowDown" && last >= 0)
      setMarked(marked === undefined || marked === last ? 0 : marked + 1);
    else if (event.key === "ArrowUp" && last >= 0) setMarked(marked ? marked - 1 : last);
    else if (event.key === "ArrowDown" && found.length > 0) setIsOpen(true);
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    const stop = new AbortController();
    for (const type of ["focusin", "keydown", "input", "focusout", "submit"])
      around(field)?.addEventListener(type, follow, { signal: stop.signal });
    return () => stop.abort();
  }, [field]);
  useEffect(() => {
    const input = field.current;
    if (input !== document.activeElement) return;
    prepare();
    // The text was typed before this code had loaded.
    if (input?.value !== input?.defaultValue) setIsOpen(true);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Once, when it appears.
  }, []);
  useEffect(() => {
    const input = field.current;
    input?.setAttribute("aria-autocomplete", "list");
    input?.setAttribute("aria-controls", id);
    input?.setAttribute("aria-expanded", String(shown.length > 0));
    if (active) input?.setAttribute("aria-activedescendant", `${id}-${marked}`);
    else input?.removeAttribute("aria-activedescendant");
  });

  return (
    <>
      {text.trim() !== "" && searchTextOf(text) === undefined && (
        <p role="status" className={`${below} text-muted px-3 py-2 text-sm`}>
          {catalogueMessages.searchByWord}
        </p>
      )}
      <div
        id={id}
        role="listbox"
        tabIndex={-1}
        aria-label={catalogueMessages.suggestions}
        className={shown.length === 0 ? "hidden" : `${below} p-1`}
        onMouseDown={(event) => event.preventDefault()}
      >
        {shown.map((suggestion, place) => (
          <button
            key={`${suggestion.kind} ${suggestion.text}`}
            id={`${id}-${place}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={place === marked}
            className="pressable hover:bg-sunken aria-selected:bg-sunken rounded-button flex min-h-11 w-full items-center gap-3 px-3 text-left"
            onClick={() => choose(suggestion)}
          >
            <Icon name={icons[suggestion.kind]} className="text-muted size-5" />
            <span className="line-clamp-2 min-w-0">
              {suggestion.kind === "category"
                ? catalogueMessages.inCategory(suggestion.text)
                : suggestion.text}
            </span>
          </button>
        ))}
      </div>
      {text === "" && (
        <RecentSearches
          onChoose={(chosen, isByKey) => {
            onSearch(chosen);
            rememberSearch(chosen);
            if (isByKey) field.current?.focus();
            else field.current?.blur();
          }}
        />
      )}
    </>
  );
}

/** The home page has another field after each search, within the same element. */
const around = (field: Props["field"]) => field.current?.closest("search");

function useTextOf(field: Props["field"]): string {
  const subscribe = useCallback(
    (changed: () => void) => {
      const search = around(field);
      search?.addEventListener("input", changed);
      return () => search?.removeEventListener("input", changed);
    },
    [field],
  );
  return useSyncExternalStore(
    subscribe,
    () => field.current?.value ?? "",
    () => "",
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
              <span className="line-clamp-2 min-w-0">{text}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
