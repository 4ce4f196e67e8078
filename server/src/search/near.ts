/** A word that somebody may have meant. `count` says how much of the catalogue has it. */
export type Candidate = { word: string; sound: string; count: number };
/** A word as typed; the last one may be unfinished. */
export type Typed = { word: string; sound: string; isLast: boolean };

const letters = "abcdefghijklmnopqrstuvwxyz";
/** Longer ones are not what anybody types into a search box, and have more neighbours than are worth asking for. */
const longestCorrected = 24;

/**
 * Every word that one slip of a finger makes of this one: a letter lost, added, changed, or two
 * swapped. Whoever looks these up finds all single mistakes, whatever the number of known words.
 */
export function neighbours(word: string): string[] {
  const found = new Set<string>();
  if (word.length > longestCorrected) return [];
  for (let i = 0; i <= word.length; i++) {
    const [head, tail] = [word.slice(0, i), word.slice(i)];
    if (tail) found.add(head + tail.slice(1));
    if (tail.length > 1) found.add(head + tail.charAt(1) + tail.charAt(0) + tail.slice(2));
    for (const letter of letters) {
      found.add(head + letter + tail);
      if (tail) found.add(head + letter + tail.slice(1));
    }
  }
  found.delete(word);
  return [...found];
}

/**
 * The fewest slips (letters lost, added, changed, neighbours swapped) that make `a` of `b`.
 * @returns the distance to the whole of `b`, and the least to any beginning of it
 */
export function distance(a: string, b: string): { whole: number; beginning: number } {
  let before: number[] = [];
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
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    before = above;
    above = row;
  }
  return { whole: above[b.length] ?? 0, beginning: Math.min(...above) };
}

/** Slips that a word of this length may hold and still be guessed. */
const allowed = (word: string) => (word.length < 2 ? 0 : word.length < 5 ? 1 : 2);

/** Lower is nearer; undefined is too far. Mistakes of the ear weigh less than those of the finger. */
function slipsOf(typed: Typed, { word, sound }: Candidate): number | undefined {
  const longer = word.length - typed.word.length;
  if (longer < -3 || (longer > 3 && !typed.isLast)) return undefined;
  const spelled = distance(typed.word, word);
  const scores = [spelled.whole];
  if (Math.min(sound.length, typed.sound.length) > 2) {
    scores.push(0.5 + distance(typed.sound, sound).whole);
  }
  if (typed.isLast && typed.word.length > 3) scores.push(0.6 + spelled.beginning);
  const slips = Math.min(...scores) + (word[0] === typed.word[0] ? 0 : 0.2);
  return slips < allowed(typed.word) + 0.7 ? slips : undefined;
}

const bestMost = 3;
const likelyMost = 8;

/**
 * Chooses what a word that nobody knows may have been meant to be.
 * @returns the nearest words, and all that are near enough, both the nearest and commonest first
 */
export function choose(
  typed: Typed,
  candidates: readonly Candidate[],
): { best: string[]; likely: string[] } {
  const near = candidates
    .map((candidate) => ({ ...candidate, slips: slipsOf(typed, candidate) }))
    .filter((candidate) => candidate.slips !== undefined && candidate.word !== typed.word)
    .map((candidate) => ({ ...candidate, slips: candidate.slips ?? 0 }))
    .sort((a, b) => a.slips - b.slips || b.count - a.count);
  const least = near[0]?.slips ?? 0;
  return {
    best: near
      .filter(({ slips }) => slips <= least + 0.25)
      .slice(0, bestMost)
      .map(({ word }) => word),
    likely: near.slice(0, likelyMost).map(({ word }) => word),
  };
}
