import * as catalogueMessages from "@market/contract/lists/messages";
import { useEffect, useState } from "react";
import { namesOfCatalogue, oftenListed } from "./suggest.ts";

type Props = { onSearch: (q: string) => void };

/** What to search for instead. Searches are not recorded, so the catalogue says what is common. */
export function OftenListed({ onSearch }: Props) {
  const [things, setThings] = useState<string[]>([]);
  useEffect(() => {
    let isShown = true;
    void namesOfCatalogue().then((names) => {
      if (isShown) setThings(oftenListed(names));
    });
    return () => {
      isShown = false;
    };
  }, []);
  if (things.length === 0) return null;
  return (
    <section className="grid justify-items-center gap-2" aria-labelledby="often-listed">
      <h3 id="often-listed" className="text-muted text-sm font-bold">
        {catalogueMessages.oftenListed}
      </h3>
      <ul className="flex flex-wrap justify-center gap-2">
        {things.map((thing) => (
          <li key={thing}>
            <button
              type="button"
              className="pressable bg-surface border-control min-h-11 rounded-full border px-4"
              onClick={() => onSearch(thing)}
            >
              {thing}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
