import type { Phrase } from "./dictionary.ts";
import type { Reading, Term } from "./reading.ts";

/** How many products have a word at all, and in their names. */
export type Counts = Map<string, { products: number; named: number }>;

/** One question to the index, empty when nothing can answer it, and at most how many products do. */
export type Stage = { query: string; most: number };
const nothing: Stage = { query: "", most: 0 };

type Place = "name" | "anywhere";
type Ways = (term: Term) => Phrase[];

const literal: Ways = (term) => term.literal;
const exact: Ways = (term) => term.exact;
const begun: Ways = (term) => [...term.exact, ...term.longer];
const meant: Ways = (term) => [...begun(term), ...term.meant];
const nearest: Ways = (term) => [...meant(term), ...term.nearest];
const best: Ways = (term) => [...meant(term), ...term.best];
const likely: Ways = (term) => [...meant(term), ...term.likely];

/** A word as the index has it (migrations/003): a sign before it says where it stands. */
const lexeme = (sign: "" | "=" | "#", word: string) =>
  `'${sign}${word.replace(/\\/g, "\\\\").replace(/'/g, "''")}'`;
const any = (parts: string[]) => `(${parts.join("|")})`;
const all = (parts: string[]) => `(${parts.join("&")})`;

/** The order in which answers are looked for; each stage leaves out what the ones before it found. */
export class Stages {
  readonly #readings: Reading[];
  readonly #counts: Counts;
  readonly #filters: string[];

  /** @param filters values of the filters that are set */
  constructor(readings: Reading[], counts: Counts, filters: string[]) {
    this.#readings = readings;
    this.#counts = counts;
    this.#filters = filters.map((value) => lexeme("#", value));
  }

  /** What fits all words: as typed, then what means the same or begins so; names before descriptions. */
  strict(isRanked: boolean): Stage[] {
    return this.#ladder(
      isRanked,
      [literal, exact, begun, meant].map((ways) => this.#every(ways, "name")),
      this.#every(meant, "anywhere"),
    );
  }

  /** What fits all words when some were typed wrongly; `isDoubtful` when all are words that exist. */
  corrected(isRanked: boolean, isDoubtful: boolean): Stage[] {
    return this.#ladder(
      isRanked,
      [nearest, best, likely].map((ways) => this.#every(ways, "name")),
      this.#every(likely, isDoubtful ? "name" : "anywhere"),
    );
  }

  /** What has most of the words in its name, then what has any. */
  partial(isRanked: boolean, isDoubtful: boolean): Stage[] {
    const [reading = []] = this.#readings;
    if (reading.length < 2) return [];
    const ways = isDoubtful ? meant : best;
    const allButOne = reading.map((_, left) => reading.filter((_term, i) => i !== left));
    const some = (place: Place) =>
      this.#either(reading.map((term) => this.#reading([term], ways, place)));
    const most = this.#either(allButOne.map((part) => this.#reading(part, ways, "name")));
    if (!isRanked) return [this.#stage(some("name"))];
    return this.#ladder(isRanked, [most, some("name")], some("anywhere"));
  }

  /** Each stage holds all of the one before it, which is left out; without ranks only the last counts. */
  #ladder(isRanked: boolean, named: Stage[], anywhere: Stage): Stage[] {
    if (!isRanked) return [this.#stage(anywhere)];
    return [...named, anywhere].map((stage, i, ladder) => {
      const before = ladder[i - 1];
      return before?.query === stage.query ? nothing : this.#stage(stage, before);
    });
  }

  #stage({ query, most }: Stage, without?: Stage): Stage {
    if (query === "") return nothing;
    const others = without?.query ? [`!${without.query}`] : [];
    return { query: all([query, ...others, ...this.#filters]), most };
  }

  #every(ways: Ways, place: Place): Stage {
    return this.#either(this.#readings.map((reading) => this.#reading(reading, ways, place)));
  }

  #either(stages: Stage[]): Stage {
    const queries = new Set(stages.map(({ query }) => query).filter((query) => query !== ""));
    if (queries.size === 0) return nothing;
    return { query: any([...queries]), most: stages.reduce((sum, { most }) => sum + most, 0) };
  }

  #reading(reading: Reading, ways: Ways, place: Place): Stage {
    const terms = reading.map((term) => this.#term(ways(term), place));
    if (terms.some(({ query }) => query === "")) return nothing;
    return {
      query: all(terms.map(({ query }) => query)),
      most: Math.min(...terms.map(({ most }) => most)),
    };
  }

  #term(phrases: Phrase[], place: Place): Stage {
    if (phrases.length === 0) return nothing;
    const sign = place === "name" ? "=" : "";
    const written = phrases.map((phrase) => all(phrase.map((word) => lexeme(sign, word))));
    const counts = phrases.map((phrase) =>
      Math.min(...phrase.map((word) => this.#count(word, place))),
    );
    return {
      query: any([...new Set(written)]),
      most: counts.reduce((sum, count) => sum + count, 0),
    };
  }

  #count(word: string, place: Place): number {
    const counts = this.#counts.get(word);
    return (place === "name" ? counts?.named : counts?.products) ?? 0;
  }
}
