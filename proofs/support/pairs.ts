import { randomUUID } from "node:crypto";
import { formOf, type Listed } from "./seller.ts";

type Pairs = {
  origin: string;
  tokens: readonly string[];
  count: number;
  random: () => number;
  broken: string[];
};
type PairAnswer = { status: number; isSold?: boolean; code?: string };

/**
 * Sends two changes of one product at the same moment, again and again, and holds both answers and what
 * is left against the two orders in which they could have come one after the other.
 * @returns how many pairs of each kind there were
 */
export async function pairs(options: Pairs): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const { tokens, count, random } = options;
  const names = Object.keys(kinds);
  const share = Math.ceil(count / tokens.length);
  await Promise.all(
    tokens.map(async (token) => {
      for (let n = 0; n < share; n++) {
        const name = names[Math.floor(random() * names.length)] ?? "";
        await kinds[name]?.(new Product(options, token));
        counts[name] = (counts[name] ?? 0) + 1;
      }
    }),
  );
  return counts;
}

let numbers = 600_000;
/** One product per student is reused, because listing costs more than changing. */
const kept = new Map<string, string>();

class Product {
  readonly #options: Pairs;
  readonly #token: string;
  #id = "";

  constructor(options: Pairs, token: string) {
    this.#options = options;
    this.#token = token;
  }

  async open(): Promise<Listed> {
    const known = kept.get(this.#token);
    this.#id = known ?? (await this.#create());
    kept.set(this.#token, this.#id);
    const now = await this.read();
    if (now === undefined) throw new Error("a product of these pairs is gone");
    return now;
  }

  async #create(): Promise<string> {
    const body = await formOf(++numbers, true);
    const answer = await this.#fetch("create", { method: "POST", body });
    return ((await answer.json()) as { product: Listed }).product._id;
  }

  forget(): void {
    kept.delete(this.#token);
  }

  async read(): Promise<Listed | undefined> {
    const answer = await this.#fetch(this.#id, {});
    const body = (await answer.json()) as { product?: Listed };
    return body.product;
  }

  async edit(number: number, version: number | undefined): Promise<PairAnswer> {
    const headers: Record<string, string> =
      version === undefined ? {} : { "if-match": `"${version}"` };
    return this.#told(this.#id, { method: "PUT", headers, body: await formOf(number, false) });
  }

  toggle(key: string): Promise<PairAnswer> {
    const headers = { "content-type": "application/json", "idempotency-key": key };
    return this.#told(`${this.#id}/toggle-sold`, { method: "PUT", headers, body: "{}" });
  }

  delete(key: string): Promise<PairAnswer> {
    return this.#told(this.#id, { method: "DELETE", headers: { "idempotency-key": key } });
  }

  async #told(path: string, init: RequestInit): Promise<PairAnswer> {
    const answer = await this.#fetch(path, init);
    return { ...((await answer.json()) as object), status: answer.status };
  }

  #fetch(path: string, init: RequestInit): Promise<Response> {
    const headers = { authorization: `Bearer ${this.#token}`, ...(init.headers as object) };
    return fetch(`${this.#options.origin}/api/products/${path}`, { ...init, headers });
  }

  expect(isSo: boolean, what: string, seen: unknown): void {
    if (!isSo) this.#options.broken.push(`${what}: ${JSON.stringify(seen)}`);
  }
}

const isWhole = (row: Listed | undefined, number: number) =>
  row?.name === `Thing ${number}` &&
  row.description === `About ${number}` &&
  row.price === number &&
  row.address === `Room ${number}`;
const statuses = (...told: PairAnswer[]) =>
  told
    .map(({ status }) => status)
    .toSorted((a, b) => a - b)
    .join();

const kinds: Record<string, (product: Product) => Promise<void>> = {
  async "two edits of one version"(product) {
    const { version } = await product.open();
    const [one, other] = [++numbers, ++numbers];
    const told = await Promise.all([product.edit(one, version), product.edit(other, version)]);
    const after = await product.read();
    const winner = told[0].status === 200 ? one : other;
    product.expect(
      statuses(...told) === "200,412" && isWhole(after, winner) && after?.version === version + 1,
      "two edits of one version",
      { told, after },
    );
  },
  async "two edits of any version"(product) {
    const { version } = await product.open();
    const [one, other] = [++numbers, ++numbers];
    const told = await Promise.all([product.edit(one, undefined), product.edit(other, undefined)]);
    const after = await product.read();
    product.expect(
      statuses(...told) === "200,200" &&
        (isWhole(after, one) || isWhole(after, other)) &&
        after?.version === version + 2,
      "two edits",
      { told, after },
    );
  },
  async "edit and toggle"(product) {
    const before = await product.open();
    const number = ++numbers;
    const told = await Promise.all([product.edit(number, undefined), product.toggle(randomUUID())]);
    const after = await product.read();
    product.expect(
      statuses(...told) === "200,200" && isWhole(after, number) && after?.isSold !== before.isSold,
      "edit and toggle",
      { told, before, after },
    );
  },
  async "one toggle sent twice"(product) {
    const before = await product.open();
    const key = randomUUID();
    const told = await Promise.all([product.toggle(key), product.toggle(key)]);
    const again = await product.toggle(key);
    const after = await product.read();
    product.expect(
      statuses(...told, again) === "200,200,200" &&
        [...told, again].every(({ isSold }) => isSold === !before.isSold) &&
        after?.isSold === !before.isSold &&
        after.version === before.version + 1,
      "one toggle sent twice",
      { told, before, after },
    );
  },
  async "two toggles"(product) {
    const before = await product.open();
    const told = await Promise.all([product.toggle(randomUUID()), product.toggle(randomUUID())]);
    const after = await product.read();
    product.expect(
      statuses(...told) === "200,200" &&
        told[0].isSold !== told[1].isSold &&
        after?.isSold === before.isSold,
      "two toggles",
      { told, before, after },
    );
  },
  async "edit and delete"(product) {
    await product.open();
    const told = await Promise.all([
      product.edit(++numbers, undefined),
      product.delete(randomUUID()),
    ]);
    product.forget();
    const after = await product.read();
    const isOrder = told[1].status === 200 && [200, 404].includes(told[0].status);
    product.expect(isOrder && after === undefined, "edit and delete", { told, after });
  },
  async "two deletes"(product) {
    await product.open();
    const told = await Promise.all([product.delete(randomUUID()), product.delete(randomUUID())]);
    product.forget();
    product.expect(statuses(...told) === "200,404", "two deletes", told);
  },
  async "one delete sent twice"(product) {
    await product.open();
    const key = randomUUID();
    const told = await Promise.all([product.delete(key), product.delete(key)]);
    product.forget();
    product.expect(statuses(...told) === "200,200", "one delete sent twice", told);
  },
};
