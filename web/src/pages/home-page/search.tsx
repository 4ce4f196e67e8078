import { maxLength } from "@market/contract/limits";
import * as cardsMessages from "@market/contract/cards/messages";
import { Suspense, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { lazyWithPreload } from "../../browser/lazy-with-preload.ts";
import { useSession } from "../../identity/session.ts";
import { paths } from "../../routing/paths.ts";
import { useQuery } from "../../routing/use-query.ts";
import { searchField, SearchIcon } from "../../search/search-field.tsx";

const Suggestions = lazyWithPreload(
  async () => (await import("../../search/suggestions.tsx")).Suggestions,
);

/** Leads students to the Buy page; visitors get their results on the home page (decision 052). */
export function HomeSearch() {
  const pathname = useSession().status === "signed-in" ? paths.buy : paths.home;
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [isUsed, setIsUsed] = useState(false);
  const q = useQuery().get("q") ?? "";
  const open = (choice: Record<string, string>) => {
    if (input.current) input.current.value = choice["q"] ?? "";
    void navigate({ pathname, search: `${new URLSearchParams(choice)}` });
  };
  const use = () => setIsUsed(true);
  return (
    <search className="group relative">
      <form
        className="relative"
        action={paths.home}
        onSubmit={(event) => {
          event.preventDefault();
          const typed = input.current?.value.trim();
          open(typed ? { q: typed } : {});
        }}
      >
        <label>
          <span className="sr-only">{cardsMessages.search}</span>
          <SearchIcon />
          <input
            ref={input}
            key={q}
            {...searchField}
            name="q"
            maxLength={maxLength.search}
            defaultValue={q}
            className={`${searchField.className} pr-4`}
            onFocus={use}
            onInput={use}
          />
        </label>
      </form>
      <Suspense>
        {isUsed && (
          <Suggestions
            field={input}
            onSearch={(text) => open({ q: text })}
            onCategory={(category) => open({ category })}
          />
        )}
      </Suspense>
    </search>
  );
}
