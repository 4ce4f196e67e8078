import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { pictureOf } from "../../bench/support/pictures.ts";
import type { Journal } from "./journal.ts";

/** A product as its seller expects it; two numbers determine all of it. */
export type State = { text: number; photo: number; isSold: boolean };
export const kinds = ["create", "edit", "toggle", "delete"] as const;
type Kind = (typeof kinds)[number];
/** A request without an answer: it must be done completely or not at all. */
type Change = {
  kind: Kind;
  key: string;
  id?: string;
  number: number;
  before?: State;
  after?: State;
};

export type Listed = {
  _id: string;
  name: string;
  price: number;
  description: string;
  address: string;
  isSold: boolean;
  version: number;
  images: { url: string; width: number; sources: { url: string; width: number }[] }[];
};

/** Counts of a seller, for the table. */
export type Tally = Record<Kind, number> & {
  refused: number;
  unanswered: number;
  found: number;
  broken: string[];
};
export const newTally = (): Tally => ({
  create: 0,
  edit: 0,
  toggle: 0,
  delete: 0,
  refused: 0,
  unanswered: 0,
  found: 0,
  broken: [],
});

const fewest = 4;
const most = 14;
let numbers = 0;

/** A student who lists, edits, toggles and deletes as fast as possible, and records every answer. */
export class Seller {
  readonly known = new Map<string, State>();
  #doubtful: Change | undefined;
  readonly #seen = new Map<string, number>();
  readonly #token: string;
  readonly #random: () => number;
  readonly #journal: Journal;
  readonly #tally: Tally;

  constructor(token: string, random: () => number, journal: Journal, tally: Tally) {
    this.#token = token;
    this.#random = random;
    this.#journal = journal;
    this.#tally = tally;
  }

  get isDoubtful(): boolean {
    return this.#doubtful !== undefined;
  }

  /** Makes one change. @returns whether the product answered; when it did not, `settle` must come first */
  async change(origin: string): Promise<boolean> {
    const change = this.#choose();
    await this.#journal.write({ asks: change });
    return this.#ask(origin, change);
  }

  /** Repeats an unanswered request once, under the same key. @returns whether it was answered now */
  async again(origin: string): Promise<boolean> {
    return this.#doubtful === undefined || this.#ask(origin, this.#doubtful);
  }

  /** Repeats an unanswered request under the same key until it is answered. */
  async settle(origin: string): Promise<void> {
    const change = this.#doubtful;
    if (change === undefined) return;
    const state = await this.#stateOf(origin, change);
    if (same(state, change.after) && !same(change.before, change.after)) this.#tally.found++;
    else if (!same(state, change.before))
      this.#tally.broken.push(`half a change: ${JSON.stringify({ change, state })}`);
    for (let tries = 0; this.#doubtful !== undefined; tries++) {
      if (tries > 100) throw new Error(`no answer: ${JSON.stringify(change)}`);
      if (!(await this.#ask(origin, change))) await sleep(50);
    }
  }

  /** Compares all of this seller's listings and pictures with what was acknowledged. */
  async verify(origin: string): Promise<void> {
    const listed = await this.listed(origin);
    const { broken } = this.#tally;
    for (const [id, state] of this.known) {
      const row = listed.find(({ _id }) => _id === id);
      if (this.#doubtful?.id === id) continue;
      if (row === undefined) broken.push(`acknowledged but lost: ${id} ${JSON.stringify(state)}`);
      else if (!same(await this.#read(origin, row), state))
        broken.push(`not as acknowledged: ${JSON.stringify({ row, state })}`);
    }
    const extra = listed.filter(({ _id }) => !this.known.has(_id));
    const allowed = this.#doubtful?.kind === "create" ? 1 : 0;
    if (extra.length > allowed) broken.push(`never requested, or twice: ${JSON.stringify(extra)}`);
  }

  async listed(origin: string): Promise<Listed[]> {
    for (let tries = 0; ; tries++) {
      const answer = await fetch(`${origin}/api/products/user`, { headers: this.#headers() });
      if (answer.ok) return ((await answer.json()) as { products: Listed[] }).products;
      await answer.body?.cancel();
      if (answer.status !== 503 || tries === 50) throw new Error(`own products: ${answer.status}`);
      await sleep(100);
    }
  }

  #choose(): Change {
    const number = ++numbers;
    const key = randomUUID();
    const ids = [...this.known.keys()];
    const id = ids[Math.floor(this.#random() * ids.length)];
    const at = Math.floor(this.#random() * kinds.length);
    const wanted = ids.length < fewest ? "create" : ids.length > most ? "delete" : kinds[at];
    const before = id === undefined ? undefined : this.known.get(id);
    if (wanted === undefined || wanted === "create" || id === undefined || before === undefined)
      return { kind: "create", key, number, after: { text: number, photo: number, isSold: false } };
    if (wanted === "delete") return { kind: "delete", key, number, id, before };
    const after =
      wanted === "toggle"
        ? { ...before, isSold: !before.isSold }
        : { ...before, text: number, photo: number % 2 === 0 ? number : before.photo };
    return { kind: wanted, key, number, id, before, after };
  }

  async #ask(origin: string, change: Change): Promise<boolean> {
    this.#doubtful = change;
    const answer = await this.#send(origin, change).catch(() => undefined);
    const body = (await answer?.json().catch(() => undefined)) as
      | { code?: string; product?: Listed }
      | undefined;
    if (answer === undefined || body === undefined) {
      this.#tally.unanswered++;
      return false;
    }
    if (!answer.ok) {
      this.#tally.refused++;
      const isClean = answer.status === 503 && answer.headers.has("retry-after");
      if (!isClean) this.#tally.broken.push(`${change.kind}: ${answer.status} ${body.code}`);
      return false;
    }
    const id = change.id ?? body.product?._id ?? "";
    await this.#journal.write({ confirmed: change.key, id, after: change.after });
    if (change.after === undefined) this.known.delete(id);
    else this.known.set(id, change.after);
    this.#tally[change.kind]++;
    this.#doubtful = undefined;
    return true;
  }

  async #send(origin: string, { kind, key, id, number, before, after }: Change): Promise<Response> {
    const headers = { ...this.#headers(), "idempotency-key": key };
    const one = `${origin}/api/products/${id}`;
    const signal = AbortSignal.timeout(30_000);
    if (kind === "delete") return fetch(one, { method: "DELETE", headers, signal });
    if (kind === "toggle")
      return fetch(`${one}/toggle-sold`, {
        method: "PUT",
        headers: { ...headers, "content-type": "application/json" },
        body: "{}",
        signal,
      });
    const isNew = after?.photo !== before?.photo;
    const body = await formOf(number, isNew);
    if (kind === "edit" && isNew) body.append("existingImages", "[]");
    return kind === "create"
      ? fetch(`${origin}/api/products/create`, { method: "POST", headers, body, signal })
      : fetch(one, { method: "PUT", headers, body, signal });
  }

  async #stateOf(origin: string, { id, number }: Change): Promise<State | undefined> {
    const rows = await this.listed(origin);
    const row = rows.find((each) => each._id === id || each.name === `Thing ${number}`);
    return row && this.#read(origin, row);
  }

  /** The number from which a listed product is made, or an impossible one if its parts disagree. */
  async #read(origin: string, row: Listed): Promise<State> {
    const text = Number(/^Thing (\d+)$/.exec(row.name)?.[1]);
    const isWhole =
      row.price === text && row.description === `About ${text}` && row.address === `Room ${text}`;
    const [image] = row.images;
    const photo = row.images.length === 1 && image ? await this.#readPhoto(origin, image) : -1;
    return { text: isWhole ? text : -1, photo, isSold: row.isSold };
  }

  /** The number that a picture's colour encodes; its bytes are checked against the hash in its name. */
  async #readPhoto(origin: string, image: Listed["images"][number]): Promise<number> {
    const { url } = image;
    for (const source of image.sources) {
      const answer = await fetch(origin + source.url);
      const bytes = Buffer.from(await answer.arrayBuffer());
      const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
      const isOriginal = source.url.endsWith(`-${image.width}.webp`);
      if (!answer.ok || (isOriginal && !source.url.includes(`-${hash}-`))) {
        this.#tally.broken.push(`picture ${source.url}: ${answer.status}, bytes of ${hash}`);
        return -1;
      }
      if (isOriginal && !this.#seen.has(url)) this.#seen.set(url, await numberIn(bytes));
    }
    return this.#match(url);
  }

  /** A colour encodes 4096 numbers; the seller's own list tells apart those that share it. */
  #match(url: string): number {
    const colour = this.#seen.get(url) ?? -1;
    const own = [...this.known.values(), this.#doubtful?.before, this.#doubtful?.after];
    return own.find((state) => state && state.photo % 4096 === colour)?.photo ?? -1;
  }

  #headers(): Record<string, string> {
    return { authorization: `Bearer ${this.#token}` };
  }
}

const same = (one: State | undefined, other: State | undefined) =>
  one?.text === other?.text && one?.photo === other?.photo && one?.isSold === other?.isSold;

async function numberIn(bytes: Buffer): Promise<number> {
  const { channels } = await sharp(bytes).stats();
  return channels.slice(0, 3).reduce((sum, { mean }) => sum * 16 + Math.floor(mean / 16), 0);
}

export const fieldsOf = (number: number) => ({
  name: `Thing ${number}`,
  price: String(number),
  description: `About ${number}`,
  address: `Room ${number}`,
  locationType: "On-Campus",
  category: "Mobility & Transport",
  condition: "Used - Good",
});

/** A product form whose every field contains the number, so that a mixture would show. */
export async function formOf(number: number, withPhoto: boolean): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fieldsOf(number))) form.append(name, value);
  if (withPhoto)
    form.append("images", new Blob([new Uint8Array(await pictureOf(number))]), "photo.jpg");
  return form;
}
