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

/** A word, a number, a rupee sign, or a mark in place of what was taken out. */
type Token = {
  text: string;
  low: string;
  /** What stands between it and the token before, and the one after. */
  gap: string;
  tail: string;
  /** Where it begins in the message. */
  at: number;
  labels: readonly Meaning[];
  thing?: Category;
  maker?: Category;
  role?: "bullet" | "date" | "place" | "measure" | "price" | "name" | "mark";
};
type Meaning = Label | Category | `~${Category}`;
type Words = readonly Token[];
type Price = { value: number; score: number; words: Words; to: number };
/** What stands between two commas, brackets, sentences or lines. */
type Clause = {
  words: Words;
  startsLine: boolean;
  isBulleted: boolean;
  afterBlank: boolean;
  price?: Price;
  /** The words that may be the name, and whether one of them names a thing or its maker. */
  name?: Words;
  isKnown: boolean;
};
type Item = { clauses: Clause[]; price?: Price };

/**
 * Reads what students write about what they sell: one message or several that were copied together, one item or a list.
 * A text that offers nothing has no drafts.
 */
export function readMessage(text: string, today: Date): MessageDraft[] {
  return messagesIn(clean(text)).flatMap((message) => {
    const source = withoutContacts(message);
    const { items, shared } = itemsIn(clausesIn(wordsIn(source)));
    const ofAll = fieldsOf(shared, today, source);
    return items.flatMap((item) => draftOf(item, ofAll, shared, today, source));
  });
}

// 1. Clean: one kind of line break and digit, no bold, nothing invisible, one message for each sender.

const marks: Record<ContactKind, string> = {
  phone: "\uE001",
  email: "\uE002",
  upi: "\uE003",
  link: "\uE004",
};
const kinds = Object.keys(marks) as ContactKind[];

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

/** `[12/11/26, 9:41 PM] Asha: ` and `12/11/26, 21:41 - Asha: `; the group is the sender. */
const header =
  /^\[?(?=[^\n]{0,20}\d[:.]\d\d)\d{1,4}[\d/.:,\- apm]{6,28}(?:\][ -]{0,3}|- )(?:([^:\n]{1,40}): ?)?/i;
const systemLine =
  /^\W{0,4}(?:forwarded(?: many times| as received)?\W{0,3}$|<?(?:media|image|video|sticker|document) omitted|(?:this message was|you) deleted|messages and calls are|\[forwarded|(?:forwarded|fwd)(?: msg| message)?(?=\W))/i;

function messagesIn(text: string): string[] {
  const messages: { sender?: string; lines: string[] }[] = [];
  for (const line of text.split("\n")) {
    const [head, sender] = header.exec(line) ?? [];
    const last = messages.at(-1);
    // The sender's number, if it is one, is taken out like every other.
    const number = /\+?\d[\d ]{8,}/.exec(sender ?? "")?.[0] ?? "";
    const said = `${line.slice(head?.length ?? 0).replace(systemLine, "")} ${number}`;
    if (last && (head === undefined || sender === last.sender)) last.lines.push(said);
    else messages.push({ sender, lines: [said] });
  }
  return messages.map(({ lines }) => lines.join("\n"));
}

// 2. Take out numbers, addresses and links.

const withoutContacts = (message: string) =>
  contactPatterns.reduce(
    (text, { kind, pattern }) => text.replace(pattern, ` ${marks[kind]} `),
    message,
  );

// 3. Words and what they mean.

/** Phrases by their first word, the longest first. */
const lexicon = new Map<string, { phrase: string[]; labels: Meaning[] }[]>();

function learn(words: Partial<Record<string, string>>, prefix = ""): void {
  for (const [label, list = ""] of Object.entries(words))
    for (const text of list.split(", ")) {
      const phrase = text.split(" ");
      const [first = ""] = phrase;
      const known = lexicon.get(first) ?? [];
      const same = known.find((entry) => entry.phrase.join(" ") === text);
      if (same) same.labels.push(`${prefix}${label}` as Meaning);
      else known.push({ phrase, labels: [`${prefix}${label}` as Meaning] });
      lexicon.set(
        first,
        known.sort((a, b) => b.phrase.length - a.phrase.length),
      );
    }
}
for (const words of [english, hinglish, thingWords]) learn(words);
learn(makers, "~");

/** A long word without its vowels and doubled letters, so that a `matress` is a mattress. */
const bones = (word: string) =>
  `${word[0]}${word.slice(1).replace(/[aeiouy]/g, "")}`.replace(/(.)\1+/g, "$1");
const misspelt = new Map(
  [...lexicon.keys()].filter((word) => word.length > 5).map((word) => [bones(word), word]),
);

/** The word as the lexicon has it, in the singular. */
function fold(low: string): string {
  const forms = [low, low.replace(/s$/, ""), low.replace(/es$/, ""), low.replace(/ves$/, "f")];
  const known = forms.find((form) => lexicon.has(form));
  if (known !== undefined || low.length < 6) return known ?? low;
  const one = forms[1] ?? low;
  // A `trackpant` is a pant; only long ends count, and nothing `portable` is a table.
  const end = /able$/.test(one) ? 0 : one.length - 3;
  for (let from = 1; from < end; from++) if (isThing(one.slice(from))) return one.slice(from);
  const bone = bones(one);
  return (bone.length > 3 ? misspelt.get(bone) : undefined) ?? low;
}

const isThing = (word: string) =>
  lexicon
    .get(word)
    ?.some(({ phrase, labels }) => phrase.length === 1 && labels.some((label) => label in makers));

const wordPattern =
  /[₹\uE001-\uE004]|\d+(?:,\d+)*(?:\.\d+)?(?: ?\/[-=]|%)?|[\p{L}\p{M}]+(?:['’]?[\p{L}\p{M}\p{N}])*/gu;

function wordsIn(source: string): Token[] {
  const words: Token[] = [];
  let end = 0;
  for (const { 0: text, index } of source.matchAll(wordPattern)) {
    const low = fold(text.toLowerCase().replace(/['’]/g, ""));
    const gap = source.slice(end, index);
    const role = text > "\uE000" && text < "\uE005" ? ("mark" as const) : undefined;
    const before = words.at(-1);
    if (before) before.tail = gap;
    words.push({ text, low, gap, tail: "", at: index, labels: [], role });
    end = index + text.length;
  }
  for (let place = 0; place < words.length;) {
    const entry = lexicon.get(words[place]?.low ?? "")?.find(({ phrase }) =>
      phrase.every((each, nth) => {
        const next = words[place + nth];
        return (
          nth === 0 ||
          (next &&
            /^[ -]{0,3}$/.test(next.gap) &&
            (next.low === each || next.text.toLowerCase() === each))
        );
      }),
    );
    for (const word of words.slice(place, (place += entry?.phrase.length ?? 1))) {
      word.labels = entry?.labels ?? [];
      for (const label of word.labels)
        if (label in makers) word.thing = label as Category;
        else if (label.startsWith("~")) word.maker = label.slice(1) as Category;
    }
  }
  return words;
}

const is = (word: Token | undefined, ...any: Label[]) =>
  word !== undefined && any.some((label) => word.labels.includes(label));
const says = ({ words }: Pick<Clause, "words">, ...any: Label[]) =>
  words.some((word) => is(word, ...any));
const isNumber = (word: Token | undefined) => /^\d/.test(word?.text ?? "");
const valueOf = (word: Token | undefined) =>
  Number.parseFloat(word?.text.replaceAll(",", "") ?? "");
const isMoney = (word: Token | undefined) => word?.text === "₹" || is(word, "rupees");

// 4. Clauses.

function clausesIn(words: Token[]): Clause[] {
  const parts: Token[][] = [];
  for (const [place, word] of words.entries()) {
    const before = words[place - 1];
    const startsLine = place === 0 || word.gap.includes("\n");
    if (startsLine && isBullet(word, words[place + 1])) word.role = "bullet";
    // No sentence ends in `Rs. 500` or `1. Fan`.
    const isJoined =
      !startsLine && (before?.role === "bullet" || (isMoney(before) && word.gap.startsWith(".")));
    if (place === 0 || (breaks(word) && !isJoined)) parts.push([]);
    parts.at(-1)?.push(word);
  }
  return parts.flatMap((part) => {
    readNumbers(part);
    readPlaces(part);
    return atPrices(part).map((own) => {
      const [first] = own;
      const gap = first?.gap ?? "";
      const startsLine = first === words[0] || gap.includes("\n");
      const lead = gap.slice(gap.lastIndexOf("\n") + 1);
      const price = pricesIn(own).sort((a, b) => b.score - a.score)[0];
      return {
        words: own,
        startsLine,
        isBulleted: startsLine && (first?.role === "bullet" || /[^\s"'(]/.test(lead)),
        afterBlank: /\n\s*\n/.test(gap),
        price,
        ...nameIn(own, price),
      };
    });
  });
}

const breaks = (word: Token) => /[\n,;!?()[\]|]|\. |\.\.|…| \/ /.test(word.gap);

/** `1.`, `2)`, `3 -`, `a)` at the beginning of a line. */
const isBullet = (word: Token, next: Token | undefined) =>
  isNumber(word)
    ? valueOf(word) < 31 && /^ ?[.)\]:-]|^ [–—] /.test(next?.gap ?? "") && !isNumber(next)
    : /^(?:[a-h]|i{1,3}|i?v)$/.test(word.low) && /^[.)]/.test(next?.gap ?? "");

/** `fan 600 table 700` and `fan for 600 and table for 700` are two. */
function atPrices(words: Token[]): Words[] {
  const parts: Words[] = [];
  let start = 0;
  for (const price of pricesIn(words).filter(({ score }) => score > 0)) {
    let end = price.to;
    while (is(words[end], "asked", "negotiable", "fixed", "each")) end++;
    const next = words[end];
    if (
      next &&
      (is(next, "joint") || /[&+]/.test(next.gap) || isPlain(next)) &&
      nameIn(words.slice(Math.max(start, end - 30), end), price).name
    ) {
      parts.push(words.slice(start, end));
      start = end;
    }
  }
  const rest = words.slice(start);
  // Without a name or a price of its own, the rest still belongs to the item before it.
  return [...parts, rest];
}

// 5. Numbers that are no prices: measures, models and days.

function readNumbers(words: Token[]): void {
  for (const [place, word] of words.entries()) {
    if (!isNumber(word) || word.role) continue;
    const [before, after, later] = [words[place - 1], words[place + 1], words[place + 2]];
    const suffix = after?.gap === "" && /^(?:st|nd|rd|th)$/.test(after.low) ? after : undefined;
    const month = [before, suffix ? later : after].find((each) => is(each, "month"));
    if (month && valueOf(word) < 32)
      for (const each of [word, month, suffix]) each && (each.role = "date");
    else if (isMeasure(word, before, after, later)) {
      word.role = "measure";
      if (after && !isNumber(after) && (after.gap === "" || is(after, "unit")))
        after.role ??= "measure";
    }
  }
}

function isMeasure(word: Token, before?: Token, after?: Token, later?: Token): boolean {
  if (after?.gap === "" && !isNumber(after) && !isMoney(after))
    return (
      !is(after, "thousand", "lakh") ||
      is(later, "unit") ||
      (valueOf(word) < 9 && later !== undefined && isPlainOrNumber(later))
    );
  const isGlued = (gap: string | undefined) => /^[-–/:x×'"]$/.test(gap ?? "");
  if ((isNumber(after) && isGlued(after?.gap)) || (isNumber(before) && isGlued(word.gap)))
    return true;
  if (word.text.endsWith("%") || is(after, "years", "months", "days", "times")) return true;
  if (isMoney(before) || is(before, "ask")) return false;
  if (/^[ -]$/.test(after?.gap ?? "") && is(after, "unit")) return true;
  return /^[ .-]{0,2}$/.test(word.gap) && is(before, "numbered") && valueOf(word) < 100;
}

/** `2K 165 Hz`, `4k monitor`. */
const isPlainOrNumber = (word: Token) => isNumber(word) || isPlain(word);

/** A word that only a name or a description can need. */
function isPlain(word: Token | undefined): boolean {
  if (!word || word.text === "₹" || isNumber(word) || word.role) return word?.role === "measure";
  return (
    word.thing !== undefined ||
    word.maker !== undefined ||
    word.labels.every((label) => /^(?:unit|numbered|campus|nearby)$/.test(label))
  );
}

// 6. Places.

const hallCode = /^(?:h|[bglm]h|kp|qc)\d{1,2}$/;
const isPlace = (word: Token | undefined) =>
  word !== undefined &&
  !word.role &&
  (is(word, "campus", "nearby", "area") || hallCode.test(word.low) || word.text === "H");

function readPlaces(words: Token[]): void {
  for (let from = 0; from < words.length; from++) {
    if (!isPlace(words[from])) continue;
    let to = from + 1;
    for (; to < words.length && /^[ -]{0,3}$/.test(words[to]?.gap ?? ""); to++) {
      const isHouse =
        /^(?:\d{1,3}|[A-H])$/.test(words[to]?.text ?? "") &&
        isPlace(words[to - 1]) &&
        !isMoney(words[to + 1]);
      const isJoint = /^(?:of|in|near|ke)$/.test(words[to]?.low ?? "") && isPlace(words[to + 1]);
      if (!isHouse && !isJoint && !isPlace(words[to])) break;
    }
    let start = from;
    while (start > 0 && from - start < 3 && isOwnName(words[start - 1])) start--;
    const isNamed =
      start === 0 ? !words.slice(0, from).some(({ thing }) => thing) : is(words[start - 1], "at");
    if (!isNamed) start = from;
    const [before, after] = [words[start - 1], words[to]];
    const isCertain =
      words
        .slice(from, to)
        .some((word) => is(word, "area") || hallCode.test(word.low) || isNumber(word)) ||
      is(before, "at") ||
      is(after, "at") ||
      (is(before, "filler") && is(words[start - 2], "at")) ||
      (!before && !after);
    if (isCertain) for (const word of words.slice(start, to)) word.role = "place";
    from = to;
  }
}

const isOwnName = (word: Token | undefined) =>
  word !== undefined &&
  !word.role &&
  !isNumber(word) &&
  word.labels.every((label) => label in makers);

// 7. Prices and names of a clause.

/** What may be asked, with how likely it is. */
function pricesIn(words: Words): Price[] {
  return words.flatMap((word, place) => {
    if (!isNumber(word) || word.role) return [];
    const before = words[place - 1];
    let end = place + 1;
    let value = valueOf(word);
    let score = isMoney(before) ? 4 : 0;
    const isNear = () => /^ ?$/.test(words[end]?.gap ?? "x");
    if (is(words[end], "thousand", "lakh") && isNear()) {
      value = Math.round(value * (is(words[end++], "lakh") ? 100_000 : 1000));
      score += 3;
    }
    if (is(words[end], "rupees") && isNear()) {
      score += 4;
      end++;
    }
    const next = words[end];
    if (/[-=]$/.test(word.text)) score += 4;
    if (word.text.includes(",")) score += 2;
    const lead = words.slice(Math.max(0, place - 10), place);
    const said = lead.slice(lead.findLastIndex(isNumber) + 1);
    const asked = said.findLastIndex((each) => is(each, "ask", "offer"));
    const former = said.findLastIndex((each) => is(each, "former", "budget"));
    // `bought last year for 900`: only a word such as `asking` makes it the price again.
    const isWeak = /^(?:for|at|just|only)$/.test(said[asked]?.low ?? "");
    if (former >= 0 && (former > asked || isWeak) && !is(said[former], "ask")) return [];
    if (is(next, "formerly") && !is(next, "asked") && !words.slice(end + 1, end + 3).some(isNumber))
      return [];
    if (is(said[asked], "ask") && said.length - asked < 5) score += 2;
    if (is(next, "asked", "negotiable", "fixed", "each")) score += 2;
    if (!next || /[-–—:=]/.test(next.gap) || is(next, "joint")) score += 1;
    if (/[-–—:=@→]/.test(word.gap)) score += 1;
    if (score < 3) {
      const isInside =
        next?.gap === " " &&
        isPlain(next) &&
        before &&
        before.role !== "bullet" &&
        (!before.thing || next.thing);
      if (isInside || value < 20) score -= 3;
      if (value > 1994 && value < 2030 && value !== 2000) score -= 3;
      if (value % 5 !== 0 && value % 10 !== 9) score -= 1;
    }
    const isPrice = value >= 1 && value <= 1_000_000 && score > -3;
    return isPrice
      ? [{ value, score, words: words.slice(isMoney(before) ? place - 1 : place, end), to: end }]
      : [];
  });
}

/** The first words that name a thing, else its maker, else the first that have no other meaning. */
function nameIn(words: Words, price?: Price): Pick<Clause, "name" | "isKnown"> {
  let name: Words | undefined;
  let best = -1;
  const isPart = (word: Token | undefined) =>
    isPlain(word) ||
    (isNumber(word) && !word?.role && price !== undefined && !price.words.includes(word as Token));
  for (let from = 0; from < words.length; from++) {
    if (!isPart(words[from])) continue;
    let to = from + 1;
    for (; to < words.length; to++) {
      const [word, next] = [words[to] as Token, words[to + 1]];
      if (!/^(?:[ \-."'’/]?| ?[+&] ?|['’"] )$/.test(word.gap)) break;
      if (!isPart(word) && !(is(word, "joint") && next?.gap === " " && isPart(next))) break;
    }
    const run = words.slice(from, to);
    const weight = run.some(({ thing, role }) => thing && !role)
      ? 2
      : run.some(({ maker }) => maker)
        ? 1
        : 0;
    if (weight > best && run.some(({ low, role }) => !role && /\p{L}{2}/u.test(low)))
      [name, best] = [run, weight];
    from = to;
  }
  return { name, isKnown: best > 0 };
}

// 8. Items: where each begins, and what is said of all of them.

function itemsIn(clauses: Clause[]): { items: Item[]; shared: Clause[] } {
  const any = (...labels: Label[]) => clauses.some((clause) => says(clause, ...labels));
  const isPriced = clauses.some(({ price }) => price);
  const isOffered =
    (any("offer") &&
      (isPriced || (clauses.some(({ isKnown }) => isKnown) && !any("question", "sold")))) ||
    clauses.filter(({ price, isKnown }) => isKnown && price && price.score > 0).length > 1;
  if (!isOffered && (any("want") || !isPriced)) return { items: [], shared: [] };

  const items: Item[] = [];
  const shared: Clause[] = [];
  let pending: Clause[] = [];
  const begin = (own: Clause[], price?: Price) => {
    (items.at(-1)?.clauses ?? shared).push(...pending);
    items.push({ clauses: own, price });
    pending = [];
  };
  for (const clause of clauses) {
    const last = items.at(-1);
    const isOwn = isOwnItem(clause, pending, last);
    const price = isOwn || (clause.price?.score ?? 0) > 0 ? clause.price : undefined;
    const start = price && !isOwn ? beginning(pending, clause.startsLine, last) : -1;
    if (isOwn) begin([clause], price);
    else if (start >= 0) {
      const own = pending.splice(start);
      begin([...own, clause], price);
    } else if (price && last) {
      last.clauses.push(...pending, clause);
      pending = [];
      const { score } = last.price ?? { score: -9 };
      if (score < 3 && price.score > score && !(says(clause, "all") && items.length > 1))
        last.price = price;
    } else if (
      clause.isBulleted &&
      clause.name &&
      last?.clauses[0]?.isBulleted &&
      !says(clause, "all")
    )
      begin([clause]);
    else pending.push(clause);
  }
  const last = items.at(-1);
  if (items.length < 2 || !last) {
    const all = clauses.flatMap(({ price }) => price ?? []).sort((a, b) => b.score - a.score);
    return { items: [{ clauses, price: last?.price ?? all[0] }], shared: [] };
  }
  // What follows the last item is said of it if the others have such lines too, and of all if it says so.
  const haveLines = items
    .slice(0, -1)
    .some(({ clauses: [, ...more] }) => more.some(({ startsLine }) => startsLine));
  let isOfAll = false;
  for (const clause of pending) {
    const isMeeting = clause.words.some(
      ({ role }) => role === "place" || role === "date" || role === "mark",
    );
    isOfAll =
      says(clause, "all") ||
      (clause.startsLine
        ? clause.afterBlank ||
          isMeeting ||
          !haveLines ||
          says(clause, "contact", "negotiable", "fixed")
        : isOfAll || (isMeeting && !last.clauses[0]?.startsLine));
    (isOfAll ? shared : last.clauses).push(clause);
  }
  return {
    items: items.filter(
      ({ price, clauses: own }) => price || !own.some((clause) => says(clause, "sold")),
    ),
    shared,
  };
}

/** A priced thing is an item of its own; an unknown word only where a list has one. */
function isOwnItem(
  { name, price, isKnown, startsLine }: Clause,
  pending: Clause[],
  last?: Item,
): boolean {
  if (!name || !price || price.score < -1) return false;
  if (isKnown)
    return (
      last !== undefined || startsLine || !pending.some((each) => each.isKnown && !each.startsLine)
    );
  const [first, end] = [name[0] as Token, name.at(-1) as Token];
  const [low, high] = [price.words[0] as Token, price.words.at(-1) as Token];
  const space = Math.max(low.at - end.at - end.text.length, first.at - high.at - high.text.length);
  return (
    space < 6 && name.length < 9 && (startsLine || (pending.length === 0 && last !== undefined))
  );
}

/** Where among what has no price yet the thing of the next price begins. */
function beginning(pending: Clause[], startsLine: boolean, last?: Item): number {
  const near = Math.max(0, pending.length - 12);
  const recent = pending.slice(near);
  const blank = recent.findLastIndex((clause) =>
    startsLine ? clause.afterBlank : clause.startsLine,
  );
  const nth = (test: (clause: Clause) => unknown) =>
    recent.findIndex((clause, place) => place >= blank && test(clause));
  const known = nth(({ isKnown }) => isKnown);
  const place =
    known >= 0 || (blank < 0 && last)
      ? known
      : nth(({ name, startsLine: begins }) => name && begins);
  return place < 0 ? place : place + near;
}

// 9. One item: what was read becomes a field, the rest the description.

type Fields = Partial<Omit<MessageDraft, "name" | "price" | "description">>;

function draftOf(
  { clauses, price }: Item,
  ofAll: Fields,
  shared: Clause[],
  today: Date,
  source: string,
): MessageDraft[] {
  const named = nameOf(clauses, price);
  if (!named) return [];
  for (const word of price?.words ?? []) word.role = "price";
  const name = textOf(named, source).replace(/\s(?:ka|ki|ke|k)(?=\s)/gi, "");
  const maker = named.some((word) => word.maker) ? undefined : makerAfter(named, clauses);
  for (const word of named) word.role = "name";
  const own = fieldsOf(clauses, today, source);
  const category =
    categoryIn(named) ?? categoryIn(clauses.flatMap(({ words }) => words)) ?? ofAll.category;
  return [
    {
      name: (maker ? `${textOf(maker, source)} ${name}` : name).slice(0, 100),
      ...(price && { price: price.value }),
      ...ofAll,
      ...own,
      ...(category && { category }),
      description: descriptionOf(clauses, source).slice(0, 2000),
      removed: kinds.filter((kind) => own.removed?.includes(kind) || ofAll.removed?.includes(kind)),
    },
  ];
}

const textOf = (words: Words, source: string) => {
  const [first, last] = [words[0], words.at(-1)];
  return source.slice(first?.at, (last?.at ?? 0) + (last?.text.length ?? 0)).replace(/\s+/g, " ");
};

/** The thing that is offered first, or stands beside the price. */
function nameOf(clauses: Clause[], price?: Price): Words | undefined {
  let name: Words | undefined;
  let best = -9;
  for (const [nth, clause] of clauses.slice(0, 40).entries()) {
    const own = nameIn(clause.words, price);
    const isOffered = clause.words
      .slice(0, clause.words.indexOf(own.name?.[0] as Token))
      .some((word) => is(word, "offer"));
    const isBeside = price !== undefined && clause.price === price;
    const weight =
      (own.isKnown ? 4 : 0) + (isOffered ? 2 : 0) + (isBeside ? 1 : 0) - Math.min(nth, 4) * 0.4;
    if (own.name && weight > best) [name, best] = [own.name, weight];
  }
  return name;
}

/** `earbuds bech raha hu oneplus ke`, `suitcase, American Tourister`: the maker follows in the same sentence. */
function makerAfter(named: Words, clauses: Clause[]): Words | undefined {
  const from = clauses.findIndex(({ words }) => words.includes(named[0] as Token));
  for (const [nth, { words }] of clauses.slice(from, from + 3).entries()) {
    if (nth > 0 && !words[0]?.gap.startsWith(",")) return undefined;
    if (words.some((word) => is(word, "all", "former", "contact"))) continue;
    const { name = [] } = nameIn(
      nth > 0 ? words : words.slice(words.indexOf(named.at(-1) as Token) + 1),
    );
    if (name.some(({ maker }) => maker) && !name.some(({ thing }) => thing)) return name;
  }
  return undefined;
}

const categoryIn = (words: Words) =>
  words.find(({ thing, role }) => thing && role !== "place")?.thing ??
  words.find(({ maker }) => maker)?.maker;

function fieldsOf(clauses: Clause[], today: Date, source: string): Fields {
  const words = clauses.flatMap((clause) => clause.words);
  const condition = conditionOf(clauses);
  const availableFrom = dayOf(clauses, today);
  const category = categoryIn(words);
  const isFixed = words.some((word) => is(word, "fixed"));
  const place = words.findIndex(({ role }) => role === "place");
  const more = words.slice(place).findIndex(({ role }) => role !== "place");
  const places = words.slice(place, more < 0 ? undefined : place + more);
  return {
    ...(category && { category }),
    ...(condition && { condition }),
    ...(place >= 0 && {
      locationType: places.some((word) => is(word, "area", "nearby")) ? "nearby" : "On-Campus",
      address: textOf(places, source),
    }),
    ...((isFixed || words.some((word) => is(word, "negotiable"))) && { negotiable: !isFixed }),
    ...(availableFrom && { availableFrom }),
    removed: kinds.filter((kind) => words.some(({ text }) => text === marks[kind])),
  };
}

const grades = ["Used - Acceptable", "New", "Like New", "Used - Good"] as const;

/** The worst that is said counts, except that new is new. */
function conditionOf(clauses: Clause[]): Condition | undefined {
  const found = new Set<Condition>();
  for (const { words } of clauses) {
    const isAlone = !words.some((word) => isPlain(word) && word.role !== "measure");
    const isUsed = words.some((word) => is(word, "used"));
    const isAged = words.some((word) => is(word, "years", "months", "days", "times"));
    for (const [place, word] of words.entries()) {
      const [before, next] = [words[place - 1], words[place + 1]];
      for (const grade of grades) if (is(word, grade)) found.add(grade);
      if (words.length === 1 && word.low === "good") found.add("Used - Good");
      if (
        is(word, "new") &&
        ((isAlone && !says({ words }, "formerly")) ||
          next?.role === "name" ||
          before?.role === "name")
      )
        found.add("New");
      if (word.text.startsWith("use") && is(word, "used") && isAlone && !isAged)
        found.add("Used - Good");
      if (next?.text === "10" && next.gap === "/")
        found.add(
          valueOf(word) > 8 ? "Like New" : valueOf(word) > 6 ? "Used - Good" : "Used - Acceptable",
        );
      if (!isUsed && !isAlone) continue;
      const isShort =
        is(word, "days") || (is(word, "months") && /^(?:1|one|a|ek)$/.test(before?.low ?? ""));
      if (isUsed && (isShort || is(word, "times"))) found.add("Like New");
      else if (
        is(word, "years", "months") &&
        (isNumber(before) ||
          /^(?:one|two|three|a|ek|do|teen|few|couple|last)$/.test(before?.low ?? ""))
      )
        found.add("Used - Good");
    }
  }
  return found.has("New") && !found.has("Used - Good")
    ? "New"
    : grades.find((grade) => found.has(grade));
}

/** The day on the campus, whose clock is five and a half hours ahead of UTC. */
const campusDay = (time: number) => new Date(time + 19_800_000).toISOString().slice(0, 10);
const dayLength = 86_400_000;

/** A day from tomorrow to 120 days ahead, if something says that the item is there from then on. */
function dayOf(clauses: Clause[], today: Date): string | undefined {
  const now = today.getTime();
  for (const { words } of clauses)
    for (const [place, word] of words.entries()) {
      const cue = words
        .slice(Math.max(0, place - 3), place)
        .findLast((each) => is(each, "from", "until"));
      if (!is(cue, "from")) continue;
      if (is(word, "tomorrow")) return campusDay(now + dayLength);
      if (word.role !== "date" || isNumber(word) || !is(word, "month")) continue;
      const month = "janfebmaraprmayjunjulaugsepoctnovdec".indexOf(word.low.slice(0, 3)) / 3;
      const number = [words[place - 1], words[place - 2], words[place + 1]].find(
        (each) => each?.role === "date" && isNumber(each),
      );
      const year = Number(campusDay(now).slice(0, 4));
      for (const each of [year, year + 1]) {
        const day = new Date(Date.UTC(each, month, valueOf(number))).toISOString().slice(0, 10);
        if (day > campusDay(now) && day <= campusDay(now + 120 * dayLength)) return day;
      }
    }
  return undefined;
}

/** The clauses that say more than the other fields do; all of them if none does. */
function descriptionOf(clauses: Clause[], source: string): string {
  const isMore = (word: Token) =>
    word.role === "measure" ||
    (!word.role &&
      (isPlain(word) ||
        isNumber(word) ||
        is(word, "Used - Acceptable", "years", "months", "neutral")));
  const some = clauses.filter(
    ({ words }) => words.some(isMore) && !words.some(({ role }) => role === "mark"),
  );
  return (some.length > 0 ? some : clauses)
    .map(({ words, startsLine }) => {
      const said = words.filter(({ role }) => role !== "mark" && role !== "bullet");
      const bracket = /\(\s*$/.test(said[0]?.gap ?? "") ? "(" : "";
      const end = /^[.,;!?)]*/.exec(words.at(-1)?.tail ?? "")?.[0] ?? "";
      return `${startsLine ? "\n" : " "}${bracket}${textOf(said, source)}${end}`;
    })
    .join("")
    .replace(/[\uE001-\uE004]/g, "")
    .replace(/[,;(\s]+$/, "")
    .trim();
}
