import * as catalogueMessages from "@market/contract/lists/messages";
import * as shellMessages from "@market/contract/shell/messages";
import { useMemo } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { useSession } from "../../identity/session.ts";
import { paths } from "../../routing/paths.ts";
import { ItemDialog } from "../../products/item/item-dialog.tsx";
import { choiceKey, readChoice } from "../../search/filters.ts";
import { productList } from "../../lists/product-list.ts";
import { Results } from "../../lists/results.tsx";
import { useProductList } from "../../lists/use-product-list.ts";
import { Spinner } from "../../ui/spinner.tsx";

const link = "text-primary inline-flex min-h-11 items-center underline underline-offset-4";

/** Results of a search or a category for visitors, who have no Buy page. */
export function HomeResults({ now }: { now: number }) {
  const { search } = useLocation();
  const key = choiceKey(readChoice(new URLSearchParams(search)));
  const choice = useMemo(() => readChoice(new URLSearchParams(key)), [key]);
  const [state, goToPlace] = useProductList(choice);
  const isSignedIn = useSession().status === "signed-in";
  const navigate = useNavigate();
  const leave = () => void navigate(paths.home);
  const { q, category } = choice;
  return (
    <section className="grid grid-cols-1 gap-3" aria-labelledby="results">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 id="results" className="text-xl font-bold">
          {q === undefined
            ? (category ?? catalogueMessages.products)
            : catalogueMessages.resultsFor(q)}
        </h1>
        <p className="text-muted text-sm tabular-nums" role="status">
          {state.status === "opening" && (
            <span className="flex items-center gap-2 transition-opacity delay-150 duration-100 starting:opacity-0">
              <Spinner /> {shellMessages.loading}
            </span>
          )}
          {state.status === "ready" && catalogueMessages.itemsFound(state.total)}
        </p>
      </div>
      <p className="flex flex-wrap gap-x-6 text-sm font-bold">
        <Link to={paths.home} className={link}>
          {catalogueMessages.leaveResults}
        </Link>
        <Link to={{ pathname: paths.buy, search: `?${key}` }} className={link}>
          {isSignedIn ? catalogueMessages.filters : catalogueMessages.logInToFilter}
        </Link>
      </p>
      <h2 className="sr-only">{catalogueMessages.products}</h2>
      <Results
        list={state}
        choice={choice}
        hasSidePanel={false}
        now={now}
        onClear={leave}
        onClearSearch={leave}
        onDrawn={goToPlace}
      />
      <ItemDialog
        products={state.products}
        isComing={state.status === "opening"}
        page="home"
        now={now}
        onUnavailable={({ _id }, how) =>
          how === "sold" ? productList.markSold(_id) : productList.remove(_id)
        }
      />
    </section>
  );
}
