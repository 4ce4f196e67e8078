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
  selectFewMatches,
  selectWords,
  type View,
  scanCandidates,
  type SearchRequest,
} from "./search.sql.ts";
import { fitting, partial, type Step } from "./steps.ts";
import { onlyKnown, readTerms, withoutFillers, type Term } from "./terms.ts";

/** Results; one row more than requested means that there is a next page. `total` is counted up to `countMost` + 1. */
export type Found<Row> = { rows: Row[]; isWidened: boolean; total?: number };
export type Search<Row> = (
  filter: ProductFilter & { q: string },
  limit: number,
  position?: Position,
) => Promise<Found<Row>>;

/** The most products that are looked up by a selective word, and that are scanned for a common one. */
type ScanLimits = { maxFrequency: number; maxScanned: number };
const defaultScanLimits: ScanLimits = { maxFrequency: 1_000, maxScanned: 10_000 };

/** Steps are numbered through the ranks, so that a cursor names its step. */
const rankSize = 10;
const correctedMost = 4;

/** Searches all listed products (docs/develop/search.md). `limits` decides how answers are found, never which. */
export function createSearch<Row extends Hit>(
  db: Queries,
  view: View,
  limits = defaultScanLimits,
): Search<Row> {
  const load = dictionaryOf(db);
  return async (filter, limit, position) => {
    const typed = await selectWords(db, filter.q);
    if (typed.length === 0) return { rows: [], isWidened: false };
    const parsed = await read(db, typed, await load());
    const first = Math.floor((position?.step ?? 0) / rankSize);
    for (let rank = first; rank < 3; rank++) {
      const steps = await stepsOf(db, parsed, rank, filter.sort === undefined);
      const from = position?.step ?? rank * rankSize;
      const request = { steps, from, filter, limit, position, view };
      const few = await findFewMatches<Row>(db, limits, request);
      const rows = few?.rows ?? (await scanManyMatches<Row>(db, limits, request));
      const total = few?.total ?? countMost + 1;
      if (position) return { rows, isWidened: rank > 0 };
      if (rows.length > 0) return { rows, isWidened: rank > 0, total };
    }
    return { rows: [], isWidened: false };
  };
}

type ParsedQuery = {
  typed: TypedWord[];
  dictionary: Dictionary;
  /** The words, and the same with two neighbours joined. */
  readings: Term[][];
  /** Whether all words exist; if nothing matches, one of them may be a mistake. */
  isDoubtful: boolean;
};

async function read(
  db: Queries,
  typed: { word: string; sound: string }[],
  dictionary: Dictionary,
): Promise<ParsedQuery> {
  const words = withoutFillers(
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

const isKnown = ({ variants }: Term) => variants[3].length > 0;

async function selectKnown(db: Queries, terms: readonly Term[]): Promise<ReadonlySet<string>> {
  const words = new Set(terms.flatMap(({ variants }) => variants[3].flat()));
  return new Set((await selectKnownWords(db, [...words])).map(({ word }) => word));
}

/** Makes the steps of a rank: 0 as typed, 1 corrected, 2 partial. */
async function stepsOf(
  db: Queries,
  parsed: ParsedQuery,
  rank: number,
  isRanked: boolean,
): Promise<Step[]> {
  const { readings, isDoubtful, dictionary } = parsed;
  const { accessories } = dictionary;
  const [terms = []] = readings;
  const first = rank * rankSize;
  if (rank === 0) {
    const variants = isRanked ? ([0, 1, 2, 3] as const) : ([3] as const);
    return fitting(first, readings, variants, { accessories, isAnywhere: true });
  }
  if (rank === 2 && isDoubtful)
    return partial(first, terms, 3, { accessories, isAnywhere: isRanked });
  const corrected = await correctTerms(db, parsed, terms);
  if (rank === 2) return partial(first, corrected, 1, { accessories, isAnywhere: isRanked });
  const variants = isRanked ? ([0, 1, 3] as const) : ([1, 3] as const);
  return fitting(first, [corrected], variants, { accessories, isAnywhere: !isDoubtful });
}

async function correctTerms(
  db: Queries,
  { typed, dictionary, isDoubtful }: ParsedQuery,
  terms: readonly Term[],
): Promise<Term[]> {
  const correctable = terms.filter((term) => isDoubtful || !isKnown(term)).slice(0, correctedMost);
  const corrected = await Promise.all(
    terms.map(async (term) => {
      const word = typed.findLast((it) => it.word === term.words.join(" "));
      if (!word?.sound || !correctable.includes(term)) return term;
      const alike = await selectAlikeWords(db, word.word, word.sound);
      return correct(term, word, alike, dictionary);
    }),
  );
  return onlyKnown(corrected, await selectKnown(db, corrected));
}

type FewMatches<Row> = { rows: Row[]; total: number };

async function findFewMatches<Row extends Hit>(
  db: Queries,
  limits: ScanLimits,
  request: SearchRequest,
): Promise<FewMatches<Row> | undefined> {
  const last = request.steps.at(-1);
  if (!last || last.step < request.from) return { rows: [], total: 0 };
  return selectFewMatches(db, request, limits.maxFrequency);
}

async function scanManyMatches<Row extends Hit>(
  db: Queries,
  limits: ScanLimits,
  request: SearchRequest,
): Promise<Row[]> {
  const { steps, from, limit, position } = request;
  if (steps.at(-1)?.step === from) {
    const scanned = await scanCandidates<Row>(db, request, limits.maxScanned);
    return scanned.length === limit ? scanned : selectAll(db, request);
  }
  const rows: Row[] = [];
  for (const { step } of steps.filter((it) => it.step >= from)) {
    if (rows.length === limit) break;
    const part: SearchRequest = {
      ...request,
      steps: steps.filter((it) => it.step <= step),
      from: step,
      limit: limit - rows.length,
      position: step === from ? position : undefined,
    };
    const few = await findFewMatches<Row>(db, limits, part);
    rows.push(...(few?.rows ?? (await scanManyMatches<Row>(db, limits, part))));
  }
  return rows;
}
