import { maxLength } from "@market/contract/limits";
import * as cardsMessages from "@market/contract/cards/messages";
import { useRef } from "react";
import { useNavigate } from "react-router";
import { useSession } from "../../identity/session.ts";
import { paths } from "../../routing/paths.ts";
import { useQuery } from "../../routing/use-query.ts";
import { searchField, SearchIcon } from "../../search/search-field.tsx";

/** Leads students to the Buy page; visitors get their results on the home page (decision 052). */
export function HomeSearch() {
  const results = useSession().status === "signed-in" ? paths.buy : paths.home;
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const q = useQuery().get("q") ?? "";
  return (
    <search>
      <form
        className="relative"
        action={paths.home}
        onSubmit={(event) => {
          event.preventDefault();
          const typed = input.current?.value.trim();
          void navigate(typed ? `${results}?${new URLSearchParams({ q: typed })}` : results);
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
          />
        </label>
      </form>
    </search>
  );
}
