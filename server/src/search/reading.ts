import type { Dictionary, Phrase } from "./dictionary.ts";

/** One thing asked for, and every way of saying it that the catalogue knows. */
export type Term = {
  /** The word as typed, when it is one word. */
  typed: string | undefined;
  /** The typed words, in singular and plural. */
  literal: Phrase[];
  /** Those and what means the same. */
  exact: Phrase[];
  /** Longer words that begin like the last one, which may be unfinished. */
  longer: Phrase[];
  /** What such words mean. */
  meant: Phrase[];
  /** What a mistyped word was probably meant to be, the same with its meanings, and all that is possible. */
  nearest: Phrase[];
  best: Phrase[];
  likely: Phrase[];
};

/** The terms that a product must all have. A query may be read in more than one way. */
export type Reading = Term[];

/** Reads words as the dictionary knows them, longest phrases first; empty words of speech are skipped. */
export function readWords(words: readonly string[], dictionary: Dictionary): Reading[] {
  const telling = words.filter((word) => !dictionary.isIgnored(word));
  const asked = telling.length > 0 ? telling : words;
  const joined = asked
    .slice(1)
    .map((word, i) => [...asked.slice(0, i), `${asked[i]}${word}`, ...asked.slice(i + 2)]);
  return [asked, ...joined].map((reading) => readTerms(reading, dictionary));
}

function readTerms(words: readonly string[], dictionary: Dictionary): Reading {
  const terms: Reading = [];
  for (let i = 0; i < words.length;) {
    const size = phraseAt(words, i, dictionary);
    const phrase = words.slice(i, i + size).join(" ");
    i += size;
    const isLast = i === words.length;
    terms.push({
      typed: size === 1 ? phrase : undefined,
      literal: inAnyNumber(phrase.split(" ")),
      exact: meanings(phrase, dictionary),
      longer: [],
      meant:
        isLast && phrase.length > 2 ? dictionary.meaningsFrom(phrase).flatMap(inAnyNumber) : [],
      nearest: [],
      best: [],
      likely: [],
    });
  }
  return terms;
}

function phraseAt(words: readonly string[], from: number, dictionary: Dictionary): number {
  for (let size = Math.min(dictionary.longest, words.length - from); size > 1; size--) {
    if (dictionary.knows(words.slice(from, from + size).join(" "))) return size;
  }
  return 1;
}

/** All ways to say it, in singular and plural: the words themselves, then what means the same. */
export function meanings(phrase: string, dictionary: Dictionary): Phrase[] {
  const literal = inAnyNumber(phrase.split(" "));
  const same = literal
    .map((words) => words.join(" "))
    .filter((said) => dictionary.knows(said))
    .flatMap((said) => dictionary.meaningsOf(said))
    .flatMap(inAnyNumber);
  return unique([...literal, ...same]);
}

export function inAnyNumber(phrase: Phrase): Phrase[] {
  const last = phrase.at(-1) ?? "";
  return formsOf(last).map((form) => [...phrase.slice(0, -1), form]);
}

/** English singular and plural forms that a word may have; those that do not exist find nothing. */
export function formsOf(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word)) return [word];
  const forms = [word, `${word}s`, `${word}es`];
  if (word.endsWith("y")) forms.push(`${word.slice(0, -1)}ies`);
  if (word.endsWith("f")) forms.push(`${word.slice(0, -1)}ves`);
  if (/[^s]s$/.test(word)) forms.push(word.slice(0, -1));
  if (word.length > 4 && word.endsWith("es")) forms.push(word.slice(0, -2));
  if (word.endsWith("ies")) forms.push(`${word.slice(0, -3)}y`);
  if (word.endsWith("ves")) forms.push(`${word.slice(0, -3)}f`, `${word.slice(0, -3)}fe`);
  return forms;
}

export function unique(phrases: readonly Phrase[]): Phrase[] {
  return [...new Map(phrases.map((phrase) => [phrase.join(" "), phrase])).values()];
}
