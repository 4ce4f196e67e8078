import type { MessageDraft } from "@market/web/selling/message/read-message";

/** A message, its expected drafts, and what must be removed from it. */
export type Case = {
  style: string;
  text: string;
  /** The day of the message, ISO 8601; the corpus was written for `usualToday`. */
  today?: string;
  drafts: readonly (Partial<MessageDraft> & Pick<MessageDraft, "name">)[];
  secrets?: readonly { kind: string; text: string }[];
};
export const usualToday = "2026-04-20T12:00:00+05:30";

export type Part = "price" | "name" | "category" | "condition" | "lists" | "removed";
type Count = { right: number; all: number };
export type Score = {
  parts: Record<Part, Count>;
  /** `expected → read`, with how often. */
  categories: Map<string, number>;
  misreadings: { text: string; faults: string[] }[];
};

type Reader = (text: string, today: Date) => MessageDraft[];

/** Compares the drafts that are read with the expected ones. */
export function scoreOf(cases: readonly Case[], read: Reader): Score {
  const part = (): Count => ({ right: 0, all: 0 });
  const parts: Score["parts"] = {
    price: part(),
    name: part(),
    category: part(),
    condition: part(),
    lists: part(),
    removed: part(),
  };
  const categories = new Map<string, number>();
  const misreadings: Score["misreadings"] = [];
  for (const { text, today = usualToday, drafts, secrets = [] } of cases) {
    const made = read(text, new Date(today));
    const faults: string[] = [];
    const count = (name: Part, isRight: boolean, fault: string) => {
      parts[name].all++;
      if (isRight) parts[name].right++;
      else faults.push(fault);
    };
    // For no item or one, the message is split correctly if the number of drafts is right.
    const isList = drafts.length > 1 || made.length > 1;
    if (isList)
      count("lists", drafts.length === made.length, `${made.length} for ${drafts.length} items`);
    else if (drafts.length !== made.length)
      faults.push(`${made.length} drafts for ${drafts.length}`);
    for (const [right, own] of pairs(drafts, made)) {
      const told = (what: string, wanted: unknown, got: unknown) =>
        `${what} ${JSON.stringify(got) ?? "nothing"} for ${JSON.stringify(wanted) ?? "nothing"}`;
      count("price", own?.price === right.price, told("price", right.price, own?.price));
      count(
        "name",
        wordsOf(own?.name) === wordsOf(right.name),
        told("name", right.name, own?.name),
      );
      if (right.category ?? own?.category) {
        const isRight = own?.category === right.category;
        count("category", isRight, told("category", right.category, own?.category));
        if (!isRight) {
          const key = `${right.category ?? "none"} → ${own?.category ?? "none"}`;
          categories.set(key, (categories.get(key) ?? 0) + 1);
        }
      }
      if (right.condition ?? own?.condition)
        count(
          "condition",
          own?.condition === right.condition,
          told("condition", right.condition, own?.condition),
        );
    }
    const shown = JSON.stringify(made.map(({ removed: _removed, ...fields }) => fields));
    for (const secret of secrets)
      count(
        "removed",
        !plain(shown).includes(plain(secret.text)) &&
          made.some(({ removed }) => removed.includes(secret.kind as never)),
        `${secret.kind} ${secret.text} not taken out`,
      );
    if (faults.length > 0) misreadings.push({ text, faults });
  }
  misreadings.sort((one, other) => other.faults.length - one.faults.length);
  return { parts, categories, misreadings };
}

/** The text without the characters that may separate digits. */
const plain = (text: string) => text.toLowerCase().replaceAll(/[\s().\-–/]/g, "");

/** Compares words in any order and case. */
const wordsOf = (name = "") =>
  (name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).toSorted().join(" ");

/** Pairs drafts in order or, if their numbers differ, by the words that their names share. */
function pairs(right: Case["drafts"], made: readonly MessageDraft[]) {
  if (right.length === made.length) return right.map((draft, nth) => [draft, made[nth]] as const);
  const left = [...made];
  return right.map((draft) => {
    const wanted = new Set(wordsOf(draft.name).split(" "));
    const common = (own: MessageDraft) =>
      wordsOf(own.name)
        .split(" ")
        .filter((word) => wanted.has(word)).length;
    const best = left.toSorted((one, other) => common(other) - common(one))[0];
    if (best === undefined || common(best) === 0) return [draft, undefined] as const;
    left.splice(left.indexOf(best), 1);
    return [draft, best] as const;
  });
}
