import * as calls from "@market/contract/lists/calls";
import { listMost } from "@market/contract/limits";
import { categories, type Category } from "@market/contract/products/product";
import { call } from "../api/client.ts";
import { thingCategory, thingIn } from "./thing-category.ts";

export type Suggestion =
  | { kind: "recent" | "name"; text: string }
  | { kind: "category"; text: Category };

/** In all, of one's own searches, and of categories. */
const most = 8;
const mostRecent = 3;
const mostCategories = 2;
/** Things offered after a search without results. */
const mostOften = 6;

/** Milliseconds for which names of the catalogue are suggested before they are fetched again. */
const fresh = 300_000;
let names: { at: number; list: Promise<string[]> } | undefined;

/** The names of the newest listings; none without the network, and another try the next time. */
export function namesOfCatalogue(): Promise<string[]> {
  if (names && Date.now() - names.at < fresh) return names.list;
  const list = call(calls.listProducts, { query: { limit: listMost } }).then(
    (products) => [
      ...new Set(products.filter(({ isSold }) => !isSold).map(({ name }) => name.trim())),
    ],
    () => {
      names = undefined;
      return [];
    },
  );
  names = { at: Date.now(), list };
  return list;
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** R1157: own searches, categories and names in which a word begins with each that is typed. */
export function suggest(
  typed: string,
  recent: readonly string[],
  catalogue: readonly string[],
): Suggestion[] {
  const wanted = wordsOf(typed);
  if (wanted.length === 0) return [];
  const fits = (text: string) => {
    const words = wordsOf(text);
    return wanted.every((begin) => words.some((word) => word.startsWith(begin)));
  };
  const meant = thingCategory(typed);
  const chosen: Suggestion[] = [
    ...recent
      .filter((text) => fits(text) && text.toLowerCase() !== typed.trim().toLowerCase())
      .slice(0, mostRecent)
      .map((text) => ({ kind: "recent", text }) as const),
    ...categories
      .filter((category) => category === meant || fits(category))
      .slice(0, mostCategories)
      .map((text) => ({ kind: "category", text }) as const),
  ];
  const said = new Set(chosen.map(({ text }) => text.toLowerCase()));
  const others = catalogue.filter((name) => fits(name) && !said.has(name.toLowerCase()));
  return [...chosen, ...others.map((text) => ({ kind: "name", text }) as const)].slice(0, most);
}

/** What is listed most, as words to search for; the most frequent first. */
export function oftenListed(catalogue: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of catalogue) {
    const thing = thingIn(name);
    if (thing !== undefined) counts.set(thing, (counts.get(thing) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, mostOften)
    .map(([thing]) => thing);
}
