import { platformFee } from "@market/contract/limits";
import * as homeMessages from "@market/contract/pages/home-messages";
import { categories } from "@market/contract/products/product";
import { Link } from "react-router";
import { useSession } from "../../identity/session.ts";
import { usePageSettings } from "../../routing/page-context.ts";
import { paths } from "../../routing/paths.ts";
import { useQuery } from "../../routing/use-query.ts";
import { CategoryIcon } from "../../products/card/category-icon.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";

/** Links to the Buy page or, for visitors, to the results on the home page. */
export function CategoryLinks() {
  const results = useSession().status === "signed-in" ? paths.buy : paths.home;
  const chosen = useQuery().get("category");
  return (
    <nav aria-label={homeMessages.categories}>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(max(3.2rem,14%),1fr))]">
        {categories.map((category) => (
          <li key={category}>
            <Link
              to={`${results}?${new URLSearchParams({ category })}`}
              aria-label={category}
              aria-current={category === chosen || undefined}
              className="category-link pressable"
            >
              <CategoryIcon category={category} className="size-9 p-1.5" />
              {category.split(" ")[0]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** R090 to R093. */
export function HomeTiles() {
  return (
    <section>
      <h1 className="text-base font-bold tracking-tight md:text-2xl md:tracking-normal lg:text-xl xl:text-2xl">
        {homeMessages.campusTiles}
      </h1>
      <ul className="mt-1.5 grid grid-cols-[repeat(auto-fit,minmax(max(5.9rem,30%),1fr))] gap-2 md:mt-3 md:gap-3">
        <li>
          <Link to={paths.buy} className="pressable tile bg-primary text-on-primary">
            <TileWords icon="buy" name={homeMessages.tileBuy} note={homeMessages.tileBuyNote} />
          </Link>
        </li>
        <li>
          <Link to={paths.sell} className="pressable tile bg-marigold text-on-marigold">
            <TileWords icon="tag" name={homeMessages.tileSell} note={homeMessages.tileSellNote} />
          </Link>
        </li>
        <li>
          <div className="tile bg-mint text-on-mint">
            <TileWords
              icon="hand"
              name={homeMessages.tileRequest}
              note={homeMessages.tileRequestNote}
            />
            <span className="bg-surface text-ink absolute top-1.5 right-1.5 rounded-full px-2 py-0.5 text-xs font-bold">
              {homeMessages.soon}
            </span>
          </div>
        </li>
      </ul>
    </section>
  );
}

function TileWords({ icon, name, note }: { icon: IconName; name: string; note: string }) {
  return (
    <>
      <Icon name={icon} className="size-6 md:size-7" />
      <span>
        <span className="block text-sm font-bold whitespace-nowrap md:text-base">{name}</span>
        <span className="hidden text-sm leading-tight md:block lg:hidden xl:block">{note}</span>
      </span>
    </>
  );
}

export function HomeFacts() {
  const { campus } = usePageSettings();
  const facts = [
    [`₹${platformFee}`, homeMessages.factFee],
    ["1", homeMessages.factCampus(campus.name)],
    ["0", homeMessages.factPhones],
  ] as const;
  return (
    <section aria-label={homeMessages.facts} className="content pt-12 md:pt-16">
      <ul className="bg-mint text-on-mint grid gap-6 rounded-card p-6 md:grid-cols-[repeat(auto-fit,minmax(max(12rem,25%),1fr))] md:p-8">
        {facts.map(([number, text]) => (
          <li
            key={text}
            className="grid grid-cols-[3.5rem_1fr] items-center gap-3 md:grid-cols-1 md:content-start md:gap-1"
          >
            <span className="text-3xl font-bold tabular-nums md:text-4xl">{number}</span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
