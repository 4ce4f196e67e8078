import type { Phrase } from "./dictionary.ts";
import type { Term } from "./terms.ts";

export type Step = { step: number; query: string; except?: string | undefined };

/** Words that join items sold together: a cycle with a lock is a cycle. */
const joining = ["with", "and", "plus", "including", "included", "free"];

/** Words of names are indexed once more behind an equals sign (migrations/015). */
type Place = "=" | "";
type Variant = 0 | 1 | 2 | 3;

const all = (queries: readonly string[]) => (queries.includes("") ? "" : `(${queries.join("&")})`);
const any = (queries: readonly string[]) => {
  const some = new Set(queries.filter((query) => query !== ""));
  return some.size === 0 ? "" : `(${[...some].join("|")})`;
};
const lexeme = (place: Place, word: string) =>
  word.endsWith("*") ? `'${place}${word.slice(0, -1)}':*` : `'${place}${word}'`;
const phrase = (place: Place) => (words: Phrase) => all(words.map((word) => lexeme(place, word)));
const every = (terms: readonly Term[], variant: Variant, place: Place) =>
  all(terms.map((term) => any(term.variants[variant].map(phrase(place)))));

/** Numbers steps before empty ones are dropped, so that a cursor's step is stable. */
const numbered = (first: number, steps: readonly Omit<Step, "step">[]): Step[] =>
  steps
    .map((step, i) => ({ ...step, step: first + i }))
    .filter(({ query }, i) => query !== "" && query !== steps[i - 2]?.query);

/** Matches all terms: for each variant the items themselves, then accessories; names before descriptions. */
export function fitting(
  first: number,
  readings: readonly Term[][],
  variants: readonly Variant[],
  { accessories, isAnywhere }: { accessories: readonly Phrase[]; isAnywhere: boolean },
): Step[] {
  const except = without(accessories, readings.flat());
  const has = (variant: Variant, place: Place) =>
    any(readings.map((terms) => every(terms, variant, place)));
  const named = variants
    .map((variant) => has(variant, "="))
    .flatMap((query) => [{ query, except }, { query }]);
  return numbered(first, isAnywhere ? [...named, { query: has(3, "") }] : named);
}

/** Matches all but one of several terms in the name, then any term. */
export function partial(
  first: number,
  terms: readonly Term[],
  variant: Variant,
  { accessories, isAnywhere }: { accessories: readonly Phrase[]; isAnywhere: boolean },
): Step[] {
  if (terms.length < 2) return [];
  const allButOne = terms.map((left) => terms.filter((term) => term !== left));
  const most = any(allButOne.map((some) => every(some, variant, "=")));
  const some = (place: Place) => any(terms.map((term) => every([term], variant, place)));
  const named = [
    { query: most, except: without(accessories, terms) },
    { query: most },
    { query: some("=") },
  ];
  return numbered(first, isAnywhere ? [...named, { query: some("") }] : named);
}

function without(accessories: readonly Phrase[], terms: readonly Term[]): string | undefined {
  const wantedWords = terms.flatMap(({ variants: [, same, begun] }) => [
    ...same.flat(),
    ...begun.flat().filter((word) => word.endsWith("*")),
  ]);
  const isNamed = (word: string) =>
    wantedWords.some((it) => (it.endsWith("*") ? word.startsWith(it.slice(0, -1)) : word === it));
  const others = accessories.filter((words) => !isNamed(words.at(-1) ?? ""));
  const joined = any(joining.map((word) => lexeme("=", word)));
  return others.length === 0 ? undefined : all([any(others.map(phrase("="))), `!${joined}`]);
}
