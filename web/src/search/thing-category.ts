import dictionary from "@market/contract/search/dictionary.txt?raw";
import type { Category } from "@market/contract/products/product";
import { thingWords } from "./category-words.ts";

/** Students' words for items, and their categories. */
const categoryOf = new Map<string, Category>();
/** Words that may begin a longer one: `bicycles`, `guitarist`. */
const prefixes: string[] = [];

for (const [category, list] of Object.entries(thingWords) as [Category, string][])
  for (const phrase of list.split(", ")) {
    categoryOf.set(phrase, category);
    if (phrase.length >= 4 && !phrase.includes(" ")) prefixes.push(phrase);
  }
// The search's own list knows more spellings of the same things, Hinglish ones above all.
for (const line of dictionary.split("\n")) {
  if (/^(#|$|ignore:|accessory:)/.test(line) || line.includes(">")) continue;
  const words = line.split(", ");
  const category = words.map((word) => categoryOf.get(word)).find((known) => known !== undefined);
  if (category === undefined) continue;
  for (const word of words)
    if (!word.includes(" ") && !categoryOf.has(word)) categoryOf.set(word, category);
}

const wordPattern = /[\p{L}\p{M}]+/gu;
const longestPhrase = 3;

/** The category of the first thing that a text names; a phrase counts before its words. */
export function thingCategory(text: string): Category | undefined {
  const words = text.toLowerCase().match(wordPattern) ?? [];
  for (const place of words.keys())
    for (let length = longestPhrase; length > 0; length -= 1) {
      const phrase = words.slice(place, place + length).join(" ");
      const found = categoryOf.get(phrase) ?? categoryOf.get(singularOf(phrase));
      if (found) return found;
    }
  const longer = words.map((word) => prefixes.find((prefix) => word.startsWith(prefix)));
  return categoryOf.get(longer.find((prefix) => prefix !== undefined) ?? "");
}

const singularOf = (phrase: string) => phrase.replace(/s$/, "");

/** The thing that a name is about: `cycle` of “Red city cycle, with lock”. */
export function thingIn(name: string): string | undefined {
  const [main = ""] = name.toLowerCase().split(/[,:(+]| with | and /);
  const words = main.match(wordPattern) ?? [];
  return words.map(singularOf).findLast((word) => categoryOf.has(word));
}
