import { readFileSync } from "node:fs";
import type { Queries } from "../db/database.ts";
import { selectFolded } from "./search.sql.ts";

/** One or several words for one item ("power bank"). */
export type Phrase = readonly string[];

type Line = { kind: "same" | "finds" | "ignore" | "accessory"; phrases: string[] };
const lists = /^(ignore|accessory):/;

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

const shortestPrefix = 3;

/** The dictionary of search; the database normalises its words like those of the catalogue. */
export class Dictionary {
  readonly ignored = new Set<string>();
  readonly accessories: Phrase[] = [];
  readonly sounds = new Map<string, string>();
  readonly #meanings = new Map<string, Phrase[]>();
  readonly #words: ReadonlySet<string>;

  constructor(lines: Line[], folded: Map<string, { words: string[]; sound: string }>) {
    for (const { kind, phrases } of lines) {
      const found = phrases.flatMap((phrase) => folded.get(phrase) ?? []);
      const all = found.map(({ words }) => words);
      if (kind === "accessory") this.accessories.push(...all);
      else if (kind === "ignore") for (const words of all) this.ignored.add(words.join(" "));
      else
        for (const { words, sound } of kind === "same" ? found : found.slice(0, 1)) {
          if (words.length === 1) this.sounds.set(words.join(), sound);
          this.#meanings.set(words.join(" "), [...this.meaningsOf(words), ...all]);
        }
    }
    this.#words = new Set([...folded.values()].flatMap(({ words }) => words));
  }

  hasWord(word: string): boolean {
    return this.#words.has(word);
  }

  /** All names under which students search for an item, given one that fits. */
  phrasesFinding(fits: (phrase: Phrase) => boolean): Phrase[] {
    return [...this.#meanings]
      .filter(([, meanings]) => meanings.some(fits))
      .map(([phrase]) => phrase.split(" "));
  }

  knows(phrase: Phrase): boolean {
    return this.#meanings.has(phrase.join(" "));
  }

  /** The phrase itself included; empty when it is unknown. */
  meaningsOf(phrase: Phrase): Phrase[] {
    return this.#meanings.get(phrase.join(" ")) ?? [];
  }

  meaningsFrom(prefix: string): Phrase[] {
    if (prefix.length < shortestPrefix) return [];
    return [...this.#meanings]
      .filter(([phrase]) => phrase.startsWith(prefix))
      .flatMap(([, meanings]) => meanings);
  }
}

/** Loads it when it is first needed, and again only after a failure. */
export function dictionaryOf(db: Queries): () => Promise<Dictionary> {
  let loading: Promise<Dictionary> | undefined;
  return () => {
    loading ??= loadDictionary(db).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

/** In the contract, because the sell form reads it, too. */
const file = new URL("../../../contract/src/search/dictionary.txt", import.meta.url);

async function loadDictionary(db: Queries): Promise<Dictionary> {
  const lines = parseDictionary(readFileSync(file, "utf8"));
  const phrases = [...new Set(lines.flatMap((line) => line.phrases))];
  const folded = await selectFolded(db, phrases);
  return new Dictionary(lines, new Map(folded.map((row) => [row.raw, row])));
}
