import type { Queries } from "../db/database.ts";
import { splitsOf } from "./corrections.ts";
import { type Dictionary, dictionaryOf, type Phrase } from "./dictionary.ts";
import { selectKnownWords } from "./search.sql.ts";
import { inAnyNumber } from "./terms.ts";

/** Letters of a word that one typing mistake may change, and of a prefix or an end that matches a word. */
const shortestMistyped = 5;
const shortestPart = 4;

type Spellings = {
  /** Words and names by which a listing is found. */
  met: Set<string>;
  /** One typing mistake from a word of its name; a question mark is any letter. Under each the words that it is near. */
  near: Map<string, string[]>;
  /** Filler words, which always match. */
  ignored: string[];
  /** Whether `word` may be a mistyped `other`: not if the dictionary has both, for different items. */
  isMistyped(word: string, others: readonly string[]): boolean;
};

/**
 * Turns the search around: from one listing's lexemes to all words that find it (docs/develop/search.md). The description is
 * found by its own words only, because similar sound alone must not cause a notification.
 */
export function createSpeller(db: Queries) {
  const load = dictionaryOf(db);
  return async (lexemes: readonly string[]): Promise<Spellings> => {
    const dictionary = await load();
    const named = lexemes.filter((word) => /^=./.test(word)).map((word) => word.slice(1));
    const own = inNumbers(named);
    const synonyms = dictionary.phrasesFinding((phrase) => isIn(own, phrase)).flatMap(inAnyNumber);
    const words = lexemes.filter((word) => !/^[=#]/.test(word));
    const met = new Set([
      ...inNumbers(words),
      ...named.flatMap(beginningsOf),
      ...pairsOf(named),
      ...synonyms.map((phrase) => phrase.join(" ")),
      ...(await endingsOf(db, named, dictionary)),
    ]);
    const near = new Map<string, string[]>();
    const exact = [...own, ...synonyms.flatMap((phrase) => (phrase.length === 1 ? phrase : []))];
    for (const word of new Set(exact.filter(mayBeMistyped)))
      for (const mistyped of oneMistakeFrom(word))
        if (!met.has(mistyped)) near.set(mistyped, [...(near.get(mistyped) ?? []), word]);
    return {
      met,
      near,
      ignored: [...dictionary.ignored],
      isMistyped: (word, others) =>
        !dictionary.hasWord(word) || others.some((other) => !dictionary.hasWord(other)),
    };
  };
}

const inNumbers = (words: readonly string[]): Set<string> =>
  new Set(words.flatMap((word) => inAnyNumber([word])).flat());
const isIn = (words: ReadonlySet<string>, phrase: Phrase) =>
  phrase.every((word) => words.has(word));

/** Words written apart that an alert may write together; `words_within` of the database does it for numbers. */
function pairsOf(words: readonly string[]): string[] {
  const plain = words.filter((word) => !/\d/.test(word));
  return plain.flatMap((first) =>
    plain.flatMap((second) => (first === second ? [] : first + second)),
  );
}

/** Numbers are never guessed. */
const mayBeMistyped = (word: string) => word.length >= shortestMistyped && !/\d/.test(word);

function beginningsOf(word: string): string[] {
  if (/\d/.test(word)) return [];
  const lengths = Array.from({ length: Math.max(0, word.length - shortestPart) }, (_, i) => i);
  return lengths.map((length) => word.slice(0, length + shortestPart));
}

/** The ends of words that begin with another word: the phone of headphone, but not the table of portable. */
async function endingsOf(
  db: Queries,
  words: readonly string[],
  dictionary: Dictionary,
): Promise<string[]> {
  const splits = words
    .flatMap(splitsOf)
    .filter(([, end = ""]) => end.length >= shortestPart && !/\d/.test(end));
  const prefixes = splits.flatMap(([prefix = ""]) => prefix);
  const known = new Set((await selectKnownWords(db, prefixes)).map(({ word }) => word));
  return splits
    .filter(([prefix = ""]) => known.has(prefix) || dictionary.hasWord(prefix))
    .flatMap(([, end = ""]) => inAnyNumber([end]).flat());
}

/** Patterns of words with a letter more, less or changed, or two neighbours swapped. */
function oneMistakeFrom(word: string): string[] {
  const places = Array.from({ length: word.length + 1 }, (_, i) => i);
  return places.flatMap((i) => {
    const [before, after] = [word.slice(0, i), word.slice(i)];
    if (after === "") return [`${before}?`];
    const [letter, next, rest] = [after.slice(0, 1), after.slice(1, 2), after.slice(2)];
    const shorter = before + after.slice(1);
    return [
      `${before}?${after}`,
      `${before}?${after.slice(1)}`,
      ...(shorter.length >= shortestMistyped ? [shorter] : []),
      before + next + letter + rest,
    ];
  });
}
