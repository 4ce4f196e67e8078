import type { Dictionary, Phrase } from "./dictionary.ts";
import type { KnownWord } from "./search.sql.ts";
import { inAnyNumber, meanings, type Term } from "./terms.ts";

export type TypedWord = { word: string; sound: string; isLast: boolean };

const bestMost = 3;
const likelyMost = 8;

/** Adds to a term its probable corrections: the nearest words, their meanings, all likely ones. */
export function correct(
  term: Term,
  typed: TypedWord,
  known: readonly KnownWord[],
  dictionary: Dictionary,
): Term {
  const candidates = new Map<string, KnownWord>();
  for (const [word, sound] of dictionary.sounds) candidates.set(word, { word, sound, products: 0 });
  for (const word of known) candidates.set(word.word, word);
  const near = [...candidates.values()]
    .filter(({ word }) => word !== typed.word)
    .map((word) => ({ ...word, typos: typosOf(typed, word) }))
    .filter(({ typos }) => typos < allowed(typed.word) + 0.7)
    .sort((a, b) => a.typos - b.typos || b.products - a.products);
  const likely = near.slice(0, likelyMost).map(({ word }) => [word]);
  const least = (near[0]?.typos ?? 0) + 0.25;
  const best = likely.slice(0, bestMost).filter((_, i) => (near[i]?.typos ?? 0) <= least);
  const split = splitsOf(typed.word);
  const mean = (phrases: Phrase[]) => phrases.flatMap((phrase) => meanings(phrase, dictionary));
  const [literal, same, begun, meant] = term.variants;
  return {
    ...term,
    variants: [
      [...literal, ...best.flatMap(inAnyNumber), ...split],
      [...same, ...mean(best), ...split],
      [...begun, ...mean(best), ...split],
      [...meant, ...mean(likely), ...split],
    ],
  };
}

/** Splits a word into two that were written together: studylamp. */
export function splitsOf(word: string): Phrase[] {
  const cuts = Array.from({ length: Math.max(0, word.length - 5) }, (_, i) => i + 3);
  return cuts.map((cut) => [word.slice(0, cut), word.slice(cut)]);
}

const allowed = (word: string) => (word.length < 2 ? 0 : word.length < 5 ? 1 : 2);

/** Lower is nearer. Phonetic mistakes weigh less than typing mistakes. */
function typosOf(typed: TypedWord, { word, sound }: KnownWord): number {
  const longer = word.length - typed.word.length;
  if (longer < -3 || (longer > 3 && !typed.isLast)) return Infinity;
  const spelled = distance(typed.word, word);
  const scores = [spelled.whole];
  if (Math.min(sound.length, typed.sound.length) > 2) {
    scores.push(0.5 + distance(typed.sound, sound).whole);
  }
  if (typed.isLast && typed.word.length > 3) scores.push(0.6 + spelled.prefix);
  return Math.min(...scores) + (word[0] === typed.word[0] ? 0 : 0.2);
}

/** Damerau-Levenshtein distance to the whole of `b`, and the least to any prefix of it. */
export function distance(a: string, b: string): { whole: number; prefix: number } {
  let twoAbove: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min(
        (above[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (above[j - 1] ?? 0) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (twoAbove[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    twoAbove = above;
    above = row;
  }
  return { whole: above[b.length] ?? 0, prefix: Math.min(...above) };
}
