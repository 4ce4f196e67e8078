import { contactPatterns, type ContactKind } from "@market/contract/products/contact-patterns";
import type { Category, Condition, LocationType } from "@market/contract/products/product";
import { makers, thingWords } from "../../search/category-words.ts";
import { english } from "./english.ts";
import { hinglish } from "./hinglish.ts";
import type { Label } from "./vocabulary.ts";

/** The facts in a message about one item; a field that it does not mention is absent. */
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
  /** The kinds of contact that were removed from this item's part of the message, each once. */
  removed: ContactKind[];
};

/** A word, a number, a rupee sign, or a mark in place of what was taken out. */
type Token = {
  text: string;
  /** The spelling of the word lists. */
  low: string;
  /** The characters between it and the previous word. */
  gap: string;
  labels: readonly Meaning[];
  thing?: Category;
  maker?: Category;
  role?: "bullet" | "date" | "place" | "measure" | "price" | "name" | "mark";
};
type Meaning = Label | Category | `~${Category}`;
type Words = readonly Token[];
type Price = { value: number; score: number; words: Words; end: number };
/** The words between two commas, brackets, sentences or lines. */
type Clause = {
  words: Words;
  startsLine: boolean;
  isBulleted: boolean;
  afterBlank: boolean;
  price?: Price;
  /** The words that may be the name. */
  name: Words;
};
type Item = { clauses: Clause[]; price?: Price };

/** Reads one message or several copied together, with one item or a list. A text that offers nothing has no drafts. */
export function readMessage(text: string, today: Date): MessageDraft[] {
  return messagesIn(clean(text)).flatMap((message) => {
    const { items, shared } = itemsIn(clausesIn(wordsIn(withoutContacts(message))));
    const ofAll = fieldsOf(shared, today);
    return items.flatMap((item) => draftOf(item, ofAll, today));
  });
}

// 1. Clean: one kind of line break and digit, no bold, nothing invisible, one message for each sender.

const kinds: readonly ContactKind[] = ["phone", "email", "upi", "link"];
/** Replaces removed text. */
const markOf = (kind: ContactKind) => String.fromCharCode(0xe000 + kinds.indexOf(kind));

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
  /^\W{0,4}(?:(?:forwarded|fwd)(?: many times| as received| msg| message)?(?!\w)|\[forwarded|<?(?:media|image|video|sticker|document) omitted|(?:this message was|you) deleted|messages and calls are)/i;

function messagesIn(text: string): string[] {
  const messages: { sender?: string; said: string }[] = [];
  for (const line of text.split("\n")) {
    const [head = "", sender] = header.exec(line) ?? [];
    const last = messages.at(-1);
    // The sender's number, if it is one, is taken out like every other.
    const number = /\+?\d[\d ]{8,}/.exec(sender ?? "")?.[0] ?? "";
    const said = `\n${line.slice(head.length).replace(systemLine, "")} ${number}`;
    if (last && (!head || sender === last.sender)) last.said += said;
    else messages.push({ sender, said });
  }
  return messages.map(({ said }) => said);
}

// 2. Take out numbers, addresses and links.

const withoutContacts = (message: string) =>
  contactPatterns.reduce(
    (text, { kind, pattern }) => text.replace(pattern, ` ${markOf(kind)} `),
    message,
  );

// 3. Words and what they mean.

/** Phrases by their first word, the longest first, and every word of a phrase. */
const lexicon = new Map<string, { phrase: string[]; labels: Meaning[] }[]>();
const known = new Set<string>();

function learn(lists: Partial<Record<string, string>>, prefix = ""): void {
  for (const [label, list = ""] of Object.entries(lists))
    for (const text of list.split(", ")) {
      const phrase = text.split(" ");
      const [first = ""] = phrase;
      const entries = lexicon.get(first) ?? [];
      const same = entries.find((entry) => entry.phrase.join(" ") === text);
      const labels = same?.labels ?? [];
      labels.push(`${prefix}${label}` as Meaning);
      if (!same) entries.push({ phrase, labels });
      lexicon.set(
        first,
        entries.sort((a, b) => b.phrase.length - a.phrase.length),
      );
      for (const word of phrase) known.add(word);
    }
}
for (const lists of [english, hinglish, thingWords]) learn(lists);
learn(makers, "~");

/** A long word without its vowels and doubled letters, so that a `matress` is a mattress. */
const bones = (word: string) =>
  `${word[0]}${word.slice(1).replace(/[aeiouy]/g, "")}`.replace(/(.)\1+/g, "$1");
const misspelt = new Map(
  [...known].filter((word) => word.length > 5).map((word) => [bones(word), word]),
);

/** Letters of a word. Anything longer is none, and every ending of it would be looked up. */
const longestWord = 30;

/** The word as the lists have it: in the singular, in Hinglish ending in `a`, without mistakes. */
function fold(low: string): string {
  const one = low.replace(/s$/, "");
  const forms = [
    low,
    one,
    low.replace(/es$/, ""),
    low.replace(/ves$/, "f"),
    low.replace(/(?<=...)[ie]$/, "a"),
  ];
  const form = forms.find((each) => known.has(each));
  if (form !== undefined || low.length < 6) return form ?? low;
  // A `trackpant` is a pant; only long ends count, and nothing `portable` is a table.
  const end = one.endsWith("able") || one.length > longestWord ? 0 : one.length - 3;
  for (let from = 1; from < end; from++) if (isThing(one.slice(from))) return one.slice(from);
  const bone = bones(one);
  return (bone.length > 3 ? misspelt.get(bone) : undefined) ?? low;
}

const isThing = (word: string) =>
  lexicon
    .get(word)
    ?.some(({ phrase, labels }) => !phrase[1] && labels.some((label) => label in makers));

const wordPattern =
  /[₹\uE000-\uE003]|\d+(?:,\d+)*(?:\.\d+)?(?: ?\/[-=]|%)?|[\p{L}\p{M}]+(?:['’]?[\p{L}\p{M}\p{N}])*/gu;

function wordsIn(source: string): Token[] {
  const words: Token[] = [];
  let end = 0;
  for (const { 0: text, index } of source.matchAll(wordPattern)) {
    const low = fold(text.toLowerCase().replace(/['’]/g, ""));
    const gap = source.slice(end, index);
    words.push({
      text,
      low,
      gap,
      labels: [],
      role: /[\uE000-\uE003]/.test(text) ? "mark" : undefined,
    });
    end = index + text.length;
  }
  for (let place = 0; place < words.length;) {
    const entry = lexicon.get(wordAt(words, place).low)?.find(({ phrase }) =>
      phrase.every((each, nth) => {
        const { gap, low, text } = wordAt(words, place + nth);
        return (
          nth === 0 || (/^[ -]{0,3}$/.test(gap) && (low === each || text.toLowerCase() === each))
        );
      }),
    );
    for (const word of words.slice(place, (place += entry?.phrase.length ?? 1)))
      for (const label of (word.labels = entry?.labels ?? []))
        if (label in makers) word.thing = label as Category;
        else if (label.startsWith("~")) word.maker = label.slice(1) as Category;
  }
  return words;
}

/** The word at that place, or before the first and after the last one that is nothing. */
const wordAt = (words: Words, place: number): Token =>
  words[place] ?? { text: "", low: "", gap: "\n", labels: ["filler"] };
const is = (word: Token, ...any: Label[]) => any.some((label) => word.labels.includes(label));
const some = (words: Words, ...any: Label[]) => words.some((word) => is(word, ...any));
const isNumber = ({ text }: Token) => /^\d/.test(text);
const valueOf = ({ text }: Token) => Number.parseFloat(text.replaceAll(",", ""));
const isMoney = (word: Token) => word.text === "₹" || is(word, "rupees");
const isKnown = (words: Words) => words.some(({ thing, maker }) => thing ?? maker);

// 4. Clauses.

function clausesIn(words: Words): Clause[] {
  const parts: Token[][] = [];
  for (const [place, word] of words.entries()) {
    const before = wordAt(words, place - 1);
    const startsLine = word.gap.includes("\n");
    if (startsLine && isBullet(word, wordAt(words, place + 1))) word.role = "bullet";
    // No sentence ends in `Rs. 500` or `1. Fan`.
    const isJoined =
      !startsLine && (before.role === "bullet" || (isMoney(before) && word.gap.startsWith(".")));
    if (place === 0 || (/[\n,;!?()[\]|]|\. |\.\.|…| \/ /.test(word.gap) && !isJoined))
      parts.push([]);
    parts.at(-1)?.push(word);
  }
  return parts.flatMap((part) => {
    readNumbers(part);
    readPlaces(part);
    return atPrices(part).map((own) => {
      const { gap, role } = wordAt(own, 0);
      const startsLine = gap.includes("\n");
      const price = pricesIn(own).sort((a, b) => b.score - a.score)[0];
      return {
        words: own,
        startsLine,
        isBulleted: startsLine && (role === "bullet" || /[^\s"'(][^\n]*$/.test(gap)),
        afterBlank: /\n\s*\n/.test(gap),
        price,
        name: nameIn(own, price),
      };
    });
  });
}

/** `1.`, `2)`, `3 -`, `a)` at the beginning of a line. */
const isBullet = (word: Token, next: Token) =>
  isNumber(word)
    ? valueOf(word) < 31 && /^ ?[.)\]:-]|^ [–—] /.test(next.gap) && !isNumber(next)
    : /^(?:[a-h]|i{1,3}|i?v)$/.test(word.low) && /^[.)]/.test(next.gap);

/** `fan 600 table 700` and `fan for 600 and table for 700` are two. */
function atPrices(words: Words): Words[] {
  const parts: Words[] = [];
  let start = 0;
  for (const price of pricesIn(words)) {
    let { end } = price;
    while (some(words.slice(end, end + 1), "asked", "negotiable", "fixed", "each")) end++;
    const next = wordAt(words, end);
    const goesOn = is(next, "joint") || /[&+]/.test(next.gap) || isPlain(next);
    if (
      price.score > 0 &&
      goesOn &&
      nameIn(words.slice(Math.max(start, end - 30), end), price).length > 0
    ) {
      parts.push(words.slice(start, end));
      start = end;
    }
  }
  return [...parts, words.slice(start)];
}

// 5. Numbers that are no prices: measures, models and days.

function readNumbers(words: Words): void {
  for (const [place, word] of words.entries()) {
    if (!isNumber(word) || word.role) continue;
    const [before, after, later] = [-1, 1, 2].map((step) => wordAt(words, place + step)) as [
      Token,
      Token,
      Token,
    ];
    const isOrdinal = after.gap === "" && /^(?:st|nd|rd|th)$/.test(after.low);
    const month = [before, isOrdinal ? later : after].find((each) => is(each, "month"));
    if (month && valueOf(word) < 32) {
      word.role = month.role = "date";
      if (isOrdinal) after.role = "date";
    } else if (isMeasure(word, before, after, later)) {
      word.role = "measure";
      if (!isNumber(after) && (after.gap === "" || is(after, "unit"))) after.role ??= "measure";
    }
  }
}

function isMeasure(word: Token, before: Token, after: Token, later: Token): boolean {
  // `16gb`, but not `2.5k`, unless it is `4k monitor`.
  if (after.gap === "" && !isNumber(after) && !isMoney(after))
    return (
      !is(after, "thousand", "lakh") ||
      is(later, "unit") ||
      (valueOf(word) < 9 && (isNumber(later) || isPlain(later)))
    );
  const isGlued = ({ gap }: Token) => /^[-–/:x×'"]$/.test(gap);
  return (
    (isNumber(after) && isGlued(after)) ||
    (isNumber(before) && isGlued(word)) ||
    word.text.endsWith("%") ||
    is(after, "years", "months", "days", "times") ||
    (!isMoney(before) &&
      !is(before, "ask") &&
      ((/^[ -]$/.test(after.gap) && is(after, "unit")) ||
        (/^[ .-]{0,2}$/.test(word.gap) && is(before, "numbered") && valueOf(word) < 100)))
  );
}

/** A word that only a name or a description can need. */
const isPlain = (word: Token): boolean =>
  word.role
    ? word.role === "measure"
    : word.text !== "₹" &&
      !isNumber(word) &&
      (isKnown([word]) ||
        word.labels.every((label) => /^(?:unit|numbered|campus|nearby)$/.test(label)));

// 6. Places.

const hallCode = /^(?:h|[bglm]h|kp|qc)\d{1,2}$/;
const isPlace = (word: Token) =>
  !word.role &&
  (is(word, "campus", "nearby", "area") || hallCode.test(word.low) || word.text === "H");

function readPlaces(words: Words): void {
  for (let from = 0; from < words.length; from++) {
    if (!isPlace(wordAt(words, from))) continue;
    let to = from + 1;
    for (; ; to++) {
      const [word, next] = [wordAt(words, to), wordAt(words, to + 1)];
      const isHouse =
        /^(?:\d{1,3}|[A-H])$/.test(word.text) && isPlace(wordAt(words, to - 1)) && !isMoney(next);
      const isJoint = /^(?:of|in|near|ke)$/.test(word.low) && isPlace(next);
      if (!/^[ -]{0,3}$/.test(word.gap) || !(isHouse || isJoint || isPlace(word))) break;
    }
    let start = from;
    while (start > 0 && from - start < 3 && isOwnName(wordAt(words, start - 1))) start--;
    if (
      start > 0
        ? !some([wordAt(words, start - 1), wordAt(words, start - 2)], "at")
        : isKnown(words.slice(0, from))
    )
      start = from;
    const [before, after] = [wordAt(words, start - 1), wordAt(words, to)];
    const isCertain =
      words
        .slice(from, to)
        .some((word) => is(word, "area") || hallCode.test(word.low) || isNumber(word)) ||
      some([before, after], "at") ||
      (is(before, "filler") && is(wordAt(words, start - 2), "at")) ||
      (start === 0 && to === words.length);
    if (isCertain) for (const word of words.slice(start, to)) word.role = "place";
    from = to - 1;
  }
}

const isOwnName = (word: Token) =>
  !word.role && !isNumber(word) && word.labels.every((label) => label in makers);

// 7. Prices and names of a clause.

/** Possible asking prices, each with its likelihood. */
function pricesIn(words: Words): Price[] {
  return words.flatMap((word, place) => {
    if (!isNumber(word) || word.role) return [];
    const before = wordAt(words, place - 1);
    let end = place + 1;
    let value = valueOf(word);
    let score = isMoney(before) ? 4 : 0;
    const follows = (...any: Label[]) =>
      is(wordAt(words, end), ...any) && /^ ?$/.test(wordAt(words, end).gap);
    if (follows("thousand", "lakh")) {
      value = Math.round(value * (follows("lakh") ? 100_000 : 1000));
      score += 3;
      end++;
    }
    if (follows("rupees")) {
      score += 4;
      end++;
    }
    const next = wordAt(words, end);
    const said = words.slice(Math.max(0, place - 10), place);
    said.splice(0, said.findLastIndex(isNumber) + 1);
    const asked = said.findLastIndex((each) => is(each, "ask", "offer"));
    const former = said.findLastIndex((each) => is(each, "former", "budget"));
    // `bought last year for 900`: only a word such as `asking` makes it the price again.
    const isWeak = asked < former || /^(?:for|at|just|only)$/.test(wordAt(said, asked).low);
    if (former >= 0 && isWeak && !is(wordAt(said, former), "ask")) return [];
    if (is(next, "formerly") && !is(next, "asked") && !words.slice(end + 1, end + 3).some(isNumber))
      return [];

    if (/[-=]$/.test(word.text)) score += 4;
    if (word.text.includes(",")) score += 2;
    if (is(wordAt(said, asked), "ask") && said.length - asked < 5) score += 2;
    if (is(next, "asked", "negotiable", "fixed", "each")) score += 2;
    if (/[-–—:=\n]/.test(next.gap) || is(next, "joint")) score += 1;
    if (/[-–—:=@→]/.test(word.gap)) score += 1;
    if (score < 3) {
      const isInside =
        next.gap === " " &&
        isPlain(next) &&
        place > 0 &&
        before.role !== "bullet" &&
        (!before.thing || next.thing);
      if (isInside || value < 20) score -= 3;
      if (value > 1994 && value < 2030 && value !== 2000) score -= 3;
      if (value % 5 !== 0 && value % 10 !== 9) score -= 1;
    }
    const isPrice = value >= 1 && value <= 1_000_000 && score > -3;
    return isPrice
      ? [{ value, score, words: words.slice(isMoney(before) ? place - 1 : place, end), end }]
      : [];
  });
}

/** The first words that name an item, else its maker, else the first that have no other meaning. */
function nameIn(words: Words, price?: Price): Words {
  let name: Words = [];
  let best = -1;
  const isPart = (word: Token) =>
    isPlain(word) ||
    (isNumber(word) && !word.role && price !== undefined && !price.words.includes(word));
  for (let from = 0; from < words.length; from++) {
    if (!isPart(wordAt(words, from))) continue;
    let to = from + 1;
    for (; to < words.length; to++) {
      const [word, next] = [wordAt(words, to), wordAt(words, to + 1)];
      if (!/^(?:[ \-."'’/]?| ?[+&] ?|['’"] )$/.test(word.gap)) break;
      if (!isPart(word) && !(is(word, "joint") && next.gap === " " && isPart(next))) break;
    }
    const run = words.slice(from, to);
    const weight = run.some(({ thing, role }) => thing && !role) ? 2 : isKnown(run) ? 1 : 0;
    if (weight > best && run.some(({ low, role }) => !role && /\p{L}{2}/u.test(low)))
      [name, best] = [run, weight];
    from = to - 1;
  }
  return name;
}

// 8. Items: where each begins, and facts about all of them.

function itemsIn(clauses: Clause[]): { items: Item[]; shared: Clause[] } {
  const any = (...labels: Label[]) => clauses.some(({ words }) => some(words, ...labels));
  const things = clauses.filter(({ name }) => isKnown(name));
  const isPriced = clauses.some(({ price }) => price);
  const isOffered =
    things.filter(({ price }) => price && price.score > 0).length > 1 ||
    (any("offer") && (isPriced || (things.length > 0 && !any("question", "sold"))));
  const items: Item[] = [];
  const shared: Clause[] = [];
  if (!isOffered && (any("want") || !isPriced)) return { items, shared };

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
    const start = price ? beginning(pending, clause, last) : -1;
    const isOfAll = some(clause.words, "all");
    if (isOwn) begin([clause], price);
    else if (start >= 0) begin([...pending.splice(start), clause], price);
    else if (price && last) {
      last.clauses.push(...pending, clause);
      pending = [];
      const score = last.price?.score ?? -9;
      if (score < 3 && price.score > score && !(isOfAll && items.length > 1)) last.price = price;
    } else if (
      clause.isBulleted &&
      clause.name.length > 0 &&
      last?.clauses[0]?.isBulleted &&
      !isOfAll
    )
      begin([clause]);
    else pending.push(clause);
  }
  const [{ price }, last] = [items[0] ?? {}, items.at(-1)];
  if (items.length < 2 || !last) {
    const all = clauses.flatMap((clause) => clause.price ?? []).sort((a, b) => b.score - a.score);
    return { items: [{ clauses, price: price ?? all[0] }], shared: [] };
  }
  // Lines after the last item belong to it if the others have such lines too, or to all if they say so.
  const haveLines = items
    .slice(0, -1)
    .some(({ clauses: [, ...more] }) => more.some(({ startsLine }) => startsLine));
  let isOfAll = false;
  for (const { words, startsLine, afterBlank } of pending) {
    const isMeeting = words.some(
      ({ role }) => role === "place" || role === "date" || role === "mark",
    );
    if (some(words, "all")) isOfAll = true;
    else if (startsLine)
      isOfAll =
        afterBlank || isMeeting || !haveLines || some(words, "contact", "negotiable", "fixed");
    else if (isMeeting && !last.clauses[0]?.startsLine) isOfAll = true;
    (isOfAll ? shared : last.clauses).push({
      words,
      startsLine,
      afterBlank,
      isBulleted: false,
      name: [],
    });
  }
  const isThere = (item: Item) =>
    item.price || !item.clauses.some(({ words }) => some(words, "sold"));
  return { items: items.filter(isThere), shared };
}

/** Anything with a price is a separate item; an unknown word only where a list has one. */
function isOwnItem(
  { words, name, price, startsLine }: Clause,
  pending: Clause[],
  last?: Item,
): boolean {
  if (name.length === 0 || !price || price.score < -1) return false;
  if (isKnown(name))
    return (
      last !== undefined ||
      startsLine ||
      !pending.some((each) => !each.startsLine && isKnown(each.name))
    );
  const space =
    words.indexOf(wordAt(price.words, 0)) - words.indexOf(wordAt(name, name.length - 1));
  return (
    Math.abs(space) < 4 &&
    name.length < 9 &&
    (startsLine || (pending.length === 0 && last !== undefined))
  );
}

/** The place among the clauses without a price where the item of the next price begins: in its line, or after a blank one. */
function beginning(pending: Clause[], { startsLine }: Clause, last?: Item): number {
  const from = Math.max(
    pending.length - 12,
    pending.findLastIndex((clause) => (startsLine ? clause.afterBlank : clause.startsLine)),
  );
  const first = (test: (clause: Clause) => boolean) =>
    pending.findIndex((clause, place) => place >= from && test(clause));
  const thing = first(({ name }) => isKnown(name));
  return thing >= 0 || (from < 0 && last)
    ? thing
    : first((clause) => clause.name.length > 0 && clause.startsLine);
}

// 9. One item: what was read becomes a field, the rest the description.

type Fields = Partial<MessageDraft>;

const defined = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

function draftOf({ clauses, price }: Item, ofAll: Fields, today: Date): MessageDraft[] {
  const named = nameOf(clauses, price);
  if (named.length === 0) return [];
  const name = [...makerAfter(named, clauses), ...named];
  for (const word of price?.words ?? []) word.role = "price";
  for (const word of named) word.role = "name";
  const own = fieldsOf(clauses, today);
  return [
    {
      ...ofAll,
      ...own,
      ...defined({
        price: price?.value,
        category: categoryIn(named) ?? own.category ?? ofAll.category,
      }),
      name: textOf(name)
        .replace(/\s(?:ka|ki|ke|k)(?=\s)/gi, "")
        .slice(0, 100),
      description: descriptionOf(clauses).slice(0, 2000),
      removed: kinds.filter((kind) => own.removed?.includes(kind) || ofAll.removed?.includes(kind)),
    },
  ];
}

const textOf = (words: Words) =>
  words
    .map(({ gap, text }, nth) => (nth > 0 ? gap : "") + text)
    .join("")
    .replace(/\s+/g, " ");

/** The item that is offered first, or is beside the price. */
function nameOf(clauses: Clause[], price?: Price): Words {
  let name: Words = [];
  let best = -9;
  for (const [nth, clause] of clauses.slice(0, 40).entries()) {
    const own = nameIn(clause.words, price);
    const isOffered = some(clause.words.slice(0, clause.words.indexOf(wordAt(own, 0))), "offer");
    const weight =
      Number(isKnown(own)) * 4 +
      Number(isOffered) * 2 +
      Number(clause.price === price) -
      Math.min(nth, 4) * 0.4;
    if (own.length > 0 && weight > best) [name, best] = [own, weight];
  }
  return name;
}

/** `earbuds bech raha hu oneplus ke`, `suitcase, American Tourister`: the maker follows in the same sentence. */
function makerAfter(named: Words, clauses: Clause[]): Words {
  const from = clauses.findIndex(({ words }) => words.includes(wordAt(named, 0)));
  const places = named.some(({ maker }) => maker) ? [] : clauses.slice(from, from + 3);
  for (const [nth, { words }] of places.entries()) {
    if (nth > 0 && !wordAt(words, 0).gap.startsWith(",")) break;
    const rest = words.slice(nth > 0 ? 0 : words.indexOf(wordAt(named, named.length - 1)) + 1);
    const name = some(words, "all", "former", "contact") ? [] : nameIn(rest);
    if (isKnown(name) && !name.some(({ thing }) => thing)) return name;
  }
  return [];
}

const categoryIn = (words: Words) =>
  words.find(({ thing, role }) => thing && role !== "place")?.thing ??
  words.find(({ maker }) => maker)?.maker;

function fieldsOf(clauses: Clause[], today: Date): Fields {
  const words = clauses.flatMap((clause) => clause.words);
  const isFixed = some(words, "fixed");
  const place = clauses
    .map((clause) => clause.words.filter(({ role }) => role === "place"))
    .find(({ length }) => length);
  const isNear = place && some(place, "area", "nearby");
  return defined({
    category: categoryIn(words),
    condition: conditionOf(clauses),
    locationType: place && (isNear ? "nearby" : "On-Campus"),
    address: place && textOf(place),
    negotiable: isFixed ? false : some(words, "negotiable") || undefined,
    availableFrom: dayOf(clauses, today),
    removed: kinds.filter((kind) => words.some(({ text }) => text === markOf(kind))),
  });
}

const grades = ["Used - Acceptable", "New", "Like New", "Used - Good"] as const;

/** The worst that is said counts, except that new is new. */
function conditionOf(clauses: Clause[]): Condition | undefined {
  const found = new Set<Condition>();
  for (const { words } of clauses) {
    const isAlone = !words.some((word) => isPlain(word) && word.role !== "measure");
    const isUsed = some(words, "used");
    const isAged = some(words, "years", "months", "days", "times");
    for (const [place, word] of words.entries()) {
      const [before, next] = [wordAt(words, place - 1), wordAt(words, place + 1)];
      const isNamed = before.role === "name" || next.role === "name";
      const isOne = /^(?:1|one|a|ek)$/.test(before.low);
      for (const grade of grades) if (is(word, grade)) found.add(grade);
      const isSaid = isNamed || some(words, "all") || (isAlone && !some(words, "formerly"));
      if (is(word, "new") && isSaid) found.add("New");
      if (
        (word.low === "good" && (words.length === 1 || before.low === "condition")) ||
        (word.low === "used" && isAlone && !isAged)
      )
        found.add("Used - Good");
      if (next.text === "10" && next.gap === "/")
        found.add(
          valueOf(word) > 8 ? "Like New" : valueOf(word) > 6 ? "Used - Good" : "Used - Acceptable",
        );
      if (isUsed && (is(word, "days", "times") || (is(word, "months") && isOne)))
        found.add("Like New");
      else if (
        (isUsed || isAlone) &&
        is(word, "years", "months") &&
        (isOne || isNumber(before) || /^(?:two|three|do|teen|few|couple|last)$/.test(before.low))
      )
        found.add("Used - Good");
    }
  }
  return found.has("New") && !found.has("Used - Good")
    ? "New"
    : grades.find((grade) => found.has(grade));
}

/** The date on the campus (UTC+5:30), `later` days from today. */
const campusDay = (today: Date, later = 0) =>
  new Date(today.getTime() + 19_800_000 + later * 86_400_000).toISOString().slice(0, 10);

/** A day from tomorrow to 120 days ahead, if the message says that the item is available from then on. */
function dayOf(clauses: Clause[], today: Date): string | undefined {
  const [now, latest] = [campusDay(today), campusDay(today, 120)];
  for (const { words } of clauses) {
    const dated = words.filter(({ role }) => role === "date");
    const place = words.findIndex((word) => word.role === "date" || is(word, "tomorrow"));
    const cue = words.slice(0, Math.max(0, place)).findLast((word) => is(word, "from", "until"));
    if (!cue || !is(cue, "from")) continue;
    const [number, month] = [dated.find(isNumber), dated.find((word) => is(word, "month"))];
    if (!number || !month) return campusDay(today, 1);
    const nth = "janfebmaraprmayjunjulaugsepoctnovdec".indexOf(month.low.slice(0, 3)) / 3;
    for (const year of [now, latest]) {
      const day = new Date(Date.UTC(Number(year.slice(0, 4)), nth, valueOf(number)))
        .toISOString()
        .slice(0, 10);
      if (day > now && day <= latest) return day;
    }
  }
  return undefined;
}

/** The clauses that say more than the other fields do; all of them if none does. */
function descriptionOf(clauses: Clause[]): string {
  const isMore = (word: Token) =>
    word.role
      ? word.role === "measure"
      : isPlain(word) ||
        isNumber(word) ||
        is(word, "Used - Acceptable", "years", "months", "neutral");
  const open = clauses.filter(({ words }) => !words.some(({ role }) => role === "mark"));
  const more = open.filter(({ words }) => words.some(isMore));
  const text = ([more, open].find(({ length }) => length > 0) ?? clauses)
    .flatMap(({ words }) => words)
    .filter(({ role }) => role !== "mark" && role !== "bullet")
    .map(({ gap, text }) => gap + text)
    .join("")
    .replace(/[()[\]]/g, "")
    .replace(/[^\S\n]+/g, " ")
    .replace(/^[^\p{L}\p{N}₹]+/u, "");
  // A pattern for the end would start again at every dot of a long row.
  const letters = [...text];
  const end = letters.findLastIndex((letter) => /[\p{L}\p{N}\p{S}]/u.test(letter));
  return letters.slice(0, end + 1).join("");
}
