import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cycle, formOf, list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { newId } from "../db/ids.ts";
import { recurringJobs } from "../operations/recurring.ts";
import { eraseDeletedAccounts } from "../rights/erase-accounts.ts";

let market: TestMarket;
let mod: TestStudent;

beforeAll(async () => {
  market = await openTestMarket({
    MODERATOR_EMAILS: "mod@cgu.example",
    LIMITS_NEW_LISTINGS_PER_DAY: "1000",
    LIMITS_ACTIVE_LISTINGS: "1000",
    LIMITS_CONTACTS_PER_DAY: "30",
    LIMITS_CONTACTS_PER_MINUTE: "1000",
    LIMITS_REQUESTS_PER_MINUTE: "100000",
  });
  mod = await market.student("Mod");
});
afterAll(() => market.close());

const query = (statement: ReturnType<typeof sql>) => market.parts.db.query(statement);
let pairs = 0;
/** A student with a number of their own, and another. */
async function pair(): Promise<{ seller: TestStudent; buyer: TestStudent; phone: string }> {
  pairs += 1;
  const phone = `+91981230${String(pairs).padStart(4, "0")}`;
  return {
    seller: await market.student(`Asha${pairs}`, { phone }),
    buyer: await market.student(`Rohan${pairs}`),
    phone,
  };
}
const place = "Hostel Nine, east door";
const idOf = async (student: TestStudent, fields: Record<string, string> = {}) =>
  (await list(student, { contact: "ask", address: place, ...fields })).body.product._id as string;
const ask = (student: TestStudent, productId: string) =>
  student.call("PUT", `/api/contact-requests/${productId}`);
const answer = (student: TestStudent, id: string, word: unknown) =>
  student.call("POST", `/api/contact-requests/${id}`, { json: { answer: word } });
const requests = async (student: TestStudent) => (await student.get("/api/contact-requests")).body;
const read = (student: TestStudent, productId: string) => student.get(`/api/products/${productId}`);
const idOfRequest = async (student: TestStudent, productId: string) =>
  (await ask(student, productId)).body.request.id as string;
const noticesOf = async (student: TestStudent) =>
  (
    (await student.get("/api/notices")).body.notices as {
      kind: string;
      text: string;
      productId?: string;
      actions: { name: string; label: string; method: string; path: string; body: object }[];
      answered?: string;
    }[]
  ).filter(({ kind }) => kind === "contact-request");
const age = (id: string, hours: number) =>
  query(sql`
    update contact_requests set created_at = created_at - make_interval(hours => ${hours}),
      first_at = first_at - make_interval(hours => ${hours}) where id = ${id}`);
const runJob = (name: string) =>
  recurringJobs(market.parts)
    .find((job) => job.name === name)
    ?.work({} as never);
const sell = (student: TestStudent, productId: string, isSold = true) =>
  student.call("PUT", `/api/products/${productId}/toggle-sold`, { json: { isSold } });
async function handOver(giver: TestStudent, id: string, taker: TestStudent, email: string) {
  const offered = await giver.call("POST", `/api/products/${id}/handover`, { json: { email } });
  const json = { accept: true, address: "Gate 2" };
  const path = `/api/handovers/${offered.body.handover.id}`;
  expect((await taker.call("POST", path, { json })).status).toBe(200);
}

describe("the choice that buyers ask first", () => {
  it("R1189 is the listing's, or else its seller's, and says what holds in every list", async () => {
    const { seller } = await pair();
    const [own, plain] = [await idOf(seller), await idOf(seller, { contact: "" })];
    const choices = async () => {
      const { products } = (await seller.get("/api/products/user")).body;
      const one = (id: string) => products.find(({ _id }: { _id: string }) => _id === id);
      return [own, plain].map((id) => [one(id).contact, one(id).contactChoice]);
    };
    expect(await choices()).toEqual([
      ["ask", "ask"],
      ["open", null],
    ]);
    const inList = async (id: string) => {
      const products = (await market.stranger.get("/api/products?sort=newest")).body as {
        _id: string;
        contact: string;
      }[];
      return products.find(({ _id }) => _id === id)?.contact;
    };
    expect([await inList(own), await inList(plain)]).toEqual(["ask", "open"]);
    const changed = await seller.call("PUT", "/api/auth/profile", { json: { contact: "ask" } });
    expect([changed.status, changed.body.user.contact]).toEqual([200, "ask"]);
    expect((await seller.get("/api/auth/profile")).body.user.contact).toBe("ask");
    await expect.poll(() => inList(plain)).toBe("ask");
    const edit = async (contact?: string) =>
      (
        await seller.call("PUT", `/api/products/${own}`, {
          form: await formOf({ ...cycle, existingImages: undefined, contact }, []),
        })
      ).body.product;
    expect(await edit("open")).toMatchObject({ contact: "open", contactChoice: "open" });
    expect(await edit()).toMatchObject({ contact: "open", contactChoice: "open" });
    expect(await edit("null")).toMatchObject({ contact: "ask", contactChoice: null });
    expect((await read(seller, own)).body.product).toMatchObject({
      contact: "ask",
      contactChoice: null,
    });
    await seller.call("PUT", "/api/auth/profile", { json: { contact: "open" } });
    expect(await choices()).toEqual([
      ["open", null],
      ["open", null],
    ]);
  });

  it("R1189 refuses other words, and calls of others", async () => {
    const { seller, buyer } = await pair();
    const id = await idOf(seller);
    const wrong = await list(seller, { contact: "never" });
    expect([wrong.status, wrong.body.code, wrong.body.errors[0].field]).toEqual([
      422,
      "invalid-enum",
      "contact",
    ]);
    for (const contact of ["never", "", 5, true]) {
      const { status } = await seller.call("PUT", "/api/auth/profile", { json: { contact } });
      expect([contact, status]).toEqual([contact, 422]);
    }
    const form = await formOf({ ...cycle, contact: "open" }, []);
    expect((await buyer.call("PUT", `/api/products/${id}`, { form })).status).toBe(404);
    expect((await buyer.get("/api/auth/profile")).body.user.contact).toBe("open");
  });
});

describe("a request for a number", () => {
  it("R1190 R1191 sends no byte of number and place before the yes, and counts nothing", async () => {
    const { seller, buyer, phone } = await pair();
    const id = await idOf(seller);
    await buyer.call("PUT", `/api/saved/${id}`);
    const before = await read(buyer, id);
    expect(before.body.product).toMatchObject({
      seller: { _id: seller.userId, phone: null },
      address: null,
      contact: "ask",
      request: "none",
    });
    const asked = await ask(buyer, id);
    expect([asked.status, asked.body]).toEqual([
      201,
      {
        success: true,
        request: {
          id: expect.any(String),
          productId: id,
          name: cycle.name,
          with: `Asha${pairs}`,
          state: "open",
          createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        },
      },
    ]);
    const again = await ask(buyer, id);
    expect([again.status, again.body]).toEqual([200, asked.body]);
    const texts = [before.text, (await read(buyer, id)).text];
    for (const path of [
      "/api/contact-requests",
      "/api/saved",
      "/api/notices",
      `/api/products?seller=${seller.userId}`,
      `/api/items/${id}`,
      `/item/${id}`,
      `/api/sellers/${seller.userId}`,
    ])
      texts.push((await buyer.get(path)).text);
    texts.push((await buyer.get("/api/users/me/export")).text);
    for (const text of texts) {
      expect(text).not.toContain(phone.slice(3));
      expect(text).not.toContain("east door");
    }
    const counted = await query(sql`
      select from reveals where product_id = ${id} union all select from outcomes where product_id = ${id}`);
    expect(counted).toEqual([]);
    expect(await noticesOf(buyer)).toEqual([]);
    expect(await noticesOf(seller)).toMatchObject([
      { text: `Rohan${pairs} (no deals yet) asks for your number: ${cycle.name}` },
    ]);
  });

  it("R1191 R1192 is answered once; the number comes with the buyer's next tap, which is the contact", async () => {
    const { seller, buyer, phone } = await pair();
    const id = await idOf(seller);
    const requestId = await idOfRequest(buyer, id);
    const { received, made } = await requests(seller);
    expect(made).toEqual([]);
    expect(received).toEqual([
      {
        id: requestId,
        productId: id,
        name: cycle.name,
        with: `Rohan${pairs}`,
        state: "open",
        createdAt: expect.any(String),
        buyer: { _id: buyer.userId, name: `Rohan${pairs}`, deals: 0 },
        expiresAt: new Date(Date.parse(received[0].createdAt) + 86_400_000).toISOString(),
      },
    ]);
    const [notice] = await noticesOf(seller);
    expect(notice?.actions.map(({ name, label }) => [name, label])).toEqual([
      ["share", "Share my number"],
      ["not-now", "Not now"],
      ["sold", "It is sold"],
    ]);
    const share = notice?.actions[0];
    expect(share).toMatchObject({
      method: "POST",
      path: `/api/contact-requests/${requestId}`,
      body: { answer: "share" },
    });
    const shared = await answer(seller, requestId, "share");
    expect([shared.status, shared.body.request.state]).toEqual([200, "shared"]);
    const second = await answer(seller, requestId, "not-now");
    expect([second.status, second.body.code]).toEqual([409, "already-answered"]);
    expect(await noticesOf(seller)).toMatchObject([
      { actions: [], answered: "You shared your number." },
    ]);
    expect(await noticesOf(buyer)).toMatchObject([
      { text: `Asha${pairs} shares the number with you. Tap Chat: ${cycle.name}`, productId: id },
    ]);
    expect((await requests(buyer)).made).toMatchObject([{ id: requestId, state: "shared" }]);
    expect(await query(sql`select from reveals where product_id = ${id}`)).toEqual([]);
    const tapped = await read(buyer, id);
    expect(tapped.body.product).toMatchObject({
      seller: { phone },
      address: place,
      request: "shared",
    });
    expect(tapped.body.product.contactChoice).toBeUndefined();
    expect(await query(sql`select from reveals where product_id = ${id}`)).toHaveLength(1);
    expect((await ask(buyer, id)).status).toBe(200);
  });

  it("R1192 is for the two alone: signed-out callers, others and what is none are refused", async () => {
    const { seller, buyer } = await pair();
    const other = await market.student("Outsider");
    const id = await idOf(seller);
    const requestId = await idOfRequest(buyer, id);
    const path = `/api/contact-requests/${id}`;
    for (const [method, url] of [
      ["PUT", path],
      ["DELETE", path],
      ["GET", "/api/contact-requests"],
      ["POST", `/api/contact-requests/${requestId}`],
    ] as const)
      expect((await market.stranger.call(method, url)).status).toBe(401);
    for (const who of [buyer, other]) {
      const refused = await answer(who, requestId, "share");
      expect([refused.status, refused.body.code]).toEqual([404, "request-not-found"]);
    }
    expect((await answer(seller, newId(), "share")).body.code).toBe("request-not-found");
    expect((await answer(seller, "1", "share")).body.code).toBe("request-not-found");
    for (const word of ["yes", "", undefined, true])
      expect([word, (await answer(seller, requestId, word)).status]).toEqual([word, 422]);
    expect(await requests(other)).toMatchObject({ made: [], received: [] });
    expect((await other.call("DELETE", path)).body.code).toBe("request-not-found");
    const own = await ask(seller, id);
    expect([own.status, own.body.code]).toEqual([422, "own-product"]);
    expect((await ask(buyer, newId())).body.code).toBe("product-not-found");
    const open = await idOf(seller, { contact: "open" });
    const needless = await ask(buyer, open);
    expect([needless.status, needless.body.code]).toEqual([409, "not-needed"]);
    expect((await read(buyer, open)).body.product.request).toBeUndefined();
  });

  it("R1193 that is refused is final; not now leaves the number hidden", async () => {
    const { seller, buyer, phone } = await pair();
    const id = await idOf(seller);
    const requestId = await idOfRequest(buyer, id);
    const refused = await answer(seller, requestId, "not-now");
    expect([refused.status, refused.body.request.state]).toEqual([200, "refused"]);
    const { body, text } = await read(buyer, id);
    expect([body.product.request, text.includes(phone.slice(3))]).toEqual(["refused", false]);
    await age(requestId, 24 * 8);
    const again = await ask(buyer, id);
    expect([again.status, again.body.code]).toEqual([409, "not-again"]);
    expect(await noticesOf(buyer)).toMatchObject([
      { text: `Asha${pairs} does not share the number: ${cycle.name}` },
    ]);
  });

  it("R1193 can be withdrawn; the seller is not told twice when it is sent again", async () => {
    const { seller, buyer } = await pair();
    const id = await idOf(seller);
    const requestId = await idOfRequest(buyer, id);
    const withdraw = () => buyer.call("DELETE", `/api/contact-requests/${id}`);
    expect((await withdraw()).status).toBe(200);
    expect((await withdraw()).body.code).toBe("request-not-found");
    expect((await read(buyer, id)).body.product.request).toBe("none");
    expect((await requests(seller)).received).toEqual([]);
    expect((await answer(seller, requestId, "share")).body.code).toBe("already-answered");
    expect(await noticesOf(seller)).toMatchObject([
      { actions: [], answered: "The student no longer asks." },
    ]);
    expect((await ask(buyer, id)).status).toBe(201);
    const again = await noticesOf(seller);
    expect([again.length, again[0]?.actions.length]).toEqual([1, 3]);
    await answer(seller, requestId, "share");
    const late = await withdraw();
    expect([late.status, late.body.code]).toEqual([409, "already-answered"]);
  });

  it("R1194 expires after 24 hours; the buyer is told, the seller can still share", async () => {
    const { seller, buyer, phone } = await pair();
    const id = await idOf(seller);
    const requestId = await idOfRequest(buyer, id);
    await age(requestId, 25);
    expect((await read(buyer, id)).body.product.request).toBe("expired");
    expect((await requests(seller)).received).toMatchObject([{ state: "expired" }]);
    await runJob("expire-contact-requests");
    await runJob("expire-contact-requests");
    expect(await noticesOf(buyer)).toMatchObject([
      { text: `Asha${pairs} did not answer in 24 hours: ${cycle.name}` },
    ]);
    const early = await ask(buyer, id);
    expect([early.status, early.body.code]).toEqual([409, "not-again"]);
    expect(early.body.message).toMatch(/^You can ask for this number again on \d+ \w+\.$/);
    expect((await answer(seller, requestId, "share")).status).toBe(200);
    expect((await read(buyer, id)).body.product.seller.phone).toBe(phone);
  });

  it("R1194 can be sent once more, seven days after the first", async () => {
    const { seller, buyer } = await pair();
    const id = await idOf(seller);
    const requestId = await idOfRequest(buyer, id);
    await age(requestId, 24 * 7);
    const second = await ask(buyer, id);
    expect([second.status, second.body.request.id]).toEqual([201, requestId]);
    expect((await noticesOf(seller)).filter(({ actions }) => actions.length > 0)).toHaveLength(2);
    await age(requestId, 24 * 30);
    expect((await ask(buyer, id)).body.code).toBe("not-again");
  });

  it("R1195 counts as no reply only when its notice was seen or delivered", async () => {
    const { seller, buyer } = await pair();
    const unanswered = async () => {
      const rows = await market.parts.db.query<{ unanswered: boolean }>(sql`
        select unanswered from contact_requests where seller_id = ${seller.userId} order by id`);
      return rows.map((row) => row.unanswered);
    };
    const [unseen, seen] = [await idOf(seller), await idOf(seller)];
    await age(await idOfRequest(buyer, unseen), 25);
    await runJob("expire-contact-requests");
    const requestId = await idOfRequest(buyer, seen);
    await seller.call("POST", "/api/notices/read");
    await age(requestId, 25);
    await runJob("expire-contact-requests");
    expect(await unanswered()).toEqual([false, true]);
    await answer(seller, requestId, "not-now");
    expect(await unanswered()).toEqual([false, false]);
  });

  it("R1195 asks the seller after three in a row, and shows five students without a reply", async () => {
    const { seller } = await pair();
    const id = await idOf(seller);
    const lookup = await market.student("Onlooker");
    for (let nth = 0; nth < 5; nth += 1) {
      const buyer = await market.student(`Asker${pairs}-${nth}`);
      const requestId = await idOfRequest(buyer, id);
      await seller.call("POST", "/api/notices/read");
      await age(requestId, 25);
      await runJob("expire-contact-requests");
    }
    const { notices } = (await seller.get("/api/notices")).body;
    expect(notices.map(({ kind }: { kind: string }) => kind)).toContain("still-available");
    expect((await lookup.get(`/api/sellers/${seller.userId}`)).body.seller.replies).toBe(
      "often-not",
    );
  });

  it("R1196 is one of five open ones of a buyer, and counts against the contacts of a day", async () => {
    const { seller, buyer } = await pair();
    const ids = [];
    for (let nth = 0; nth < 6; nth += 1) ids.push(await idOf(seller));
    for (const id of ids.slice(0, 5)) expect((await ask(buyer, id)).status).toBe(201);
    const sixth = await ask(buyer, ids[5] as string);
    expect([sixth.status, sixth.body.code]).toEqual([429, "request-quota"]);
    expect(Number(sixth.headers["retry-after"])).toBeGreaterThan(86_000);
    await buyer.call("DELETE", `/api/contact-requests/${ids[0]}`);
    expect((await ask(buyer, ids[5] as string)).status).toBe(201);
    expect((await ask(buyer, ids[0] as string)).body.code).toBe("request-quota");
    let refusal = "";
    for (let nth = 0; nth < 30 && refusal === ""; nth += 1) {
      const id = await idOf(seller);
      await buyer.call("DELETE", `/api/contact-requests/${ids.pop()}`);
      ids.push(id);
      const { status, body } = await ask(buyer, id);
      refusal = status === 201 ? "" : body.code;
    }
    expect(refusal).toBe("contact-limit");
  });

  it("R1191 earlier contacts keep access when the seller begins to be asked first", async () => {
    const { seller, buyer, phone } = await pair();
    const later = await market.student("Latecomer");
    const id = await idOf(seller, { contact: "" });
    expect((await read(buyer, id)).body.product.seller.phone).toBe(phone);
    await seller.call("PUT", "/api/auth/profile", { json: { contact: "ask" } });
    const { product } = (await read(buyer, id)).body;
    expect([product.seller.phone, product.request]).toEqual([phone, "shared"]);
    expect((await ask(buyer, id)).body.code).toBe("not-needed");
    expect((await read(later, id)).body.product.seller.phone).toBeNull();
  });
});

describe("requests whose listing or student goes", () => {
  it("R1197 end as refused when the listing is sold by any road, and begin anew when it is not", async () => {
    const { seller, buyer } = await pair();
    const other = await market.student("Second");
    const byAnswer = await idOf(seller, { name: "Answered lamp" });
    const first = await idOfRequest(buyer, byAnswer);
    const second = await idOfRequest(other, byAnswer);
    const sold = await answer(seller, first, "sold");
    expect([sold.status, sold.body.request.state]).toEqual([200, "refused"]);
    expect((await answer(seller, second, "share")).body.code).toBe("already-answered");
    for (const who of [buyer, other]) {
      expect((await requests(who)).made).toMatchObject([{ state: "refused" }]);
      const { notices } = (await who.get("/api/notices")).body;
      expect(notices).toMatchObject([{ kind: "sold-told", text: "Answered lamp is sold" }]);
      expect((await read(who, byAnswer)).body.product).toMatchObject({
        isSold: true,
        request: "refused",
      });
    }
    expect((await ask(await market.student("Third"), byAnswer)).body.code).toBe("not-listed");
    await sell(seller, byAnswer, false);
    expect((await read(buyer, byAnswer)).body.product.request).toBe("none");
    expect((await ask(buyer, byAnswer)).status).toBe(201);

    const byDeal = await idOf(seller, { contact: "open" });
    await other.get(`/api/products/${byDeal}`);
    await other.call("PUT", `/api/outcomes/${byDeal}`, { json: { bought: true } });
    await query(sql`update products set asks_first = true where id = ${byDeal}`);
    await ask(buyer, byDeal);
    const [{ id: dealId }] = (await seller.get("/api/deals")).body.deals;
    await seller.call("PUT", `/api/deals/${dealId}`, { json: { confirmed: true } });
    expect((await requests(buyer)).made).toMatchObject([{ state: "refused" }, { state: "open" }]);
  });

  it("R1198 end with a handover, which clears the choice; the next seller is asked anew", async () => {
    const { seller, buyer } = await pair();
    const friend = await market.student("Friend", { phone: "+919800011122" });
    const id = await idOf(seller);
    const requestId = await idOfRequest(buyer, id);
    await handOver(seller, id, friend, "friend@cgu.example");
    expect((await answer(seller, requestId, "share")).body.code).toBe("already-answered");
    expect((await requests(buyer)).made).toEqual([]);
    expect((await requests(friend)).received).toEqual([]);
    expect((await read(friend, id)).body.product).toMatchObject({
      contact: "open",
      contactChoice: null,
    });
    await friend.call("PUT", "/api/auth/profile", { json: { contact: "ask" } });
    expect((await read(buyer, id)).body.product).toMatchObject({
      request: "none",
      seller: { phone: null },
    });
    expect((await ask(buyer, id)).status).toBe(201);
    expect((await requests(friend)).received).toHaveLength(1);
  });

  it("R1238 tell their buyers of a handover, and that they can ask the new seller", async () => {
    const { seller, buyer } = await pair();
    const friend = await market.student("Heir", { phone: "+919800011133" });
    const id = await idOf(seller, { name: "Handed-over lamp" });
    const [shared, met, refused, late] = [
      await market.student("Shared"),
      await market.student("Met"),
      await market.student("Refused"),
      await market.student("Tardy"),
    ];
    const requestId = await idOfRequest(buyer, id);
    for (const who of [shared, met]) await answer(seller, await idOfRequest(who, id), "share");
    await read(met, id);
    await answer(seller, await idOfRequest(refused, id), "not-now");
    await age(await idOfRequest(late, id), 25);
    await runJob("expire-contact-requests");
    await ask(friend, id);
    await handOver(seller, id, friend, "heir@cgu.example");
    const text = "This item has a new seller. Tap Chat to ask again: Handed-over lamp";
    for (const who of [buyer, shared, late]) {
      const notices = await noticesOf(who);
      expect(notices).toMatchObject([{ text, productId: id, actions: [] }]);
      expect(notices[0]).not.toHaveProperty("answered");
      expect((await who.get("/api/notices")).text).not.toContain(`Asha${pairs}`);
    }
    for (const who of [met, refused, friend]) expect(await noticesOf(who)).toEqual([]);
    // The earlier seller has nothing left to answer.
    expect((await requests(seller)).received.map((one: { id: string }) => one.id)).not.toContain(
      requestId,
    );
    await friend.call("PUT", "/api/auth/profile", { json: { contact: "ask" } });
    for (const who of [buyer, shared, met, refused, late]) {
      expect((await read(who, id)).body.product.request).toBe("none");
      expect((await requests(who)).made).toEqual([]);
      expect((await ask(who, id)).status).toBe(201);
    }
    await age(requestId, 25);
    await runJob("expire-contact-requests");
    expect((await noticesOf(buyer)).filter((one) => one.text === text)).toHaveLength(1);
    await friend.call("DELETE", `/api/products/${id}`);
    expect((await buyer.get("/api/contact-requests")).text).not.toContain(`Asha${pairs}`);
  });

  it("R1238 tell of a handover no buyer who is blocked, suspended, has deleted the account, withdrew or asked long ago", async () => {
    const { seller } = await pair();
    const friend = await market.student("Next", { phone: "+919800011144" });
    const id = await idOf(seller);
    await list(friend);
    const names = ["Foe", "Blocked", "Blocker", "Suspended", "Deleted", "Withdrew", "Longago"];
    const [foe, blocked, blocker, suspended, deleted, withdrew, longAgo] = await Promise.all(
      names.map((name) => market.student(name)),
    );
    const all = [foe, blocked, blocker, suspended, deleted, withdrew, longAgo] as TestStudent[];
    for (const who of all) expect((await ask(who, id)).status).toBe(201);
    expect((await seller.call("PUT", `/api/blocks/${foe?.userId}`)).status).toBe(204);
    await query(sql`
      insert into blocks (blocker_id, blocked_id) values (${friend.userId}, ${blocked?.userId})`);
    expect((await blocker?.call("PUT", `/api/blocks/${friend.userId}`))?.status).toBe(204);
    const suspension = { json: { reason: "Insults" } };
    const path = `/api/moderation/users/${suspended?.userId}`;
    expect((await mod.call("POST", `${path}/suspend`, suspension)).status).toBe(200);
    await query(sql`update users set deleted_at = now() where id = ${deleted?.userId}`);
    await withdrew?.call("DELETE", `/api/contact-requests/${id}`);
    await query(sql`
      update contact_requests set created_at = now() - interval '15 days' where buyer_id = ${longAgo?.userId}`);
    await handOver(seller, id, friend, "next@cgu.example");
    const ids = all.map(({ userId }) => userId);
    const notices = await query(sql`
      select from notices where kind = 'contact-request' and user_id = any(${ids}::uuid[])`);
    expect(notices).toEqual([]);
  });

  it("R1238 a request and a handover: its buyer is told, or asks the new seller", async () => {
    for (let nth = 0; nth < 8; nth += 1) {
      const { seller, buyer } = await pair();
      const friend = await market.student(`Racer${pairs}`);
      const id = await idOf(seller);
      const [asked] = await Promise.all([
        ask(buyer, id),
        handOver(seller, id, friend, `racer${pairs}@cgu.example`),
      ]);
      const isNotified = (await noticesOf(buyer)).length === 1;
      expect([nth, asked.status, isNotified]).toEqual([
        nth,
        ...(isNotified ? [201, true] : [409, false]),
      ]);
    }
  });

  it("R1238 reach the new seller of a listing that changes hands while the buyer asks", async () => {
    const { seller, buyer } = await pair();
    const friend = await market.student("Successor");
    const id = await idOf(seller);
    const { db } = market.parts;
    let asked: ReturnType<typeof ask> | undefined;
    await db.transaction(async (transaction) => {
      await transaction.query(
        sql`update products set seller_id = ${friend.userId} where id = ${id}`,
      );
      asked = ask(buyer, id);
      await expect
        .poll(() =>
          db.query(sql`
            select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`),
        )
        .toHaveLength(1);
    });
    expect((await asked)?.status).toBe(201);
    expect((await requests(friend)).received).toHaveLength(1);
  });

  it("R1198 end with the listing, a suspension, a deleted account and a block, which the seller can do from the request", async () => {
    const { seller, buyer } = await pair();
    const removed = await idOf(seller, { name: "Removed kettle" });
    const requestId = await idOfRequest(buyer, removed);
    await seller.call("DELETE", `/api/products/${removed}`);
    expect((await answer(seller, requestId, "share")).body.code).toBe("already-answered");
    expect((await buyer.get("/api/notices")).body.notices).toMatchObject([
      { text: "Removed kettle is no longer offered" },
    ]);
    await seller.call("POST", `/api/products/${removed}/restore`);
    expect((await read(buyer, removed)).body.product.request).toBe("expired");

    const id = await idOf(seller);
    const suspended = await market.student("Muted");
    const ofSuspended = await idOfRequest(suspended, id);
    const suspension = { json: { reason: "Insults" } };
    await mod.call("POST", `/api/moderation/users/${suspended.userId}/suspend`, suspension);
    expect((await requests(seller)).received.map((one: { id: string }) => one.id)).not.toContain(
      ofSuspended,
    );
    expect((await answer(seller, ofSuspended, "share")).body.code).toBe("request-not-found");

    const gone = await market.student("Gone");
    const ofGone = await idOfRequest(gone, id);
    await query(sql`update users set deleted_at = now() where id = ${gone.userId}`);
    expect((await answer(seller, ofGone, "share")).body.code).toBe("request-not-found");
    await query(sql`update users set deleted_at = null where id = ${gone.userId}`);
    expect((await requests(gone)).made).toMatchObject([{ state: "expired" }]);

    const pest = await market.student("Pest");
    const ofPest = await idOfRequest(pest, id);
    expect((await seller.call("PUT", `/api/blocks/${pest.userId}`)).status).toBe(204);
    expect((await answer(seller, ofPest, "share")).body.code).toBe("request-not-found");
    expect((await ask(pest, id)).body.code).toBe("product-not-found");
    expect((await requests(pest)).made).toEqual([]);
    await seller.call("DELETE", `/api/blocks/${pest.userId}`);
    expect((await requests(pest)).made).toMatchObject([{ state: "expired" }]);
  });

  it("R1198 cannot be shared while the listing is hidden or paused, and show no hidden listing", async () => {
    const { seller, buyer } = await pair();
    const id = await idOf(seller);
    const requestId = await idOfRequest(buyer, id);
    await query(sql`update products set resting_at = now() where id = ${id}`);
    const paused = await answer(seller, requestId, "share");
    expect([paused.status, paused.body.code]).toEqual([409, "not-listed"]);
    await query(sql`update products set resting_at = null, hidden_at = now() where id = ${id}`);
    expect((await answer(seller, requestId, "share")).body.code).toBe("not-listed");
    expect((await requests(buyer)).made).toEqual([]);
    expect((await ask(await market.student("Late"), id)).body.code).toBe("product-not-found");
    await age(requestId, 25);
    await runJob("expire-contact-requests");
    expect(await noticesOf(buyer)).toEqual([]);
    await query(sql`update products set hidden_at = null where id = ${id}`);
    expect((await answer(seller, requestId, "share")).status).toBe(200);
  });

  it("R1199 are erased with either student, and deleted when the listing is long gone", async () => {
    const { seller, buyer } = await pair();
    const rows = async () =>
      (await query(sql`select from contact_requests where seller_id = ${seller.userId}`)).length;
    const [first, second] = [await idOf(seller), await idOf(seller)];
    await ask(buyer, first);
    const leaving = await market.student("Leaving");
    await ask(leaving, second);
    await age(await idOfRequest(buyer, second), 24 * 91);
    await seller.call("DELETE", `/api/products/${second}`);
    await runJob("forget-old-counts");
    expect(await rows()).toBe(2);
    await query(
      sql`update users set deleted_at = now() - interval '40 days' where id = ${leaving.userId}`,
    );
    await eraseDeletedAccounts(market.parts);
    expect(await rows()).toBe(1);
  });
});

describe("requests at the same time", () => {
  it("R1200 two answers: one counts, the other is too late", async () => {
    for (let nth = 0; nth < 5; nth += 1) {
      const { seller, buyer } = await pair();
      const requestId = await idOfRequest(buyer, await idOf(seller));
      const answers = await Promise.all([
        answer(seller, requestId, "share"),
        answer(seller, requestId, "not-now"),
        answer(seller, requestId, "sold"),
      ]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        200, 409, 409,
      ]);
      const winner = answers.find(({ status }) => status === 200);
      expect((await requests(buyer)).made[0].state).toBe(winner?.body.request.state);
    }
  });

  it("R1200 a request and a sale: it ends as refused, or was never made", async () => {
    for (let nth = 0; nth < 8; nth += 1) {
      const { seller, buyer } = await pair();
      const id = await idOf(seller);
      const [asked, sold] = await Promise.all([ask(buyer, id), sell(seller, id)]);
      expect(sold.status).toBe(200);
      const { made } = await requests(buyer);
      const end = asked.status === 201 ? made[0].state : [asked.body.code, made];
      expect(["refused", ["not-listed", []]]).toContainEqual(end);
    }
  });

  it("R1200 ten taps make one request, and ten listings five", async () => {
    const { seller, buyer } = await pair();
    const id = await idOf(seller);
    const taps = await Promise.all(Array.from({ length: 10 }, () => ask(buyer, id)));
    expect(taps.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await noticesOf(seller)).length).toBe(1);
    const ids = [];
    for (let nth = 0; nth < 8; nth += 1) ids.push(await idOf(seller));
    const many = await Promise.all(ids.map((each) => ask(buyer, each)));
    expect(many.filter(({ status }) => status === 201)).toHaveLength(4);
  });
});
