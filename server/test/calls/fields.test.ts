import { randomBytes } from "node:crypto";
import { type Endpoint, type EndpointName, endpoints } from "@market/contract/endpoints";
import fc from "fast-check";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../src/db/ids.ts";
import { calls } from "./calls.ts";
import { createClient } from "../client.ts";
import { list } from "../listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../market.ts";
import { enrol } from "../people.ts";
import { type Extras, requestOf } from "./requests.ts";
import {
  type Change,
  cellsOf,
  changesBetween,
  readTables,
  type Snapshot,
  snapshots,
} from "../whole-database.ts";

const writable = (Object.keys(endpoints) as EndpointName[]).filter(
  (name) => endpoints[name].method !== "GET",
);

/** Names by which a JavaScript object is changed for all others, plain and in the spellings of query parsers. */
const pollution = `
  __proto__ constructor prototype __proto__.polluted __proto__[polluted]
  constructor.prototype constructor.prototype.polluted constructor[prototype][polluted]
  toString valueOf hasOwnProperty isPrototypeOf toLocaleString propertyIsEnumerable
  __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ then toJSON`
  .trim()
  .split(/\s+/);
/** Names of other systems, and of ours as the API spells them. */
const guesses = `
  _id isSold createdAt updatedAt soldAt sellerId seller userId ownerId views clicks
  pricePaise identityId suspendedAt suspended email name role roles admin isAdmin is_admin
  verified isVerified permissions token password sub iss $set $where $ne avatarUrl gender
  bio`
  .trim()
  .split(/\s+/);
/** Marks every value that a sender slips in, so that it is recognised wherever it turns up. */
const mark = "slipped-in";
const year = "2001-02-03T04:05:06";

let market: TestMarket;
let columns: string[];
let read: () => Promise<Snapshot>;
let owner: TestStudent;
let victim: TestStudent;

beforeAll(async () => {
  market = await openTestMarket({
    PUSH: "on",
    LIMITS_ACTIVE_LISTINGS: "10000",
    LIMITS_NEW_LISTINGS_PER_DAY: "10000",
    LIMITS_EDITS_PER_DAY: "10000",
    LIMITS_REQUESTS_PER_MINUTE: "1000000",
    LIMITS_AI_PER_HOUR: "10000",
  });
  const { db } = market.parts;
  const tables = await readTables(db);
  columns = [...new Set(tables.flatMap((table) => table.columns))];
  read = snapshots(db, tables);
  owner = await market.student("Owner");
  victim = await market.student("Victim");
  await list(victim);
});
afterAll(() => market.close());

/** Every name that is no field of the call itself. */
function strangeNames(name: EndpointName): string[] {
  const endpoint: Endpoint = endpoints[name];
  const { sends } = calls[name];
  const own = new Set([
    ...Object.keys(sends?.json ?? {}),
    ...Object.keys(endpoint.form?.shape ?? {}),
  ]);
  own.delete("seller");
  const random = fc.sample(fc.string({ minLength: 1, maxLength: 20 }), { numRuns: 50, seed: 4 });
  return [...new Set([...columns, ...guesses, ...pollution, ...random])].filter(
    (it) => !own.has(it),
  );
}

/** The value that the sender tries to store in that column. */
function wished(name: string): unknown {
  if (/(^|_|[a-z])(id|Id)$|^seller$|^sub$/.test(name)) return victim.userId;
  if (/_at$|At$|_start$|^day$/.test(name)) return `${year}Z`;
  if (/^(is|suspended|admin|listed|verified)/.test(name)) return true;
  if (/paise|version|used|bytes|position|products|named|views|clicks|_key$/.test(name))
    return 77_777;
  return pollution.includes(name) ? { polluted: mark } : mark;
}

/** The number stands alone: the digits are in some times and ids by chance. */
const isSlippedIn = ({ after }: Pick<Change, "after">) =>
  new RegExp(`${mark}|${year}|(?<![\\w.])77777(?!\\w)|${victim.userId}`).test(
    JSON.stringify(after) ?? "",
  );

type Place = "body" | "query" | "bare query";
const places: Place[] = ["body", "query", "bare query"];

async function send(
  name: EndpointName,
  place: Place,
  extras: Extras,
  target: { id: string; as: string },
) {
  const pairs = Object.entries(extras).map(([key, value]) => [
    place === "query" ? encodeURIComponent(key.toWellFormed()) : key.replace(/[^\w.[\]$]/g, ""),
    encodeURIComponent(typeof value === "object" ? mark : `${value as string}`),
  ]);
  const { method, url, sent } = await requestOf(
    name,
    calls[name],
    target.id,
    place === "body" ? { body: extras } : { query: pairs.map((pair) => pair.join("=")).join("&") },
  );
  return createClient(market.app, target.as).call(method, url, sent);
}

/** A new target of the caller, because the last call may have removed the previous one. */
async function targetOf(name: EndpointName): Promise<{ id: string; as: string }> {
  if (name === "logOutEverywhere") {
    const { token } = await enrol(market.parts, `Deleted-${randomBytes(4).toString("hex")}`);
    return { id: "", as: token };
  }
  if (name === "googleRegister") {
    const person = `New-${randomBytes(4).toString("hex")}`;
    const { token } = await enrol(market.parts, person, { registered: false });
    return { id: "", as: token };
  }
  const { target } = calls[name];
  if (target === "product") return { id: await insertProduct(), as: owner.token };
  if (target === "seller") return { id: owner.userId, as: owner.token };
  return { id: target === "photo" ? newId() : "", as: owner.token };
}

/** Inserted into the table directly: encoding thousands of pictures would take too long. */
async function insertProduct(): Promise<string> {
  const id = newId();
  const photoId = newId();
  const { db } = market.parts;
  await db.query(sql`
    insert into products (id, seller_id, name, price_paise, description, category, condition, location_type, address)
    values (${id}, ${owner.userId}, 'Cycle', 32000, 'Rides well', 'Mobility & Transport', 'New', 'nearby', 'Gate 2')`);
  await db.query(sql`
    insert into photos (id, owner_id, product_id, image, files, bytes)
    select ${photoId}, ${owner.userId}, ${id}, jsonb_set(image::jsonb, '{id}', to_jsonb(${photoId}::text)), '{}', 1
    from photos limit 1`);
  return id;
}

describe("a call that is sent more than it takes", () => {
  it("knows every column of every table", () => {
    expect(columns).toEqual(
      expect.arrayContaining([
        "seller_id",
        "sold_at",
        "suspended_at",
        "identity_id",
        "secret_hash",
      ]),
    );
    expect(strangeNames("createProduct").length).toBeGreaterThan(140);
  });

  it("tells what was slipped in from a time or an id with the same digits", () => {
    for (const after of [77_777, "77777", { of: [77_777] }, `${year}.5`, victim.userId, mark])
      expect(isSlippedIn({ after }), JSON.stringify(after)).toBe(true);
    for (const after of [
      "2026-11-27T13:41:22.77777+00:00",
      "2026-11-27T13:41:22.177777+00:00",
      "01930000-0000-7000-8000-077777abcdef",
      "01930000-0000-7000-8000-77777abcdef0",
      177_777,
      777_770,
      null,
    ])
      expect(isSlippedIn({ after }), JSON.stringify(after)).toBe(false);
  });

  /** A form, a body that refuses unknown names, one that ignores them, and none. */
  const ofEachKind: EndpointName[] = [
    "createProduct",
    "updateProfile",
    "createReport",
    "deleteProduct",
  ];
  const by = (names: EndpointName[]) =>
    names.flatMap((name) => places.map((place) => [name, place] as const));

  it.each(by(ofEachKind))("%s by its %s writes nothing but what it is for", sendAll);

  it.each(by(writable.filter((name) => !ofEachKind.includes(name))))(
    "%s by its %s writes nothing but what it is for",
    { tags: "sweep" },
    sendAll,
  );

  async function sendAll(name: EndpointName, place: Place): Promise<void> {
    const { writes = [] } = calls[name];
    let target = await targetOf(name);
    let before = await read();
    for (const batch of batchesOf(name, place)) {
      const extras: Extras = {};
      for (const key of batch)
        Object.defineProperty(extras, key, { value: wished(key), enumerable: true });
      const { status } = await send(name, place, extras, target);
      const after = await read();
      const changes = changesBetween(before, after);
      const allowed = status < 300 ? writes : [];
      expect(status, batch.join()).toBeLessThan(500);
      expect(
        cellsOf(changes).filter(
          (cell) => !allowed.includes(cell) && !allowed.includes(cell.replace(/\..*/, ".*")),
        ),
        `${status} ${batch.join()} ${cellsOf(changes).join()}`,
      ).toEqual([]);
      expect(changes.filter(isSlippedIn), batch.join()).toEqual([]);
      counts[status < 300 ? "taken" : "refused"] += batch.length;
      before = after;
      if (status >= 300 || !isUsedUp.has(name)) continue;
      await market.parts.db.query(sql`delete from photos where product_id is null`);
      target = await targetOf(name);
      before = await read();
    }
    expect({}).not.toHaveProperty("polluted");
  }

  it("was taken and was refused often enough to tell", () => {
    expect(counts.taken).toBeGreaterThan(300);
    expect(counts.refused).toBeGreaterThan(50);
  });

  it("was taken and was refused in the thousands", { tags: "sweep" }, () => {
    expect(counts.taken).toBeGreaterThan(3000);
    expect(counts.refused).toBeGreaterThan(500);
  });
});

/** Calls that cannot be repeated once they have succeeded. */
const isUsedUp = new Set<EndpointName>([
  "googleRegister",
  "deleteProduct",
  "createPhoto",
  "logOutEverywhere",
]);
const counts = { taken: 0, refused: 0 };

/** Names that cause a refusal are sent alone, so that no other hides behind them. */
function batchesOf(name: EndpointName, place: Place): string[][] {
  const strange = strangeNames(name);
  const isPolluting = (it: string) => pollution.includes(it);
  const isForm = calls[name].sends?.form !== undefined;
  if (place === "body" && isStrict(name)) return inBatches(strange, 1);
  const size = place === "body" && isForm ? 12 : 60;
  return [
    ...inBatches(
      strange.filter((it) => !isPolluting(it)),
      size,
    ),
    ...inBatches(strange.filter(isPolluting), place === "body" && isForm ? 1 : 10),
  ];
}

/** Whether the call refuses unknown names instead of ignoring them. */
function isStrict(name: EndpointName): boolean {
  const { body }: Endpoint = endpoints[name];
  const { sends } = calls[name];
  return typeof body === "object" && !body.safeParse({ ...sends?.json, [mark]: mark }).success;
}

function inBatches(keys: string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(keys.length / size) }, (_, at) =>
    keys.slice(at * size, (at + 1) * size),
  );
}
