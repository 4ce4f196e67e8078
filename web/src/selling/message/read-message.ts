import { contactPatterns, type ContactKind } from "@market/contract/products/contact-patterns";
import type { Category, Condition, LocationType } from "@market/contract/products/product";
import { makers, thingWords } from "../category-words.ts";
import { english } from "./english.ts";
import { hinglish } from "./hinglish.ts";
import type { Label } from "./vocabulary.ts";

/** What a message says about one item; a field that it leaves open is absent. */
export type MessageDraft = {
  name: string;
  /** Rupees, from 1 to 1,000,000. */
  price?: number;
  category?: Category;
  condition?: Condition;
  locationType?: LocationType;
  address?: string;
  negotiable?: boolean;
  /** `YYYY-MM-DD` on the campus. */
  availableFrom?: string;
  description: string;
  /** What was taken out of this item's part of the message, each kind once. */
  removed: ContactKind[];
};

/** A word, a number, a rupee sign, or in place of something removed one of `marks`. */
type Token = {
  text: string;
  low: string;
  /** What stands between it and the token before, and where it begins. */
  gap: string;
  at: number;
  labels: ReadonlySet<Label>;
  /** The first of the words that have these labels together. */
  isHead: boolean;
  thing?: Category;
  maker?: Category;
  role?: "bullet" | "date" | "place" | "removed" | "measure" | "price";
};
type Price = { value: number; score: number; from: number; to: number };
type Span = { from: number; to: number };
/** What stands between two commas, brackets, sentences or lines. */
type Clause = Span & {
  startsLine: boolean;
  isBulleted: boolean;
  isIndented: boolean;
  afterBlank: boolean;
  price?: Price;
  name?: Span & { isKnown: boolean };
};
type Item = { clauses: Clause[]; price?: Price };

/**
 * Reads what students write about what they sell: in one message or several that were copied together, one item or a list.
 * A text that offers nothing has no drafts.
 */
export function readMessage(text: string, today: Date): MessageDraft[] {
  return messagesIn(clean(text)).flatMap((message) => {
    const { source, kinds } = withoutContacts(message);
    const tokens = tokensOf(source);
    readNumbers(tokens);
    readPlaces(tokens);
    const clauses = clausesOf(tokens);
    const { items, shared } = itemsOf(tokens, clauses);
    return items.flatMap((item) => draftOf({ tokens, source, kinds, today }, item, shared));
  });
}

// 1. Clean: one kind of line break and digit, no bold, nothing invisible, one message for each sender.

/** Stand in the text for what was removed. */
const marks: Record<ContactKind, string> = {
  phone: "\uE001",
  email: "\uE002",
  upi: "\uE003",
  link: "\uE004",
};
const kindOf = new Map(Object.entries(marks).map(([kind, mark]) => [mark, kind as ContactKind]));

function clean(text: string): string {
  return text
    .replace(/[\uE000-\uF8FF\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\0]/g, "")
    .replace(/(\d)\uFE0F?\u20E3(?= ?\p{L})/gu, "$1) ")
    .replace(/[\uFE0F\u20E3]/g, "")
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .normalize("NFKC")
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
    .replace(/~[^~\n]{1,40}~/g, " ")
    .replace(
      /```|(?<![\p{L}\p{N}])[*_]{1,3}(?=[^\s*_])|(?<=[^\s*_])[*_]{1,3}(?![\p{L}\p{N}])/gu,
      "",
    )
    .replace(/^[>»] ?/gm, "");
}

/** `[12/11/26, 9:41 PM] Asha: ` and `12/11/26, 21:41 - Asha: `; the sender is the first group. */
const header =
  /^\[?(?=[^\n]{0,20}\d[:.]\d\d)\d{1,4}[\d/.:,\- apm]{6,28}(?:\][ -]{0,3}|- )(?:([^:\n]{1,40}): ?)?/i;
const systemLine =
  /^\W{0,4}(?:forwarded(?: many times| as received)?\W{0,3}$|<?(?:media|image|video|sticker|document) omitted|(?:this message was|you) deleted|messages and calls are|\[forwarded)|^\W{0,4}(?:forwarded|fwd)(?: msg| message)?(?=\W)/i;

function messagesIn(text: string): string[] {
  const messages: { sender?: string; lines: string[] }[] = [];
  for (const line of text.split("\n")) {
    const [head, sender] = header.exec(line) ?? [];
    const last = messages.at(-1);
    // The sender's number, if it is one, is left out like every other.
    const number = /\+?\d[\d ]{8,}/.exec(sender ?? "")?.[0] ?? "";
    const said = head === undefined ? line : line.slice(head.length);
    const content = `${said.replace(systemLine, "")}${number && ` ${number}`}`;
    if (last && (head === undefined || sender === last.sender)) last.lines.push(content);
    else messages.push({ sender, lines: [content] });
  }
  return messages.map(({ lines }) => lines.join("\n"));
}

// 2. Take out numbers, addresses and links.

function withoutContacts(message: string): {
  source: string;
  kinds: ReadonlyMap<string, ContactKind>;
} {
  let source = message;
  for (const { kind, pattern } of contactPatterns)
    source = source.replace(pattern, ` ${marks[kind]} `);
  return { source, kinds: kindOf };
}

// 3. Words and what they mean.

type Entry<Meaning> = { words: string[]; meaning: Meaning };
type Lexicon<Meaning> = Map<string, Entry<Meaning>[]>;

/** Phrases by their first word, the longest first. */
function lexiconOf<Meaning>(lists: (readonly [Meaning, string])[]): Lexicon<Meaning[]> {
  const phrases = new Map<string, Meaning[]>();
  for (const [meaning, list] of lists)
    for (const phrase of list.split(", "))
      phrases.set(phrase, [...(phrases.get(phrase) ?? []), meaning]);
  const lexicon: Lexicon<Meaning[]> = new Map();
  for (const [phrase, meaning] of phrases) {
    const words = phrase.split(" ");
    const [first = ""] = words;
    lexicon.set(first, [...(lexicon.get(first) ?? []), { words, meaning }]);
  }
  for (const entries of lexicon.values()) entries.sort((a, b) => b.words.length - a.words.length);
  return lexicon;
}

const listsOf = <Meaning extends string>(...all: Partial<Record<Meaning, string>>[]) =>
  all.flatMap((lists) => Object.entries(lists) as [Meaning, string][]);
const labels = lexiconOf<Label>(listsOf<Label>(english, hinglish));
const things = lexiconOf<Category>(listsOf<Category>(thingWords));
const makerNames = lexiconOf<Category>(listsOf<Category>(makers));

/** Long words without doubled letters and vowels, so that `matress` is a mattress. */
const bones = (word: string) => {
  const rest = word.slice(1).replace(/[aeiouy]/g, "");
  return `${word[0]}${rest}`.replace(/(.)\1+/g, "$1");
};
const misspelt = new Map(
  [...things.values()]
    .flat()
    .flatMap(({ words: [word = "", ...more] }) =>
      more.length === 0 && word.length > 5 ? [word] : [],
    )
    .map((word) => [bones(word), word] as const)
    .filter(([bone]) => bone.length > 3),
);

function singular(word: string): string {
  if (things.has(word)) return word;
  const one = word.replace(/(?:(?<=[sxh])es|s)$/, "");
  if (things.has(one)) return one;
  if (word.endsWith("ves")) return `${word.slice(0, -3)}f`;
  return word.length > 5 ? (misspelt.get(bones(one)) ?? word) : word;
}

const noLabels: ReadonlySet<Label> = new Set();
const word = /[₹\uE001-\uE004]|\d+(?:,\d+)*(?:\.\d+)?|[\p{L}\p{M}]+(?:['’]?[\p{L}\p{M}\p{N}])*/gu;

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const { 0: text, index } of source.matchAll(word)) {
    const low = text.toLowerCase().replace(/['’]/g, "");
    const role = kindOf.has(text) ? ("removed" as const) : undefined;
    tokens.push({
      text,
      low,
      gap: source.slice(end, index),
      at: index,
      labels: noLabels,
      isHead: true,
      role,
    });
    end = index + text.length;
  }
  meet(
    tokens,
    labels,
    (low) => low,
    (token, meaning, isHead) => {
      token.labels = new Set(meaning);
      token.isHead = isHead;
    },
  );
  meet(
    tokens,
    makerNames,
    (low) => low,
    (token, [maker]) => (token.maker = maker),
  );
  meet(tokens, things, singular, (token, [thing]) => (token.thing = thing));
  return tokens;
}

/** Finds the longest phrases; the words of one stand side by side. */
function meet<Meaning>(
  tokens: Token[],
  lexicon: Lexicon<Meaning>,
  normal: (low: string) => string,
  found: (token: Token, meaning: Meaning, isHead: boolean) => void,
): void {
  const isBeside = (place: number) => /^[ -]?$/.test(tokens[place]?.gap ?? "\n");
  for (let place = 0; place < tokens.length;) {
    const entry = lexicon.get(normal(tokens[place]?.low ?? ""))?.find(({ words }) =>
      words.every((each, nth) => {
        const low = tokens[place + nth]?.low ?? "";
        return nth === 0 || (isBeside(place + nth) && (low === each || normal(low) === each));
      }),
    );
    const length = entry?.words.length ?? 1;
    if (entry)
      for (let nth = 0; nth < length; nth++)
        found(tokens[place + nth] as Token, entry.meaning, nth === 0);
    place += length;
  }
}

const has = (token: Token | undefined, ...any: Label[]) =>
  any.some((label) => token?.labels.has(label));
const isNumber = (token: Token | undefined) => token !== undefined && /^\d/.test(token.low);
const valueOf = (token: Token | undefined) => Number(token?.low.replaceAll(",", ""));

// 4. Numbers that are no prices: measures, models and days.

const hasMonth = (token: Token | undefined) => has(token, "month");
const ordinal = /^(?:st|nd|rd|th)$/;

function readNumbers(tokens: Token[]): void {
  for (const [place, token] of tokens.entries()) {
    if (!isNumber(token)) continue;
    const [before, after, later] = [tokens[place - 1], tokens[place + 1], tokens[place + 2]];
    const isOrdinal = after?.gap === "" && ordinal.test(after.low);
    const month = hasMonth(before) ? before : [after, later].find((each) => hasMonth(each));
    const isNear = month === before || month === after || isOrdinal;
    if (valueOf(token) <= 31 && month && isNear && !isBreak(month === before ? token : month)) {
      for (const each of [token, month, ...(isOrdinal ? [after] : [])]) each.role ??= "date";
    } else if (token.role === undefined && isMeasure(token, before, after, later)) {
      token.role = "measure";
      if (after && (after.gap === "" || has(after, "unit")) && !isNumber(after))
        after.role ??= "measure";
    }
  }
  for (const [place, token] of tokens.entries())
    if (isNumber(token) && token.role !== "date" && isBullet(tokens, place)) token.role = "bullet";
    else if (
      /^(?:[a-h]|i{1,3}|iv|v|vi)$/.test(token.low) &&
      startsLine(token) &&
      /^[.)]/.test(tokens[place + 1]?.gap ?? "")
    )
      token.role = "bullet";
}

const startsLine = (token: Token) => token.at === token.gap.length || token.gap.includes("\n");
const isBreak = (token: Token) => /[\n,;!?()[\]|]|\. |\.\.|…| \/ /.test(token.gap);

/** `1.`, `2)`, `3 -` at the beginning of a line. */
const isBullet = (tokens: Token[], place: number) =>
  startsLine(tokens[place] as Token) &&
  valueOf(tokens[place]) < 31 &&
  /^ ?[.)\]:-]|^ [–—] /.test(tokens[place + 1]?.gap ?? "") &&
  !isNumber(tokens[place + 1]);

function isMeasure(token: Token, before?: Token, after?: Token, later?: Token): boolean {
  const isPriced = isCurrency(before) || has(before, "ask");
  if (after?.gap === "" && !isNumber(after)) {
    if (has(after, "rupees")) return false;
    if (has(after, "thousand", "lakh"))
      return has(later, "unit") || /^(?:display|monitor|tv|screen|shutter)/.test(later?.low ?? "");
    return true;
  }
  if (after?.gap.startsWith("%")) return true;
  const isGlued = (gap: string | undefined) => gap !== undefined && /^[-–/:x×'"]$/.test(gap);
  if (isNumber(after) && isGlued(after?.gap)) return true;
  if (isNumber(before) && isGlued(token.gap)) return true;
  if (after && !isBreak(after) && has(after, "years", "months", "days", "times")) return true;
  if (isPriced) return false;
  if (after && /^[ -]$/.test(after.gap) && has(after, "unit")) return true;
  return (
    before !== undefined &&
    /^[ .-]{0,2}$/.test(token.gap) &&
    has(before, "numbered") &&
    valueOf(token) < 100
  );
}

const isCurrency = (token: Token | undefined) => token?.text === "₹" || has(token, "rupees");

// 5. Places.

const hallCode = /^(?:h|[bglm]h|kp|qc|hb)\d{1,2}$/;

function readPlaces(tokens: Token[]): void {
  const isPlace = (token: Token | undefined) =>
    token !== undefined &&
    token.role === undefined &&
    (has(token, "campus", "nearby", "area") || hallCode.test(token.low));
  for (let from = 0; from < tokens.length; from++) {
    if (!isPlace(tokens[from])) continue;
    let to = from + 1;
    const isNext = (place: number) =>
      tokens[place] !== undefined && /^[ -]{0,3}$/.test(tokens[place]?.gap ?? "");
    for (; isNext(to); to++) {
      const isHouseNumber =
        isNumber(tokens[to]) && valueOf(tokens[to]) < 1000 && !isPriced(tokens, to);
      if (isPlace(tokens[to]) || (isHouseNumber && isPlace(tokens[to - 1]))) continue;
      if (
        /^(?:of|in|near|ke)$/.test(tokens[to]?.low ?? "") &&
        isNext(to + 1) &&
        isPlace(tokens[to + 1])
      )
        continue;
      break;
    }
    let start = from;
    while (
      start > 0 &&
      from - start < 3 &&
      isOwnName(tokens[start - 1]) &&
      !isBreak(tokens[start] as Token)
    )
      start--;
    if (!isEdge(tokens, start) && !has(tokens[start - 1], "at", "item")) start = from;
    const group = tokens.slice(from, to);
    const isCertain =
      group.some((token) => has(token, "area") || hallCode.test(token.low) || isNumber(token)) ||
      has(tokens[start - 1], "at") ||
      (has(tokens[start - 1], "filler") && has(tokens[start - 2], "at")) ||
      (isEdge(tokens, start) && (isEdge(tokens, to) || has(tokens[to], "at"))) ||
      (has(tokens[to], "at") && isNext(to));
    if (isCertain) for (const token of tokens.slice(start, to)) token.role = "place";
    from = to - 1;
  }
}

const isEdge = (tokens: Token[], place: number) => {
  const token = tokens[place];
  return (
    token === undefined || startsLine(token) || isBreak(token) || /[^\p{L}\p{N} ]/u.test(token.gap)
  );
};
const isOwnName = (token: Token | undefined) =>
  token !== undefined &&
  token.labels.size === 0 &&
  !token.thing &&
  !token.maker &&
  !token.role &&
  !isNumber(token);
const isPriced = (tokens: Token[], place: number) =>
  isCurrency(tokens[place - 1]) ||
  isCurrency(tokens[place + 1]) ||
  /^\/[-=]/.test(tokens[place + 1]?.gap ?? "");

// 6. Clauses, each with its price and its name.

function clausesOf(tokens: Token[]): Clause[] {
  const starts = tokens.flatMap((token, place) =>
    place === 0 || (isBreak(token) && !isJoined(tokens[place - 1], token)) ? [place] : [],
  );
  return starts
    .map((from, nth) => ({ from, to: starts[nth + 1] ?? tokens.length }))
    .flatMap((span) => atPrices(tokens, span))
    .map((span) => {
      const first = tokens[span.from] as Token;
      const lead = first.gap.slice(first.gap.lastIndexOf("\n") + 1);
      const begins = startsLine(first);
      const price = pricesIn(tokens, span).sort((a, b) => b.score - a.score || b.from - a.from)[0];
      return {
        ...span,
        startsLine: begins,
        isBulleted: begins && (first.role === "bullet" || /[^\s\p{L}\p{N}"'(₹]/u.test(lead)),
        isIndented: begins && /^\s{2}/.test(lead),
        afterBlank: /\n\s*\n/.test(first.gap),
        price,
        name: nameIn(tokens, span, price),
      };
    });
}

/** No sentence ends in `Rs. 500` or `1. Fan`. */
const isJoined = (before: Token | undefined, token: Token) =>
  !token.gap.includes("\n") &&
  /^[.)]/.test(token.gap) &&
  (isCurrency(before) || before?.role === "bullet");

/** `fan 600 table 700` and `fan for 600 and table for 700` are two clauses. */
function atPrices(tokens: Token[], { from, to }: Span): Span[] {
  const prices = pricesIn(tokens, { from, to }).filter(({ score }) => score > 0);
  const spans: Span[] = [];
  let start = from;
  for (const price of prices.slice(0, -1)) {
    let end = price.to;
    while (end < to && has(tokens[end], "asked", "negotiable", "fixed", "each")) end++;
    if (has(tokens[end], "joint") || /[&+]/.test(tokens[end]?.gap ?? "") || isPlain(tokens[end])) {
      if (nameIn(tokens, { from: start, to: end }, price)) {
        spans.push({ from: start, to: end });
        start = end;
      }
    }
  }
  return [...spans, { from: start, to }];
}

/** The prices that may be asked. */
function pricesIn(tokens: Token[], { from, to }: Span): Price[] {
  const prices: Price[] = [];
  for (let place = from; place < to; place++) {
    const token = tokens[place] as Token;
    if (!isNumber(token) || token.role !== undefined) continue;
    const price = priceAt(tokens, place, { from, to });
    if (price) prices.push(price);
  }
  return prices;
}

function priceAt(tokens: Token[], place: number, { from, to }: Span): Price | undefined {
  const token = tokens[place] as Token;
  let end = place + 1;
  let value = valueOf(token);
  let score = 0;
  if (place > from && isCurrency(tokens[place - 1])) score += 4;
  const scale = end < to && /^ ?$/.test(tokens[end]?.gap ?? "") ? tokens[end] : undefined;
  if (has(scale, "thousand", "lakh")) {
    value = Math.round(value * (has(scale, "lakh") ? 100_000 : 1000));
    score += 3;
    end++;
  }
  if (end < to && has(tokens[end], "rupees") && /^ ?$/.test(tokens[end]?.gap ?? "")) {
    score += 4;
    end++;
  }
  const next = end < to ? tokens[end] : undefined;
  if (/^ ?(?:\/[-=]|-\/|=\/)/.test(tokens[end]?.gap ?? "")) score += 4;
  if (/\d,\d/.test(token.low)) score += 2;
  const lead = tokens.slice(Math.max(from, place - 4), place).filter((each) => !isCurrency(each));
  const cue = lead.findLast((each) => has(each, "ask", "former", "budget") || isNumber(each));
  if (cue && !isNumber(cue) && !has(cue, "ask")) return undefined;
  if (next && !isBreak(next) && has(next, "formerly") && !has(next, "asked")) return undefined;
  if (has(cue, "ask")) score += 2;
  if (has(next, "asked", "negotiable", "fixed", "each")) score += 2;
  if (next === undefined || /[-–—:=]/.test(next.gap)) score += 1;
  if (/[-–—:=@→]/.test(token.gap)) score += 1;
  const isInside =
    next !== undefined &&
    isPlain(next) &&
    /^ $/.test(next.gap) &&
    place > from &&
    tokens[place - 1]?.role !== "bullet";
  if (isInside && score < 3) score -= 3;
  if (score < 3) {
    if (value > 1994 && value < 2030 && value !== 2000) score -= 3;
    if (value < 20) score -= 3;
    if (value % 5 !== 0 && value % 10 !== 9) score -= 1;
  }
  const isAsked = value >= 1 && value <= 1_000_000 && score > -3;
  return isAsked ? { value, score, from: place, to: end } : undefined;
}

const inNames: ReadonlySet<Label> = new Set(["unit", "numbered", "item", "times", "years"]);

function isPlain(token: Token | undefined): boolean {
  if (!token || token.text === "₹") return false;
  if (token.role !== undefined) return token.role === "measure";
  if (isNumber(token)) return false;
  return (
    token.thing !== undefined ||
    token.maker !== undefined ||
    [...token.labels].every((label) => inNames.has(label))
  );
}

/** The first words that name a thing, or else those that name a maker, or the first that have no other meaning. */
function nameIn(tokens: Token[], { from, to }: Span, price?: Price): Clause["name"] {
  const runs: (Span & { weight: number })[] = [];
  for (let place = from; place < to; place++) {
    if (!isNamePart(tokens, place, price)) continue;
    let end = place + 1;
    while (end < to && continuesName(tokens, end, to, price)) end++;
    const run = tokens.slice(place, end);
    const weight = run.some(({ thing }) => thing) ? 2 : run.some(({ maker }) => maker) ? 1 : 0;
    if (run.some((token) => /\p{L}{2}/u.test(token.low) && token.role !== "measure"))
      runs.push({ from: place, to: end, weight });
    place = end;
  }
  const best = runs.sort((a, b) => b.weight - a.weight || a.from - b.from)[0];
  return best && { from: best.from, to: best.to, isKnown: best.weight > 0 };
}

/** A number that is not the price belongs to the name: `Classic 350`. */
const isNamePart = (tokens: Token[], place: number, price?: Price) =>
  isPlain(tokens[place]) ||
  (isNumber(tokens[place]) &&
    tokens[place]?.role === undefined &&
    price !== undefined &&
    (place < price.from || place >= price.to));

function continuesName(tokens: Token[], place: number, to: number, price?: Price): boolean {
  const token = tokens[place] as Token;
  if (
    !/^[ \-+&/."'’]{0,3}$/.test(token.gap) ||
    /^ ?- ?$| [-/] |\. /.test(token.gap.replace(/^-$/, ""))
  )
    return false;
  if (isNamePart(tokens, place, price)) return true;
  const next = tokens[place + 1];
  return (
    has(token, "joint") &&
    place + 1 < to &&
    next?.gap === " " &&
    isNamePart(tokens, place + 1, price)
  );
}

// 7. Items: where each begins, and what is said of all of them.

function itemsOf(tokens: Token[], clauses: Clause[]): { items: Item[]; shared: Clause[] } {
  const says = (clause: Clause, ...any: Label[]) =>
    tokens.slice(clause.from, clause.to).some((token) => has(token, ...any));
  const priced = clauses.filter(({ price }) => price && price.score > 0);
  const isList =
    priced.length > 1 || clauses.filter(({ isBulleted, price }) => isBulleted && price).length > 1;
  const isOffered = clauses.some((clause) => says(clause, "offer"));
  const isWanted = clauses.some((clause) => says(clause, "want"));
  const isAsked = clauses.some((clause) => says(clause, "question"));
  if (isWanted && !isOffered) return { items: [], shared: [] };
  if (
    !clauses.some(({ price }) => price) &&
    (!isOffered || isAsked || clauses.some((clause) => says(clause, "sold")))
  )
    return { items: [], shared: [] };
  if (!isList) return { items: [{ clauses, price: bestPrice(clauses) }], shared: [] };

  const items: Item[] = [];
  let preamble: Clause[] = [];
  let pending: Clause[] = [];
  const flush = () => {
    const last = items.at(-1);
    if (last) last.clauses.push(...pending);
    else preamble = [...preamble, ...pending];
    pending = [];
  };
  let before: Clause | undefined;
  for (const clause of clauses) {
    const { price, name } = clause;
    const last = items.at(-1);
    if (price && name && isOwnItem(clause, before, last, pending)) {
      flush();
      items.push({ clauses: [clause], price });
    } else if (price) {
      const start = beginning(pending, last);
      if (start !== undefined && (!last?.price || price.score > 0)) {
        const own = pending.splice(start);
        flush();
        items.push({ clauses: [...own, clause], price });
      } else if (last) {
        flush();
        last.clauses.push(clause);
        if (!last.price || price.score > last.price.score + 2) last.price = price;
      } else pending.push(clause);
    } else if (clause.isBulleted && name && last?.clauses[0]?.isBulleted && !says(clause, "all")) {
      flush();
      items.push({ clauses: [clause] });
    } else pending.push(clause);
    before = clause;
  }
  const sold = (item: Item) =>
    item.price === undefined && item.clauses.some((clause) => says(clause, "sold"));
  const last = items.at(-1);
  if (items.length < 2 || !last)
    return { items: [{ clauses, price: last?.price ?? bestPrice(clauses) }], shared: [] };
  // What follows the last item is said of it if the others have such lines too, and of all if it says so.
  const haveDetails = items
    .slice(0, -1)
    .some((item) => item.clauses.some(({ startsLine: is }, nth) => nth > 0 && is));
  const shared = [...preamble];
  let isOfAll = false;
  for (const clause of pending) {
    const own = tokens.slice(clause.from, clause.to);
    if (clause.startsLine || !isOfAll)
      isOfAll =
        (says(clause, "all", "contact", "negotiable", "fixed") && clause.startsLine) ||
        says(clause, "all") ||
        own.some(
          ({ role }) =>
            role === "removed" || ((role === "place" || role === "date") && clause.startsLine),
        ) ||
        (clause.afterBlank && clause.startsLine) ||
        (clause.startsLine && !clause.isIndented && !haveDetails);
    if (isOfAll) shared.push(clause);
    else last.clauses.push(clause);
  }
  return { items: items.filter((item) => !sold(item)), shared };
}

function bestPrice(clauses: Clause[]): Price | undefined {
  return clauses
    .flatMap(({ price }) => price ?? [])
    .sort((a, b) => b.score - a.score || a.from - b.from)[0];
}

/** A priced thing is an item of its own; an unknown word only where a list has one. */
function isOwnItem(
  clause: Clause,
  before: Clause | undefined,
  last: Item | undefined,
  pending: Clause[],
): boolean {
  const { name, price } = clause;
  if (!name || !price) return false;
  if (price.score < -1) return false;
  if (name.isKnown)
    return (
      last !== undefined ||
      clause.startsLine ||
      !pending.some((each) => each.name?.isKnown && !each.startsLine)
    );
  const isClose = name.to <= price.from ? price.from - name.to < 3 : name.from - price.to < 2;
  const follows = before?.price !== undefined && last?.clauses.includes(before);
  return isClose && name.to - name.from < 9 && (clause.startsLine || follows === true);
}

/** Where among what has no price yet the thing of the next price begins. */
function beginning(pending: Clause[], last: Item | undefined): number | undefined {
  const blank = pending.findLastIndex(({ afterBlank }) => afterBlank);
  const from = Math.max(0, blank);
  const known = pending.findIndex(({ name }, place) => place >= from && name?.isKnown);
  if (known >= 0) return known;
  const named = pending.findIndex(({ name, startsLine: is }, place) => place >= from && name && is);
  return named >= 0 && (blank >= 0 || last === undefined) ? named : undefined;
}

// 8. One item: what was read becomes a field, the rest the description.

type Reading = {
  tokens: Token[];
  source: string;
  kinds: ReadonlyMap<string, ContactKind>;
  today: Date;
};

function draftOf(
  { tokens, source, kinds, today }: Reading,
  item: Item,
  shared: Clause[],
): MessageDraft[] {
  const { clauses, price } = item;
  const named = nameOf(tokens, clauses, price);
  if (!named) return [];
  const name = source
    .slice(tokens[named.from]?.at, endOf(tokens, named.to))
    .replace(/\s+(?:ka|ki|ke|k)(?=\s)/gi, "")
    .replace(/\s+/g, " ")
    .trim();
  const all = [clauses, shared];
  const first = <Value>(
    read: (tokens: Token[], clauses: Clause[], name?: Span) => Value | undefined,
  ) => read(tokens, clauses, named) ?? read(tokens, shared);
  const place = first((_, some) => placeOf(tokens, source, some));
  const draft: MessageDraft = {
    name: name.slice(0, 100),
    description: descriptionOf(tokens, source, clauses, named).slice(0, 2000),
    removed: [
      ...new Set(
        all
          .flat()
          .flatMap(({ from, to }) =>
            tokens.slice(from, to).flatMap(({ text }) => kinds.get(text) ?? []),
          ),
      ),
    ],
  };
  const found: Partial<MessageDraft> = {
    price: price?.value,
    category: categoryOf(tokens, named) ?? first((_, some) => categoryOf(tokens, ...some)),
    condition: first(conditionOf),
    ...place,
    negotiable: first(negotiableOf),
    availableFrom: first((_, some) => dayOf(tokens, some, today)),
  };
  return [
    {
      ...draft,
      ...(Object.fromEntries(
        Object.entries(found).filter(([, value]) => value !== undefined),
      ) as typeof found),
    },
  ];
}

const endOf = (tokens: Token[], to: number) => {
  const last = tokens[to - 1];
  return last ? last.at + last.text.length : 0;
};

/** The thing beside the price, or else the first that is named. */
function nameOf(
  tokens: Token[],
  clauses: Clause[],
  price?: Price,
): (Span & { isKnown: boolean }) | undefined {
  const names = clauses.flatMap((clause, nth) => {
    const own =
      clause.price === price
        ? clause.name
        : nameIn(tokens, clause, clause.price === price ? price : undefined);
    if (!own) return [];
    const isOffered = tokens
      .slice(clause.from, own.from)
      .some((token) => has(token, "offer", "item"));
    const weight =
      (own.isKnown ? 4 : 0) +
      (isOffered ? 2 : 0) +
      (clause.price !== undefined && clause.price === price ? 1 : 0) -
      Math.min(nth, 4) * 0.4;
    return [{ ...own, weight }];
  });
  return names.sort((a, b) => b.weight - a.weight)[0];
}

function categoryOf(tokens: Token[], ...spans: Span[]): Category | undefined {
  const own = spans.flatMap(({ from, to }) => tokens.slice(from, to));
  return own.find(({ thing }) => thing)?.thing ?? own.find(({ maker }) => maker)?.maker;
}

const grades = ["Used - Acceptable", "New", "Like New", "Used - Good"] as const;

/** The worst that is said counts, except that new is new. */
function conditionOf(tokens: Token[], clauses: Clause[], name?: Span): Condition | undefined {
  const found = new Set<Condition>();
  for (const { from, to } of clauses) {
    const hasMore = tokens
      .slice(from, to)
      .some((token, nth) => isPlain(token) && token.role !== "measure" && !isIn(from + nth, name));
    for (let place = from; place < to; place++) {
      const token = tokens[place] as Token;
      for (const grade of grades) if (has(token, grade)) found.add(grade);
      if (has(token, "new") && (!hasMore || isIn(place + 1, name) || place === name?.to))
        found.add("New");
      const rating =
        /^\/10$/.exec(`${tokens[place + 1]?.gap}${tokens[place + 1]?.text}`) && valueOf(token);
      if (rating && rating <= 10)
        found.add(rating >= 9 ? "Like New" : rating >= 7 ? "Used - Good" : "Used - Acceptable");
      const age = ageAt(tokens, place, from, to, hasMore);
      if (age) found.add(age);
    }
  }
  return found.has("New") && !found.has("Used - Good")
    ? "New"
    : grades.find((grade) => found.has(grade));
}

const isIn = (place: number, span: Span | undefined) =>
  span !== undefined && place >= span.from && place < span.to;

/** `1 year old`, `used for 3 months`, `ek saal purana`, `used twice`. */
function ageAt(
  tokens: Token[],
  place: number,
  from: number,
  to: number,
  hasMore: boolean,
): Condition | undefined {
  const token = tokens[place] as Token;
  const around = tokens.slice(Math.max(from, place - 5), Math.min(to, place + 4));
  const isUsed = around.some((each) => has(each, "used"));
  if (
    has(token, "used") &&
    token.isHead &&
    !hasMore &&
    /^use/.test(token.low) &&
    !around.some((each) => has(each, "years", "months", "days", "times"))
  )
    return "Used - Good";
  if (!has(token, "years", "months", "days", "times") || (!isUsed && hasMore)) return undefined;
  if (has(token, "times")) return isUsed ? "Like New" : undefined;
  const count = tokens[place - 1];
  const isShort =
    has(token, "days") || (has(token, "months") && /^(?:1|one|a|ek)$/.test(count?.low ?? ""));
  if (isUsed && isShort) return "Like New";
  return isNumber(count) ||
    /^(?:one|two|three|a|ek|do|teen|few|couple|last)$/.test(count?.low ?? "")
    ? "Used - Good"
    : undefined;
}

function negotiableOf(tokens: Token[], clauses: Clause[]): boolean | undefined {
  const own = clauses.flatMap(({ from, to }) => tokens.slice(from, to));
  if (own.some((token) => has(token, "fixed"))) return false;
  return own.some((token) => has(token, "negotiable")) || undefined;
}

function placeOf(
  tokens: Token[],
  source: string,
  clauses: Clause[],
): { locationType: LocationType; address: string } | undefined {
  for (const { from, to } of clauses) {
    const start = tokens.findIndex(
      ({ role }, place) => place >= from && place < to && role === "place",
    );
    if (start < 0) continue;
    let end = start + 1;
    while (end < to && tokens[end]?.role === "place") end++;
    const own = tokens.slice(start, end);
    const isNear = own.some((token) => has(token, "area", "nearby"));
    return {
      locationType: isNear ? "nearby" : "On-Campus",
      address: source.slice(tokens[start]?.at, endOf(tokens, end)).replace(/\s+/g, " "),
    };
  }
  return undefined;
}

const dayLength = 86_400_000;
/** The day on the campus, whose clock is five and a half hours ahead of UTC. */
const campusDay = (time: number) => new Date(time + 19_800_000).toISOString().slice(0, 10);
const monthNames = [
  "jan",
  "feb",
  "mar",
  "apr",
  "may",
  "jun",
  "jul",
  "aug",
  "sep",
  "oct",
  "nov",
  "dec",
];

/** A day from tomorrow to 120 days ahead, if something says that the item is there from then on. */
function dayOf(tokens: Token[], clauses: Clause[], today: Date): string | undefined {
  const now = campusDay(today.getTime());
  const latest = campusDay(today.getTime() + 120 * dayLength);
  for (const { from, to } of clauses)
    for (let place = from; place < to; place++) {
      const token = tokens[place] as Token;
      const cue = tokens
        .slice(Math.max(from, place - 3), place)
        .findLast((each) => has(each, "from", "until"));
      if (!has(cue, "from")) continue;
      if (has(token, "tomorrow")) return campusDay(today.getTime() + dayLength);
      const month = monthNames.indexOf(token.low.slice(0, 3));
      if (token.role !== "date" || !has(token, "month")) continue;
      const number = [tokens[place - 1], tokens[place - 2], tokens[place + 1]].find(
        (each) => each?.role === "date" && isNumber(each),
      );
      const [year = 0] = now.split("-").map(Number);
      for (const each of [year, year + 1]) {
        const day = new Date(Date.UTC(each, month, valueOf(number))).toISOString().slice(0, 10);
        if (day > now && day <= latest) return day;
      }
    }
  return undefined;
}

const read: ReadonlySet<Label> = new Set([
  "New",
  "Like New",
  "Used - Good",
  "new",
  "offer",
  "want",
  "question",
  "ask",
  "asked",
  "rupees",
  "thousand",
  "lakh",
  "each",
  "negotiable",
  "fixed",
  "campus",
  "nearby",
  "area",
  "at",
  "month",
  "from",
  "until",
  "tomorrow",
  "contact",
  "all",
  "item",
  "joint",
  "filler",
]);

/** The clauses that say more than the other fields do; all of them if none does. */
function descriptionOf(tokens: Token[], source: string, clauses: Clause[], name: Span): string {
  const saysMore = ({ from, to, price }: Clause) =>
    tokens.slice(from, to).some((token, nth) => {
      const place = from + nth;
      if (isIn(place, name) || (price && place >= price.from && place < price.to)) return false;
      if (
        token.role === "place" ||
        token.role === "date" ||
        token.role === "bullet" ||
        token.role === "removed" ||
        token.text === "₹"
      )
        return false;
      return ![...token.labels].some((label) => read.has(label)) || token.labels.size === 0;
    });
  const some = clauses.filter(saysMore);
  return (some.length > 0 ? some : clauses)
    .map(({ from, to, startsLine: is }) => {
      const text = source
        .slice(tokens[from]?.at, tokens[to]?.at ?? source.length)
        .replace(/[\uE001-\uE004]/g, "");
      return `${is ? "\n" : " "}${text.replace(/\s+/g, " ").replace(/[\s\-–—•*([:]+$/, "")}`;
    })
    .join("")
    .trim();
}
