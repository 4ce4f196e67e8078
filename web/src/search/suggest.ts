import * as calls from "@market/contract/lists/calls";
import { categories, type Category } from "@market/contract/products/product";
import { call } from "../api/client.ts";
import { thingCategory, thingIn } from "./thing-category.ts";

export type Suggestion =
  | { kind: "recent" | "name"; text: string }
  | { kind: "category"; text: Category };

/** In total, of the user's own searches, and of categories. */
const most = 8;
const mostRecent = 3;
const mostCategories = 2;
/** Suggestions after a search without results. */
const mostOften = 6;

/** Milliseconds for which names of the catalogue are suggested before the server is asked whether they have changed. */
const fresh = 60_000;
let names: { at: number; list: Promise<CatalogueName[]> } | undefined;

/** A name in the catalogue, the number of its listings, and its words, each preceded by a space. */
export type CatalogueName = { name: string; listings: number; words: string };

export const catalogueName = ({ name, listings }: Omit<CatalogueName, "words">): CatalogueName => ({
  name,
  listings,
  words: spaced(name),
});

/** The names of the catalogue; none without the network, and another try the next time. */
export function namesOfCatalogue(): Promise<CatalogueName[]> {
  if (names && Date.now() - names.at < fresh) return names.list;
  const list = call(calls.listNames).then(
    (found) => found.map(catalogueName),
    () => {
      names = undefined;
      return [];
    },
  );
  names = { at: Date.now(), list };
  return list;
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
const spaced = (text: string) => ` ${wordsOf(text).join(" ")}`;

/** R1157: own searches, categories and names in which a word begins with each that is typed. */
export function suggest(
  typed: string,
  recent: readonly string[],
  catalogue: readonly CatalogueName[],
): Suggestion[] {
  const wanted = wordsOf(typed).map((begin) => ` ${begin}`);
  if (wanted.length === 0) return [];
  const fit = (words: string) => wanted.every((begin) => words.includes(begin));
  const fits = (text: string) => fit(spaced(text));
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
  const others = catalogue.filter(({ name, words }) => fit(words) && !said.has(name.toLowerCase()));
  return [...chosen, ...others.map(({ name }) => ({ kind: "name", text: name }) as const)].slice(
    0,
    most,
  );
}

/** Search words for the most listed items, the most frequent first. */
export function oftenListed(catalogue: readonly CatalogueName[]): string[] {
  const counts = new Map<string, number>();
  for (const { name, listings } of catalogue) {
    const thing = thingIn(name);
    if (thing !== undefined) counts.set(thing, (counts.get(thing) ?? 0) + listings);
  }
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, mostOften)
    .map(([thing]) => thing);
}
