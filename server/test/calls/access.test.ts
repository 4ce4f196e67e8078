import type { AccountState } from "@market/contract/call";
import { type Endpoint, type EndpointName, endpoints } from "@market/contract/endpoints";
import {
  bundleCard,
  newCard,
  itemCard,
  pagesOfOne,
  protectedPages,
  publicPages,
} from "@market/contract/pages/pages";
import { SignJWT } from "jose";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openIdentity } from "../../src/identity/identity.ts";
import { newId } from "../../src/db/ids.ts";
import { type Caller, callers, calls, type CallRow, type Target, targets } from "./calls.ts";
import { createClient, type TestClient, type TestResponse } from "../client.ts";
import { list } from "../listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../market.ts";
import { ownPage, requestOf } from "./requests.ts";
import { routesOf } from "./routes.ts";
import {
  changesBetween,
  cellsOf,
  readTables,
  type Snapshot,
  snapshots,
} from "../whole-database.ts";

const names = Object.keys(endpoints) as EndpointName[];
const words: Record<CallRow["who"], [Endpoint["access"], ...AccountState[]]> = {
  "all callers": ["public"],
  "all callers, with a valid token or none": ["optional"],
  "our own pages": ["cookie"],
  "the signed in": ["identity"],
  students: ["student"],
  "students, suspended ones too": ["student", "suspended"],
  "students, leaving ones too": ["student", "deleted"],
  "students, suspended and leaving ones too": ["student", "suspended", "deleted"],
  moderators: ["moderator"],
};
const badToken = "401 invalid-token";
const notStudents = {
  anonymous: "401 missing-token",
  expired: badToken,
  signedOut: badToken,
  deleted: badToken,
  unregistered: "403 not-registered",
};
/** Callers that are refused, whatever the call and its target. */
const turnedAway: Record<CallRow["who"], Partial<Record<Caller, string>>> = {
  "all callers": {},
  "all callers, with a valid token or none": {
    expired: badToken,
    signedOut: badToken,
    deleted: badToken,
    suspended: "403 account-suspended",
  },
  "our own pages": {},
  "the signed in": {
    anonymous: "401 missing-token",
    expired: badToken,
    signedOut: badToken,
    deleted: badToken,
    suspended: "403 account-suspended",
  },
  students: { ...notStudents, suspended: "403 account-suspended" },
  "students, suspended ones too": notStudents,
  "students, leaving ones too": { ...notStudents, suspended: "403 account-suspended" },
  "students, suspended and leaving ones too": notStudents,
  moderators: {},
};

const notOurPages: Record<string, string>[] = [
  {},
  { "x-requested-with": "XMLHttpRequest" },
  { ...ownPage, "sec-fetch-site": "cross-site" },
  { ...ownPage, "sec-fetch-site": "same-site" },
  { ...ownPage, "sec-fetch-site": "none" },
];

let market: TestMarket;
let owner: TestStudent;
let clients: Record<Caller, TestClient>;
let read: () => Promise<Snapshot>;
/** The owner of each row, by the user or identity id in it. */
const idsOf = new Map<Caller, string[]>();

beforeAll(async () => {
  market = await openTestMarket({
    PUSH: "on",
    LIMITS_ACTIVE_LISTINGS: "1000",
    LIMITS_NEW_LISTINGS_PER_DAY: "1000",
    LIMITS_CONTACTS_PER_MINUTE: "1000",
    LIMITS_REQUESTS_PER_MINUTE: "100000",
  });
  const { db } = market.parts;
  read = snapshots(db, await readTables(db));
  owner = await student("owner", "Owner");
  clients = {
    anonymous: market.stranger,
    expired: createClient(market.app, await expiredToken()),
    signedOut: await student("signedOut", "Signed-out"),
    suspended: await student("suspended", "Suspended"),
    deleted: await student("deleted", "Deleted"),
    unregistered: await market.student("Newcomer", { registered: false }),
    other: await student("other", "Other"),
    owner,
  };
  const [newcomer] = await db.query<{ id: string }>(sql`
    select id from identities where name = 'Newcomer'`);
  idsOf.set("unregistered", ["", newcomer?.id ?? ""]);
  await db.query(sql`
    update sessions set ended_at = now() where identity_id = ${idsOf.get("signedOut")?.[1]}`);
  await db.query(sql`
    update users set suspended_at = now() where id = ${idsOf.get("suspended")?.[0]}`);
  await db.query(sql`delete from identities where id = ${idsOf.get("deleted")?.[1]}`);
});
afterAll(() => market.close());

async function student(caller: Caller, name: string): Promise<TestStudent> {
  const made = await market.student(name);
  const [row] = await market.parts.db.query<{ identity: string }>(sql`
    select identity_id as identity from users where id = ${made.userId}`);
  idsOf.set(caller, [made.userId, row?.identity ?? ""]);
  return made;
}

/** The owner's own, ended a minute ago. */
async function expiredToken(): Promise<string> {
  const { id, key } = await openIdentity(market.parts).keys.signer();
  const claims = JSON.parse(Buffer.from(owner.token.split(".")[1] ?? "", "base64url").toString());
  return new SignJWT({ ...claims, iat: claims.iat - 3700, exp: claims.iat - 100 })
    .setProtectedHeader({ alg: "ES256", typ: "JWT", kid: id })
    .sign(key);
}

async function idFor(target: Target, of: CallRow["target"]): Promise<string> {
  if (target === "absent" || of === undefined) return newId();
  if (target === "malformed") return "1' or '1'='1";
  if (of === "product") return (await list(owner)).body.product._id;
  if (of === "seller") {
    await list(owner);
    return owner.userId;
  }
  const { method, url, sent } = await requestOf("createPhoto", calls.createPhoto);
  return (await owner.call(method, url, sent)).body.photo.id;
}

const outcomeOf = ({ status, body }: TestResponse) =>
  status < 400 || body === undefined ? `${status}` : `${status} ${body.code}`;

/** Redirects answer with pages, which are no problem documents. */
async function enter(client: TestClient, name: EndpointName, id: string) {
  const { method, url, sent } = await requestOf(name, calls[name], id);
  const { reply }: Endpoint = endpoints[name];
  if (reply !== "redirect") return outcomeOf(await client.call(method, url, sent));
  return String((await market.app.inject({ method, url })).statusCode);
}

describe("R418 every call of the API", () => {
  it("has a row that says who may call, and the endpoint table agrees", () => {
    expect(Object.keys(calls).toSorted()).toEqual(names.toSorted());
    const access = Object.fromEntries(
      names.map((name) => [name, [endpoints[name].access, ...endpoints[name].alsoFor]]),
    );
    const wanted = Object.fromEntries(names.map((name) => [name, words[calls[name].who]]));
    expect(access).toEqual(wanted);
  });

  it("is in the table; all other routes of a process are known by name", () => {
    const table = names.map((name) => endpoints[name].path.replace(/\{(\w+)\}/g, ":$1"));
    const pages = [...publicPages, ...protectedPages, ...pagesOfOne, itemCard, bundleCard, newCard];
    expect(routesOf(market.app).filter((route) => !table.includes(route))).toEqual(
      [
        ...pages.map((page) => page.replace(/\{(\w+)\}/, ":$1")),
        "/healthz",
        "/readyz",
        "/arrival",
        "/api/openapi.json",
        "/api/docs",
        "/api/auth/outcome.js",
        "/.well-known/jwks.json",
        "/.well-known/security.txt",
        "/robots.txt",
        "/i/:code",
        "/sell/share",
        "/sitemap.xml",
        "/manifest.webmanifest",
        "/u/:token",
        "/k/:key",
        "/k/:key/:which/:act",
        "/r/:token",
        "/r/:token/:answer",
        "/*",
        "/avatars/:userId",
        "/avatars/:userId/:style",
      ].toSorted(),
    );
  });

  const writing = names.filter((name) => endpoints[name].method !== "GET");
  it.each(writing.filter(isFirstOfItsKind))(
    "%s changes nothing for a page of another site, whatever token it has",
    expectNothingFromElsewhere,
  );
  it.each(writing.filter((name, at) => !isFirstOfItsKind(name, at, writing)))(
    "%s changes nothing for a page of another site, whatever token it has",
    { tags: "sweep" },
    expectNothingFromElsewhere,
  );

  async function expectNothingFromElsewhere(name: EndpointName): Promise<void> {
    const id = await idFor("present", calls[name].target);
    const { method, url, sent } = await requestOf(name, calls[name], id);
    const before = await read();
    const refusal = calls[name].who === "moderators" ? "404 not-found" : "403 foreign-origin";
    for (const origin of ["https://evil.example", "null", "http://localhost:3000.evil.example"]) {
      const headers = { ...ownPage, origin };
      expect(outcomeOf(await owner.call(method, url, { ...sent, headers }))).toBe(refusal);
    }
    for (const headers of calls[name].who === "our own pages" ? notOurPages : [])
      expect(outcomeOf(await owner.call(method, url, { ...sent, headers }))).toBe(
        "403 foreign-origin",
      );
    expect(changesBetween(before, await read())).toEqual([]);
  }

  const aims = (list: EndpointName[]) =>
    list.flatMap((name) =>
      (calls[name].target ? targets : (["present"] as const)).map(
        (target) => [name, target] as const,
      ),
    );
  it.each(aims(names.filter(isFirstOfItsKind)))(
    "%s of what is %s answers each caller as it must, and touches no other user's data",
    expectEachAnswer,
  );
  it.each(aims(names.filter((name, at) => !isFirstOfItsKind(name, at, names))))(
    "%s of what is %s answers each caller as it must, and touches no other user's data",
    { tags: "sweep" },
    expectEachAnswer,
  );

  async function expectEachAnswer(name: EndpointName, target: Target): Promise<void> {
    const row = calls[name];
    const id = await idFor(target, row.target);
    const answers: Record<string, string> = {};
    const wanted: Record<string, string> = {};
    for (const caller of callers) {
      // A person whom a call has registered is unregistered again for the next.
      await market.parts.db.query(sql`
          delete from users where identity_id = ${idsOf.get("unregistered")?.[1]}`);
      // Sessions that a call has ended are restored too.
      const students = [idsOf.get("owner")?.[1], idsOf.get("other")?.[1]];
      await market.parts.db.query(sql`
          update sessions set ended_at = null where identity_id = any(${students}::uuid[])`);
      const before = await read();
      answers[caller] = await enter(clients[caller], name, id);
      const admitted =
        row.answers[caller] ?? (target === "present" ? undefined : row.answers[target]);
      wanted[caller] =
        turnedAway[row.who][caller] ??
        (target === "present" ? admitted : (row.answers[target] ?? admitted)) ??
        row.answers.owner;
      const changes = changesBetween(before, await read());
      const allowed = answers[caller].startsWith("2") ? (row.writes ?? []) : [];
      expect(
        cellsOf(changes).filter(
          (cell) => !allowed.includes(cell) && !allowed.includes(cell.replace(/\..*/, ".*")),
        ),
        caller,
      ).toEqual([]);
      const foreign = changes.filter(
        ({ table, row: changed }) => isOfAnother(changed, caller) && !row.tells?.includes(table),
      );
      expect(foreign).toEqual([]);
    }
    expect(answers).toEqual(wanted);
  }
});

/** Whether no call before it in a list has the same callers and the same kind of target. */
function isFirstOfItsKind(name: EndpointName, at: number, list: EndpointName[]): boolean {
  const kind = (one: EndpointName) => `${calls[one].who} ${calls[one].target ?? ""}`;
  return list.findIndex((other) => kind(other) === kind(name)) === at;
}

/** Whether a row belongs to a demo student other than the caller. */
function isOfAnother(row: Record<string, unknown>, caller: Caller): boolean {
  const holders = [row["user_id"], row["owner_id"], row["seller_id"], row["identity_id"]];
  return [...idsOf].some(
    ([person, ids]) => person !== caller && ids.some((id) => holders.includes(id)),
  );
}
