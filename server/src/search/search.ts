import { countMost } from "@market/contract/limits";
import type { ProductFilter } from "@market/contract/products/product";
import type { Queries } from "../db/database.ts";
import type { Position } from "./cursor.ts";
import { correct, type TypedWord } from "./corrections.ts";
import { type Dictionary, dictionaryOf } from "./dictionary.ts";
import {
  type Hit,
  selectAlikeWords,
  selectAll,
  selectKnownWords,
  selectRare,
  selectWords,
  type View,
  walk,
  type Wanted,
} from "./search.sql.ts";
import { fitting, partial, type Step } from "./steps.ts";
import { onlyKnown, readTerms, tellingWords, type Term } from "./terms.ts";

/** One row more than asked for means that there is a next page. `total` is counted to one more than `countMost`. */
export type Found<Row> = { rows: Row[]; isWidened: boolean; total?: number };
export type Search<Row> = (
  filter: ProductFilter & { q: string },
  limit: number,
  position?: Position,
) => Promise<Found<Row>>;

/** Up to how many products a word is rare, and how many are scanned for a common one. */
export type Reach = { rare: number; common: number };
const usualReach: Reach = { rare: 1_000, common: 10_000 };

/** Steps are numbered through the levels, so that a cursor names its step. */
const levelSize = 10;
const correctedMost = 4;

/** Searches all listed products (docs/develop/search.md). `reach` decides how answers are found, never which. */
export function createSearch<Row extends Hit>(
  db: Queries,
  view: View,
  reach = usualReach,
): Search<Row> {
  const load = dictionaryOf(db);
  return async (filter, limit, position) => {
    const typed = await selectWords(db, filter.q);
    if (typed.length === 0) return { rows: [], isWidened: false };
    const question = await read(db, typed, await load());
    const first = Math.floor((position?.step ?? 0) / levelSize);
    for (let level = first; level < 3; level++) {
      const steps = await stepsOf(db, question, level, filter.sort === undefined);
      const from = position?.step ?? level * levelSize;
      const wanted = { steps, from, filter, limit, position, view };
      const few = await findRare<Row>(db, reach, wanted);
      const rows = few?.rows ?? (await findCommon<Row>(db, reach, wanted));
      const total = few?.total ?? countMost + 1;
      if (position) return { rows, isWidened: level > 0 };
      if (rows.length > 0) return { rows, isWidened: level > 0, total };
    }
    return { rows: [], isWidened: false };
  };
}

type Question = {
  typed: TypedWord[];
  dictionary: Dictionary;
  /** Word by word, and with two neighbours joined. */
  readings: Term[][];
  /** All words exist; if nothing matches, perhaps another was meant. */
  isDoubtful: boolean;
};

async function read(
  db: Queries,
  typed: { word: string; sound: string }[],
  dictionary: Dictionary,
): Promise<Question> {
  const words = tellingWords(
    typed.map(({ word }) => word),
    dictionary,
  );
  const joined = words
    .slice(1)
    .map((word, i) => [...words.slice(0, i), `${words[i]}${word}`, ...words.slice(i + 2)]);
  const spelled = [words, ...joined].map((reading) => readTerms(reading, dictionary));
  const known = await selectKnown(db, spelled.flat());
  const readings = spelled.map((terms) => onlyKnown(terms, known));
  return {
    typed: typed.map((word, i) => ({ ...word, isLast: i === typed.length - 1 })),
    dictionary,
    readings,
    isDoubtful: readings[0]?.every(isKnown) ?? false,
  };
}

const isKnown = ({ ways }: Term) => ways[3].length > 0;

async function selectKnown(db: Queries, terms: readonly Term[]): Promise<ReadonlySet<string>> {
  const words = new Set(terms.flatMap(({ ways }) => ways[3].flat()));
  return new Set((await selectKnownWords(db, [...words])).map(({ word }) => word));
}

/** Level 0 is as typed, 1 corrected, 2 in part. */
async function stepsOf(
  db: Queries,
  question: Question,
  level: number,
  isRanked: boolean,
): Promise<Step[]> {
  const { readings, isDoubtful, dictionary } = question;
  const { accessories } = dictionary;
  const [terms = []] = readings;
  const first = level * levelSize;
  if (level === 0) {
    const ways = isRanked ? ([0, 1, 2, 3] as const) : ([3] as const);
    return fitting(first, readings, ways, { accessories, isAnywhere: true });
  }
  if (level === 2 && isDoubtful)
    return partial(first, terms, 3, { accessories, isAnywhere: isRanked });
  const corrected = await correctTerms(db, question, terms);
  if (level === 2) return partial(first, corrected, 1, { accessories, isAnywhere: isRanked });
  const ways = isRanked ? ([0, 1, 3] as const) : ([1, 3] as const);
  return fitting(first, [corrected], ways, { accessories, isAnywhere: !isDoubtful });
}

async function correctTerms(
  db: Queries,
  { typed, dictionary, isDoubtful }: Question,
  terms: readonly Term[],
): Promise<Term[]> {
  const asked = terms.filter((term) => isDoubtful || !isKnown(term)).slice(0, correctedMost);
  const corrected = await Promise.all(
    terms.map(async (term) => {
      const word = typed.findLast((it) => it.word === term.words.join(" "));
      if (!word?.sound || !asked.includes(term)) return term;
      const alike = await selectAlikeWords(db, word.word, word.sound);
      return correct(term, word, alike, dictionary);
    }),
  );
  return onlyKnown(corrected, await selectKnown(db, corrected));
}

type Rare<Row> = { rows: Row[]; total: number };

/** Undefined when too many match to look them up. */
async function findRare<Row extends Hit>(
  db: Queries,
  reach: Reach,
  wanted: Wanted,
): Promise<Rare<Row> | undefined> {
  const last = wanted.steps.at(-1);
  if (!last || last.step < wanted.from) return { rows: [], total: 0 };
  return selectRare(db, wanted, reach.rare);
}

/** Step by step, by scanning the products in order. */
async function findCommon<Row extends Hit>(
  db: Queries,
  reach: Reach,
  wanted: Wanted,
): Promise<Row[]> {
  const { steps, from, limit, position } = wanted;
  if (steps.at(-1)?.step === from) {
    const walked = await walk<Row>(db, wanted, reach.common);
    return walked.length === limit ? walked : selectAll(db, wanted);
  }
  const rows: Row[] = [];
  for (const { step } of steps.filter((it) => it.step >= from)) {
    if (rows.length === limit) break;
    const part: Wanted = {
      ...wanted,
      steps: steps.filter((it) => it.step <= step),
      from: step,
      limit: limit - rows.length,
      position: step === from ? position : undefined,
    };
    const few = await findRare<Row>(db, reach, part);
    rows.push(...(few?.rows ?? (await findCommon<Row>(db, reach, part))));
  }
  return rows;
}
