import { type Endpoint, type EndpointName, endpoints } from "@market/contract/endpoints";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { calls } from "./calls/calls.ts";
import { list } from "./listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "./market.ts";
import { signedInAgain } from "./people.ts";
import { requestOf } from "./calls/requests.ts";

let market: TestMarket;
let owner: TestStudent;
let buyer: TestStudent;
let mod: TestStudent;

beforeAll(async () => {
  market = await openTestMarket({
    MODERATOR_EMAILS: "mod@cgu.example",
    PUSH: "on",
    LIMITS_NEW_LISTINGS_PER_DAY: "1000",
    LIMITS_CONTACTS_PER_MINUTE: "1000",
  });
  owner = await market.student("Owner");
  buyer = await market.student("Buyer");
  mod = await market.student("Mod");
});
afterAll(() => market.close());

type Table = typeof endpoints;
/** Writes on the target that the path names. */
type NamedWrite = {
  [N in EndpointName]: Table[N]["method"] extends "GET"
    ? never
    : Table[N]["path"] extends `${string}{${string}`
      ? N
      : never;
}[EndpointName];

const product = async () => (await list(owner)).body.product._id as string;
const askedFirst = async () => (await list(owner, { contact: "ask" })).body.product._id as string;
const deleted = async () => {
  const id = await product();
  await owner.call("DELETE", `/api/products/${id}`);
  return id;
};
const contacted = async () => {
  const id = await product();
  await buyer.get(`/api/products/${id}`);
  await market.parts.db.query(sql`
    update outcomes set contacted_at = contacted_at - interval '1 day' where product_id = ${id}`);
  return id;
};
const deal = async () => {
  const id = await contacted();
  await buyer.call("PUT", `/api/outcomes/${id}`, { json: { bought: true } });
  return (await owner.get("/api/deals")).body.deals[0].id as string;
};
const confirmed = async () => {
  const id = await deal();
  await owner.call("PUT", `/api/deals/${id}`, { json: { confirmed: true } });
  return id;
};
const judged = async () => {
  const id = await confirmed();
  for (const who of [owner, buyer])
    await who.call("PUT", `/api/deals/${id}/feedback`, { json: { good: true, text: "Fine" } });
  return id;
};
const reported = async () => {
  const productId = await product();
  await buyer.call("POST", "/api/reports", { json: { productId, reason: "scam" } });
  const { cases } = (await mod.get("/api/moderation/cases?state=open")).body;
  return cases.find((one: { productId?: string }) => one.productId === productId).id as string;
};
const hidden = async () => {
  const id = await product();
  await mod.call("POST", `/api/moderation/products/${id}/hide`, { json: { note: "Against" } });
  return id;
};
let extras = 0;
const student = async () => (await market.student(`Extra-${(extras += 1)}`)).userId;
const suspended = async () => {
  const id = await student();
  await mod.call("POST", `/api/moderation/users/${id}/suspend`, { json: { reason: "Against" } });
  return id;
};

/** Creates the row that each write changes. @returns its id */
const targets: Record<NamedWrite, () => Promise<string>> = {
  updateProduct: product,
  confirmProduct: product,
  renewProduct: product,
  reserveProduct: product,
  keepProduct: product,
  releaseProduct: product,
  restoreProduct: deleted,
  toggleSold: product,
  deleteProduct: product,
  deleteBundle: async () => {
    const json = { ...calls.createBundle.sends?.json, productIds: [await product()] };
    return (await owner.call("POST", "/api/bundles", { json })).body.bundle.id;
  },
  deleteAlert: async () =>
    (await owner.call("PUT", "/api/alerts", { json: { q: "sitar" } })).body.alert.id,
  clickProduct: product,
  saveProduct: product,
  unsaveProduct: product,
  deletePhoto: async () => {
    const { method, url, sent } = await requestOf("createPhoto", calls.createPhoto);
    return (await owner.call(method, url, sent)).body.id;
  },
  putOutcome: contacted,
  requestContact: askedFirst,
  withdrawContactRequest: async () => {
    const id = await askedFirst();
    await buyer.call("PUT", `/api/contact-requests/${id}`);
    return id;
  },
  answerContactRequest: async () => {
    await buyer.call("PUT", `/api/contact-requests/${await askedFirst()}`);
    return (await owner.get("/api/contact-requests")).body.received[0].id;
  },
  putDeal: deal,
  giveFeedback: confirmed,
  replyToFeedback: judged,
  removeFeedback: judged,
  endSession: async () => {
    await signedInAgain(market, owner);
    const { sessions } = (await owner.get("/api/auth/sessions")).body;
    return sessions.find(({ current }: { current: boolean }) => !current).id;
  },
  blockUser: async () => {
    await contacted();
    return buyer.userId;
  },
  unblockUser: async () => buyer.userId,
  decideCase: reported,
  markAuthority: reported,
  addCaseNote: reported,
  claimCase: reported,
  releaseCase: async () => {
    const id = await reported();
    await mod.call("POST", `/api/moderation/cases/${id}/claim`);
    return id;
  },
  offerHandover: product,
  answerHandover: async () => {
    await owner.call("POST", `/api/products/${await product()}/handover`, {
      json: { email: "buyer@cgu.example" },
    });
    return (await buyer.get("/api/handovers")).body.received[0].id;
  },
  withdrawHandover: async () => {
    const json = { email: "friend@elsewhere.example" };
    return (await owner.call("POST", `/api/products/${await product()}/handover`, { json })).body
      .handover.id;
  },
  suspendUser: student,
  reinstateUser: suspended,
  hideListing: product,
  restoreListing: hidden,
  removeListing: product,
};
/** Writes that the buyer of the listing makes. */
const buyers = new Set<EndpointName>([
  "putOutcome",
  "answerHandover",
  "requestContact",
  "withdrawContactRequest",
]);
/** The session has ended with the first of these, and nothing can be repeated in it. */
const ending = new Set<EndpointName>(["logOutEverywhere"]);
/** Its answer is a key, which is stored nowhere; another key replaces it. */
const unstored = new Set<EndpointName>(["makeKey"]);

const names = (Object.keys(endpoints) as EndpointName[]).filter((name) => {
  const { method, access }: Endpoint = endpoints[name];
  const isRepeatable = !ending.has(name) && !unstored.has(name);
  return method !== "GET" && /student|identity|moderator/.test(access) && isRepeatable;
});

describe("a write that is repeated under its Idempotency-Key", () => {
  it.each(names)("R970 %s gets the first answer again", async (name) => {
    const id = name in targets ? await targets[name as NamedWrite]() : "";
    const caller = buyers.has(name) ? buyer : calls[name].who === "moderators" ? mod : owner;
    const send = async () => {
      const { method, url, sent } = await requestOf(name, calls[name], id);
      const headers = { ...sent.headers, "idempotency-key": `repeated-${name}` };
      const { status, text, body } = await caller.call(method, url, { ...sent, headers });
      // A refusal has the id of its request.
      return [status, body?.code ?? text];
    };
    const first = await send();
    expect([name, Number(first[0]) < (name in targets ? 300 : 500)]).toEqual([name, true]);
    expect(await send()).toEqual(first);
  });
});
