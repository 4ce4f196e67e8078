import type { Phrase } from "./dictionary.ts";
import { inAnyNumber, type Reading, type Term } from "./reading.ts";

/** How many products have a word at all, and in their names: none only when there is none. */
export type Counts = Map<string, { products: number; named: number }>;

/** A question to the index, empty when nothing can answer it, and at most how many products do. */
type Query = { query: string; parts: readonly string[]; most: number };
/**
 * One step towards looser words. It holds all that the steps before it hold.
 * `parts` are the question in pieces that must all fit: the index is quicker with several small ones.
 */
export type Stage = Query & {
  stage: number;
  /** Also part of the question: what a product must not fit. The index is not asked for it. */
  except?: string | undefined;
};
const nothing: Query = { query: "", parts: [], most: 0 };

type Place = "name" | "anywhere";
type Ways = (term: Term) => Phrase[];

const literal: Ways = (term) => term.literal;
const exact: Ways = (term) => term.exact;
/** In a name they join what is sold together: a cycle with a lock is a cycle. */
const joining = ["with", "and", "plus", "including", "included", "free"];

const begun: Ways = (term) => [...term.exact, ...term.longer];
const meant: Ways = (term) => [...begun(term), ...term.meant];
const nearest: Ways = (term) => [...meant(term), ...term.nearest];
const best: Ways = (term) => [...meant(term), ...term.best];
const likely: Ways = (term) => [...meant(term), ...term.likely];

/** A word as the index has it (migrations/003): a sign before it says where it stands. */
export const lexeme = (sign: "" | "=", word: string) =>
  `'${sign}${word.replace(/\\/g, "\\\\").replace(/'/g, "''")}'`;
const any = (parts: readonly string[]) =>
  parts.length === 1 ? parts.join() : `(${parts.join("|")})`;
const all = (parts: readonly string[]) =>
  parts.length === 1 ? parts.join() : `(${parts.join("&")})`;

/**
 * The word that stands in the index for filters together (migrations/008); a hash alone stands in all.
 * @param values of the filters that are set, in the order category, condition, place, price band
 */
export const filterWord = (values: readonly string[]): string =>
  `#${values.map((value) => value.replace(/([a-z\d])[a-z\d]*|[^a-z\d]+/gi, "$1")).join(".")}`;

const wordsOf = (term: Term) =>
  [
    ...term.literal,
    ...term.exact,
    ...term.longer,
    ...term.meant,
    ...term.nearest,
    ...term.best,
  ].flat();

/** The order in which answers are looked for. */
export class Stages {
  readonly #readings: Reading[];
  readonly #counts: Counts;
  readonly #accessories: readonly Phrase[];
  readonly #isRanked: boolean;

  /** @param isRanked whether the best come first; else all that fits as typed is alike where it stands in names */
  constructor(
    readings: Reading[],
    counts: Counts,
    accessories: readonly Phrase[],
    isRanked: boolean,
  ) {
    this.#readings = readings;
    this.#counts = counts;
    this.#accessories = accessories;
    this.#isRanked = isRanked;
  }

  /** What fits all words: as typed, then what means the same or begins so; names before descriptions. */
  strict(first: number): Stage[] {
    const steps = this.#isRanked ? [literal, exact, begun, meant] : [meant];
    return this.#ladder(first, [
      ...steps.map((ways) => this.#every(ways, "name")),
      this.#every(meant, "anywhere"),
    ]);
  }

  /** What fits all words when some were typed wrongly; `isDoubtful` when all are words that exist. */
  corrected(first: number, isDoubtful: boolean): Stage[] {
    return this.#ladder(first, [
      ...[nearest, best, likely].map((ways) => this.#every(ways, "name")),
      this.#every(likely, isDoubtful ? "name" : "anywhere"),
    ]);
  }

  /** What has most of the words in its name, then what has any. */
  partial(first: number, isDoubtful: boolean): Stage[] {
    const [reading = []] = this.#readings;
    if (reading.length < 2) return [];
    const ways = isDoubtful ? meant : best;
    const allButOne = reading.map((_, left) => reading.filter((_term, i) => i !== left));
    const some = (place: Place) =>
      this.#either(reading.map((term) => this.#reading([term], ways, place)));
    const most = this.#either(allButOne.map((part) => this.#reading(part, ways, "name")));
    const steps = [most, some("name")];
    return this.#ladder(first, this.#isRanked ? [...steps, some("anywhere")] : steps);
  }

  #ladder(first: number, queries: Query[]): Stage[] {
    const found = queries
      .map((query, i) => ({ ...query, stage: first + 1 + i }))
      .filter(({ query }, i) => query !== "" && query !== queries[i - 1]?.query);
    const [tightest] = found;
    const itself = tightest && this.#withoutAccessories(tightest);
    return itself ? [{ ...itself, stage: first }, ...found] : found;
  }

  /** The thing itself rather than what goes with it, unless that was asked for. */
  #withoutAccessories(query: Query): Omit<Stage, "stage"> | undefined {
    const asked = new Set(this.#readings.flat().flatMap(wordsOf));
    const others = this.#accessories.filter((phrase) => !asked.has(phrase.at(-1) ?? ""));
    if (others.length === 0) return undefined;
    const named = (phrase: Phrase) => all(phrase.map((word) => lexeme("=", word)));
    const accessory = any(others.flatMap(inAnyNumber).map(named));
    const except = all([accessory, `!${any(joining.map((word) => named([word])))}`]);
    return { ...query, query: all([query.query, `!${except}`]), except };
  }

  #every(ways: Ways, place: Place): Query {
    return this.#either(this.#readings.map((reading) => this.#reading(reading, ways, place)));
  }

  #either(queries: Query[]): Query {
    const some = queries.filter(({ query }) => query !== "");
    const [only = nothing] = some;
    if (new Set(some.map(({ query }) => query)).size < 2) return only;
    const query = any([...new Set(some.map((it) => it.query))]);
    return { query, parts: [query], most: some.reduce((sum, { most }) => sum + most, 0) };
  }

  #reading(reading: Reading, ways: Ways, place: Place): Query {
    const terms = reading.map((term) => this.#term(ways(term), place));
    if (terms.some(({ query }) => query === "")) return nothing;
    // The rarest first: what does not fit it need not be held against the others.
    const parts = terms.toSorted((a, b) => a.most - b.most);
    return {
      query: all(parts.map(({ query }) => query)),
      parts: parts.map(({ query }) => query),
      most: Math.min(...terms.map(({ most }) => most)),
    };
  }

  #term(phrases: Phrase[], place: Place): { query: string; most: number } {
    const sign = place === "name" ? "=" : "";
    const written = new Map<string, number>();
    for (const phrase of phrases) {
      const most = Math.min(...phrase.map((word) => this.#count(word, place)));
      if (most > 0) written.set(all(phrase.map((word) => lexeme(sign, word))), most);
    }
    if (written.size === 0) return nothing;
    return {
      query: any([...written.keys()]),
      most: [...written.values()].reduce((sum, count) => sum + count, 0),
    };
  }

  #count(word: string, place: Place): number {
    const counts = this.#counts.get(word);
    return (place === "name" ? counts?.named : counts?.products) ?? 0;
  }
}
