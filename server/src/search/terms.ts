import type { Dictionary, Phrase } from "./dictionary.ts";

/** A term of the query. `variants`: as typed, synonyms, prefix completion (a word ending in a star), synonyms of that. */
export type Term = { words: Phrase; variants: readonly [Phrase[], Phrase[], Phrase[], Phrase[]] };

const longestPhrase = 3;

export function readTerms(words: readonly string[], dictionary: Dictionary): Term[] {
  const terms: Term[] = [];
  for (let i = 0; i < words.length;) {
    const sizes = Array.from({ length: longestPhrase - 1 }, (_, n) => longestPhrase - n);
    const size = sizes.find((n) => dictionary.knows(words.slice(i, i + n))) ?? 1;
    const phrase = words.slice(i, i + size);
    i += phrase.length;
    const typed = inAnyNumber(phrase);
    const same = meanings(phrase, dictionary);
    const isUnfinished = i === words.length && phrase.length === 1;
    const begun = isUnfinished ? [...same, [`${phrase.join()}*`]] : same;
    const meant = isUnfinished ? dictionary.meaningsFrom(phrase.join()).flatMap(inAnyNumber) : [];
    terms.push({ words: phrase, variants: [typed, same, begun, [...begun, ...meant]] });
  }
  return terms;
}

export function onlyKnown(terms: readonly Term[], known: ReadonlySet<string>): Term[] {
  const keep = (phrases: Phrase[]) =>
    phrases.filter((words) => words.every((word) => known.has(word)));
  return terms.map(({ words, variants: [typed, same, begun, meant] }) => ({
    words,
    variants: [keep(typed), keep(same), keep(begun), keep(meant)],
  }));
}

/** Removes filler words, unless there are no others. */
export function withoutFillers(
  words: readonly string[],
  { ignored }: Dictionary,
): readonly string[] {
  const remaining = words.filter((word) => !ignored.has(word));
  return remaining.length > 0 ? remaining : words;
}

/** Lists singular and plural of a phrase, then of its synonyms. */
export function meanings(phrase: Phrase, dictionary: Dictionary): Phrase[] {
  const typed = inAnyNumber(phrase);
  return [...typed, ...typed.flatMap((it) => dictionary.meaningsOf(it).flatMap(inAnyNumber))];
}

export function inAnyNumber(phrase: Phrase): Phrase[] {
  return formsOf(phrase.at(-1) ?? "").map((form) => [...phrase.slice(0, -1), form]);
}

function formsOf(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word)) return [word];
  const forms = [word];
  for (const [singular, plural] of endings) {
    if (singular.test(word)) forms.push(word.replace(singular, plural));
  }
  return forms;
}
const endings: readonly (readonly [RegExp, string])[] = [
  [/y$/, "ies"],
  [/f$/, "ves"],
  [/(?<=s|x|z|ch|sh)$/, "es"],
  [/(?<!s|x|z|ch|sh|y)$/, "s"],
  [/(?<=[^s])s$/, ""],
  [/(?<=s|x|z|ch|sh)es$/, ""],
  [/ies$/, "y"],
  [/ves$/, "f"],
  [/ves$/, "fe"],
];
