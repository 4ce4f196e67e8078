import * as catalogueMessages from "@market/contract/lists/messages";
import { Link } from "react-router";
import { paths } from "../../routing/paths.ts";
import { ListView } from "../../lists/list-view.tsx";
import { useList } from "../../lists/use-list.ts";
import { isListAddress } from "./list-address.ts";

/** Results of a search or a category for visitors, who have no Buy page; they sort and filter as students do. */
export function HomeResults({ now }: { now: number }) {
  const list = useList(staying);
  const { q, category } = list.choice;
  return (
    <ListView
      list={list}
      page="home"
      now={now}
      labelledBy="results"
      heading={
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h1 id="results" className="text-xl font-bold">
            {q === undefined
              ? (category ?? catalogueMessages.products)
              : catalogueMessages.resultsFor(q)}
          </h1>
          <Link
            to={paths.home}
            className="text-primary inline-flex min-h-11 items-center text-sm font-bold underline underline-offset-4"
          >
            {catalogueMessages.leaveResults}
          </Link>
          <h2 className="sr-only">{catalogueMessages.products}</h2>
        </div>
      }
    />
  );
}

/** Without a filter, a search or an order the address would be the home page's. */
function staying(search: URLSearchParams): URLSearchParams {
  if (!isListAddress(search)) search.set("sort", "newest");
  return search;
}
