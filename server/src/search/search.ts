import { priceBands, type ProductFilter } from "@market/contract/products";
import type { Queries } from "../db.ts";
import type { Position } from "../products/cursor.ts";
import type { ProductRow } from "../products/products.sql.ts";
import { Answers, type Reach, usualReach } from "./answers.ts";
import { type Dictionary, loadDictionary, type Phrase } from "./dictionary.ts";
import { type Candidate, choose, neighbours, type Typed } from "./near.ts";
import { inAnyNumber, meanings, readWords, type Reading, type Term, unique } from "./reading.ts";
import {
  type KnownWord,
  selectAlikeWords,
  selectKnownWords,
  selectLongerWords,
  selectWords,
} from "./search.sql.ts";
import { type Counts, filterWord, lexeme, type Stage, Stages } from "./stages.ts";

/** One row more than was asked for tells that there is a next page. */
export type Found = { rows: ProductRow[]; isWidened: boolean };
export type Search = (
  filter: ProductFilter & { q: string },
  limit: number,
  position?: Position,
) => Promise<Found>;

const longerMost = 24;
/** Words that are corrected in one query. */
const correctedMost = 4;
/** Stages are numbered through the levels, so that a cursor names its stage. */
const levelSize = 10;

/**
 * Text search over all listed products (docs/search.md).
 * @param reach decides how answers are found, never which
 */
export function createSearch(db: Queries, reach: Reach = usualReach): Search {
  let loading: Promise<Dictionary> | undefined;
  const dictionary = () => {
    loading ??= loadDictionary(db).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return async (filter, limit, position) => {
    const typed = await selectWords(db, filter.q);
    if (typed.length === 0) return { rows: [], isWidened: false };
    const question = new Question(db, reach, await dictionary(), typed, filter);
    return question.answer(limit, position);
  };
}

class Question {
  readonly #db: Queries;
  readonly #reach: Reach;
  readonly #dictionary: Dictionary;
  readonly #typed: { word: string; sound: string }[];
  readonly #filter: ProductFilter;
  readonly #counts: Counts = new Map();
  /** The words for all filters together, for some of them, and for none. */
  readonly #filterWords: Record<"filters" | "category" | "band" | "all", string>;
  #readings: Reading[] = [];
  /** Nothing fits, although every word exists. */
  #isDoubtful = false;

  constructor(
    db: Queries,
    reach: Reach,
    dictionary: Dictionary,
    typed: { word: string; sound: string }[],
    filter: ProductFilter,
  ) {
    this.#db = db;
    this.#reach = reach;
    this.#dictionary = dictionary;
    this.#typed = typed;
    this.#filter = filter;
    const { category, condition, locationType, priceRange } = filter;
    const words = (...values: (string | undefined)[]) =>
      filterWord(values.filter((value) => value !== undefined));
    this.#filterWords = {
      filters: words(category, condition, locationType, priceRange),
      category: words(category),
      band: words(priceRange),
      all: words(),
    };
  }

  /** The first level at which anything fits; the next page goes on at the level of its cursor. */
  async answer(limit: number, position?: Position): Promise<Found> {
    const first = Math.floor((position?.stage ?? 0) / levelSize);
    await this.#read();
    const answers = this.#answers();
    for (let level = first; level < 3; level++) {
      if (level === Math.max(1, first)) await this.#correct();
      const rows = await answers.collect(this.#stages(level), limit, position);
      if (rows.length > 0 || position) return { rows, isWidened: level > 0 };
    }
    return { rows: [], isWidened: false };
  }

  #answers(): Answers {
    const { priceRange, sort } = this.#filter;
    const { filters, category, band, all } = this.#filterWords;
    const countOf = (word: string) => this.#counts.get(word)?.products ?? 0;
    const wanted = {
      filters: filters === all ? "" : lexeme("", filters),
      band: priceRange && priceBands[priceRange],
      order: sort === "newest" ? undefined : sort,
    };
    const share = (countOf(filters) || 1) / (countOf(category) || 1);
    // By price a walk stays within the band.
    const products = countOf(wanted.order ? band : all);
    return new Answers(this.#db, this.#reach, wanted, { products, share });
  }

  #stages(level: number): Stage[] {
    const stages = new Stages(
      this.#readings,
      this.#counts,
      this.#dictionary.accessories,
      this.#filter.sort === undefined,
    );
    const first = level * levelSize;
    if (level === 0) return stages.strict(first);
    if (level === 1) return stages.corrected(first, this.#isDoubtful);
    return stages.partial(first, this.#isDoubtful);
  }

  /** Understands the words as typed. */
  async #read(): Promise<void> {
    this.#readings = readWords(
      this.#typed.map(({ word }) => word),
      this.#dictionary,
    );
    const { category } = this.#filter;
    const last = this.#typed.at(-1)?.word ?? "";
    const [longer] = await Promise.all([
      selectLongerWords(this.#db, last, longerMost, category),
      this.#look([
        Object.values(this.#filterWords),
        ...this.#readings.flat().flatMap((term) => [...term.exact, ...term.meant]),
      ]),
    ]);
    this.#count(longer);
    for (const reading of this.#readings) {
      const term = reading.at(-1);
      if (term?.typed === last) term.longer.push(...longer.map(({ word }) => [word]));
    }
    // A reading that joins two words is worth asking for only when there is such a word.
    const [asTyped = [], ...joined] = this.#readings;
    this.#readings = [
      asTyped,
      ...joined.filter((reading) => reading.every((term) => this.#isKnown(term))),
    ];
    for (const term of this.#readings.flat()) {
      term.literal = this.#known(term.literal);
      term.exact = unique(this.#known(term.exact));
      term.meant = unique(this.#known(term.meant));
    }
  }

  /** Guesses what unknown words were meant to be; when all are known, perhaps another was meant. */
  async #correct(): Promise<void> {
    const [reading = []] = this.#readings;
    const terms = reading.filter((term) => term.typed !== undefined);
    const unknown = terms.filter((term) => !this.#isKnown(term));
    this.#isDoubtful = unknown.length === 0;
    const asked = (this.#isDoubtful ? terms : unknown).slice(0, correctedMost);
    const typed = asked.flatMap(({ typed: word }) => {
      const at = this.#typed.findLastIndex((it) => it.word === word && it.sound !== "");
      const found = this.#typed[at];
      return found ? [{ ...found, isLast: at === this.#typed.length - 1 }] : [];
    });
    if (typed.length === 0) return;
    const parts = typed.flatMap(({ word }) => splitsOf(word).flat());
    const slips = typed.flatMap(({ word }) => neighbours(word));
    const [slipped, alike] = await Promise.all([
      selectKnownWords(this.#db, [...slips, ...parts], this.#filter.category),
      selectAlikeWords(this.#db, typed, this.#filter.category),
    ]);
    this.#count(slipped);
    this.#count(alike);
    const guesses = new Map(
      typed.map((it) => [it.word, this.#guess(it, [...slipped, ...alike])] as const),
    );
    await this.#look([...guesses.values()].flatMap(({ likely }) => likely));
    for (const term of asked) {
      const guess = guesses.get(term.typed ?? "");
      term.nearest = this.#known(guess?.nearest ?? []);
      term.best = this.#known(guess?.best ?? []);
      term.likely = this.#known([...(guess?.best ?? []), ...(guess?.likely ?? [])]);
    }
  }

  #guess(typed: Typed, words: KnownWord[]): Pick<Term, "nearest" | "best" | "likely"> {
    const candidates: Candidate[] = [
      ...[...this.#dictionary.sounds].map(([word, sound]) => ({ word, sound, count: 0 })),
      ...words.map(({ word, sound, named, products }) => ({
        word,
        sound,
        count: named || products,
      })),
    ];
    const byWord = new Map(candidates.map((candidate) => [candidate.word, candidate]));
    const { best, likely } = choose(typed, [...byWord.values()]);
    const split = splitsOf(typed.word).filter((halves) =>
      halves.every((half) => this.#counts.has(half) || this.#dictionary.knows(half)),
    );
    const mean = (chosen: string[]) =>
      unique(chosen.flatMap((word) => meanings(word, this.#dictionary)));
    const nearest = best.flatMap((word) => inAnyNumber([word]));
    return {
      nearest: [...nearest, ...split],
      best: [...mean(best), ...split],
      likely: [...mean(likely), ...split],
    };
  }

  async #look(phrases: Phrase[]): Promise<void> {
    const words = [...new Set(phrases.flat())].filter((word) => !this.#counts.has(word));
    if (words.length > 0)
      this.#count(await selectKnownWords(this.#db, words, this.#filter.category));
  }

  #count(words: KnownWord[]): void {
    for (const { word, products, products_here: here, named_here: named } of words)
      this.#counts.set(word, { products: word.startsWith("#") ? products : here, named });
  }

  #known(phrases: Phrase[]): Phrase[] {
    return phrases.filter((phrase) => phrase.every((word) => this.#counts.has(word)));
  }

  #isKnown(term: Term): boolean {
    return this.#known([...term.exact, ...term.longer, ...term.meant]).length > 0;
  }
}

/** A word that may be two written together: studylamp. */
function splitsOf(word: string): [string, string][] {
  const cuts = Array.from({ length: Math.max(0, word.length - 5) }, (_, i) => i + 3);
  return cuts.map((cut) => [word.slice(0, cut), word.slice(cut)]);
}
