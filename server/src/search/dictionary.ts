import { readFileSync } from "node:fs";
import type { Queries } from "../db.ts";
import { selectFolded } from "./search.sql.ts";

/** Words that stand together for one thing: most often one word, sometimes two ("power bank"). */
export type Phrase = readonly string[];

/** A line of the dictionary file as somebody wrote it. */
type Line = { kind: "same" | "finds" | "ignore" | "accessory"; phrases: string[] };
const lists = /^(ignore|accessory):/;

/** @throws Error with the line's number when a line is none of the four kinds */
export function parseDictionary(text: string): Line[] {
  return text.split("\n").flatMap((raw, index) => {
    const line = raw.replace(/#.*/, "").trim();
    if (line === "") return [];
    const list = lists.exec(line)?.[1] as "ignore" | "accessory" | undefined;
    const kind = list ?? (line.includes(">") ? "finds" : "same");
    const phrases = line
      .replace(lists, "")
      .split(/[>,]/)
      .map((phrase) => phrase.trim());
    if (phrases.includes("") || (list === undefined && phrases.length < 2)) {
      throw new Error(`Line ${index + 1} of the search dictionary is not complete: ${raw}`);
    }
    return [{ kind, phrases }];
  });
}

/** The editable dictionary, its words folded by the database like those of the catalogue. */
export class Dictionary {
  /** Words in the longest phrase. */
  longest = 1;
  /** Every single word that some line knows, with its sound. */
  readonly sounds = new Map<string, string>();
  /** Names of things that go with another: a laptop bag is no laptop. */
  readonly accessories: Phrase[] = [];
  readonly #ignored = new Set<string>();
  readonly #meanings = new Map<string, Map<string, Phrase>>();

  /** @param fold each phrase as written → its words, and the sound of the first */
  constructor(lines: Line[], fold: Map<string, { words: string[]; sound: string }>) {
    for (const { kind, phrases } of lines) {
      const folded = phrases
        .map((phrase) => fold.get(phrase))
        .filter((found) => found !== undefined);
      if (kind === "accessory") this.accessories.push(...folded.map(({ words }) => words));
      else if (kind === "ignore")
        for (const { words } of folded) this.#ignored.add(words.join(" "));
      else this.#learn(kind === "same" ? folded : folded.slice(0, 1), folded);
    }
  }

  #learn(asked: { words: string[]; sound: string }[], found: { words: string[] }[]): void {
    for (const { words, sound } of asked) {
      if (words.length === 1) this.sounds.set(words.join(), sound);
      this.longest = Math.max(this.longest, words.length);
      const key = words.join(" ");
      const meanings = this.#meanings.get(key) ?? new Map<string, Phrase>([[key, words]]);
      for (const other of found) meanings.set(other.words.join(" "), other.words);
      this.#meanings.set(key, meanings);
    }
  }

  isIgnored(word: string): boolean {
    return this.#ignored.has(word);
  }

  knows(phrase: string): boolean {
    return this.#meanings.has(phrase);
  }

  /** What somebody who asks for this may mean; the phrase itself comes first. */
  meaningsOf(phrase: string): Phrase[] {
    return [...(this.#meanings.get(phrase)?.values() ?? [phrase.split(" ")])];
  }

  /** What somebody may mean who has typed only the beginning. */
  meaningsFrom(beginning: string): Phrase[] {
    return [...this.#meanings.keys()]
      .filter((phrase) => phrase.startsWith(beginning) && phrase !== beginning)
      .flatMap((phrase) => this.meaningsOf(phrase));
  }
}

/** Reads the file beside this module. */
export async function loadDictionary(db: Queries): Promise<Dictionary> {
  const lines = parseDictionary(readFileSync(new URL("./dictionary.txt", import.meta.url), "utf8"));
  const phrases = [...new Set(lines.flatMap((line) => line.phrases))];
  const folded = await selectFolded(db, phrases);
  return new Dictionary(lines, new Map(folded.map((row) => [row.raw, row])));
}
