import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { marketCommand } from "../../test/command.ts";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { signedInAgain } from "../../test/people.ts";

let market: TestMarket;
let mod: TestStudent;
let other: TestStudent;
let seller: TestStudent;
let reporter: TestStudent;

beforeAll(async () => {
  market = await openTestMarket({
    MODERATOR_EMAILS: "mod@cgu.example,other@cgu.example",
    LIMITS_REPORTS_PER_DAY: "1000",
  });
  mod = await market.student("Mod");
  other = await market.student("Other");
  seller = await market.student("Seller");
  reporter = await market.student("Reporter");
});
afterAll(() => market.close());

const note = "Against rule four.";
const post = (who: TestStudent, path: string, json: object) => who.call("POST", path, { json });
const decide = (who: TestStudent, caseId: string, action: string, more = {}) =>
  post(who, `/api/moderation/cases/${caseId}/decision`, { action, note, ...more });
const listed = async (who: TestStudent): Promise<string> =>
  (await list(who, { name: "Odd thing" })).body.product._id;
const report = (who: TestStudent, subject: object) =>
  post(who, "/api/reports", { ...subject, reason: "scam", details: "Wants money first" });
const cases = async (who: TestStudent) =>
  (await who.get("/api/moderation/cases?limit=60")).body.cases as {
    id: string;
    productId?: string;
    userId?: string;
    dealId?: string;
    own?: true;
    alone?: true;
    reports: object[];
    appeal?: { against: { id: string } };
  }[];
const caseOf = async (subject: { productId: string } | { userId: string }) => {
  const [[name, id] = []] = Object.entries(subject);
  const found = (await cases(other)).find((one) => one[name as "productId"] === id && !one.appeal);
  return found?.id ?? "";
};
const codeOf = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await answer;
  return [status, body.code];
};
const own = [409, "own-case"];
const last = async () => (await other.get("/api/moderation/log?limit=1")).body.log[0];

/** A deal with feedback of its buyer about its seller. @returns its id */
async function deal(author: TestStudent, about: TestStudent): Promise<string> {
  const { db } = market.parts;
  const id = crypto.randomUUID();
  await db.query(sql`
    insert into deals (id, name, seller_id, buyer_id, confirmed_at)
    values (${id}, 'Odd thing', ${about.userId}, ${author.userId}, now())`);
  await db.query(sql`
    insert into feedback (deal_id, role, author_id, about_id, good, tags, text, shown_at)
    values (${id}, 'buyer', ${author.userId}, ${about.userId}, false, '{}', 'Rude', now())`);
  return id;
}
const complain = (who: TestStudent, productId: string) =>
  post(who, "/api/grievances", {
    name: "Mod",
    email: who === mod ? "Mod@cgu.example" : "reporter@cgu.example",
    subject: "A listing",
    details: "It harms me.",
    productUrl: `http://localhost:3000/item/${productId}`,
  });

/** The time of the other moderator's last sign-in, by the account and by its sessions. */
async function otherSignedIn(daysAgo: number): Promise<void> {
  const { db } = market.parts;
  const then = sql`now() - make_interval(days => ${daysAgo})`;
  await db.query(
    sql`update identities set signed_in_at = ${then} where email = 'other@cgu.example'`,
  );
}
const withoutSession = () =>
  market.parts.db.query(sql`
    delete from sessions where identity_id = (select id from identities where email = 'other@cgu.example')`);

describe("a moderator's own case", () => {
  beforeEach(() => otherSignedIn(0));

  it("R930 about their listing is marked, without what reporters say, and only another moderator decides it", async () => {
    const productId = await listed(mod);
    await report(reporter, { productId });
    const id = await caseOf({ productId });
    for (const one of [
      (await cases(mod)).find((each) => each.id === id),
      (await mod.get(`/api/moderation/cases/${id}`)).body.case,
    ]) {
      expect(one).toMatchObject({ own: true, reports: [] });
      expect(one).not.toHaveProperty("alone");
    }
    const [shown] = (await cases(other)).filter((each) => each.id === id);
    expect(shown).not.toHaveProperty("own");
    expect(shown?.reports.length).toBe(1);
    expect(await codeOf(decide(mod, id, "dismiss"))).toEqual(own);
    const path = `/api/moderation/products/${productId}`;
    for (const action of ["hide", "restore", "remove"])
      expect(await codeOf(post(mod, `${path}/${action}`, { note }))).toEqual(own);
    expect((await post(other, `${path}/hide`, { note })).status).toBe(200);
    expect(await codeOf(post(mod, `${path}/restore`, { note }))).toEqual(own);
    expect((await decide(other, id, "dismiss")).status).toBe(200);
    expect(await last()).not.toHaveProperty("alone");
  });

  it("R930 is one that they reported", async () => {
    const productId = await listed(seller);
    await report(mod, { productId });
    const id = await caseOf({ productId });
    expect((await cases(mod)).find((each) => each.id === id)).toMatchObject({ own: true });
    expect(await codeOf(decide(mod, id, "remove"))).toEqual(own);
    expect(await codeOf(post(mod, `/api/moderation/products/${productId}/hide`, { note }))).toEqual(
      own,
    );
    const person = await market.student("Reported");
    await report(mod, { userId: person.userId });
    const users = `/api/moderation/users/${person.userId}`;
    expect(await codeOf(post(mod, `${users}/suspend`, { reason: note }))).toEqual(own);
    expect((await post(other, `${users}/suspend`, { reason: note })).status).toBe(200);
    expect(await codeOf(post(mod, `${users}/reinstate`, { note }))).toEqual(own);
  });

  it("R930 is their appeal, and an appeal against what they reported: own-case comes before other-moderator", async () => {
    const productId = await listed(mod);
    await post(other, `/api/moderation/products/${productId}/hide`, { note });
    const [decision] = (await mod.get("/api/decisions")).body.decisions;
    await post(mod, "/api/appeals", { decisionId: decision.id, text: "It is mine." });
    const appeal = (await cases(mod)).find((one) => one.appeal?.against.id === decision.id);
    expect(appeal).toMatchObject({ own: true });
    expect(await codeOf(decide(mod, appeal?.id ?? "", "dismiss"))).toEqual(own);
    expect(await codeOf(decide(other, appeal?.id ?? "", "dismiss"))).toEqual([
      403,
      "other-moderator",
    ]);

    const theirs = await listed(seller);
    await report(mod, { productId: theirs });
    await decide(other, await caseOf({ productId: theirs }), "hide");
    const [hidden] = (await seller.get("/api/decisions")).body.decisions;
    await post(seller, "/api/appeals", { decisionId: hidden.id, text: "It is mine." });
    const second = (await cases(mod)).find((one) => one.appeal?.against.id === hidden.id);
    expect(second).toMatchObject({ own: true, reports: [] });
    expect(await codeOf(decide(mod, second?.id ?? "", "hide"))).toEqual(own);
  });

  it("R930 is an appeal against the outcome of a grievance that they sent", async () => {
    const person = await market.student("Seller-five");
    const productId = await listed(person);
    await complain(mod, productId);
    await decide(other, await caseOf({ productId }), "hide");
    const [decision] = (await person.get("/api/decisions")).body.decisions;
    await post(person, "/api/appeals", { decisionId: decision.id, text: "It is mine." });
    const appeal = (await cases(mod)).find((one) => one.appeal?.against.id === decision.id);
    expect(appeal).toMatchObject({ own: true });
    expect(await codeOf(decide(mod, appeal?.id ?? "", "hide"))).toEqual(own);
  });

  it("R930 R933 is left out when cases are filtered by reason, which reporters choose", async () => {
    const productId = await listed(mod);
    await report(reporter, { productId });
    const id = await caseOf({ productId });
    const ids = async (who: TestStudent, query: string) =>
      (await who.get(`/api/moderation/cases?limit=60${query}`)).body.cases.map(
        (one: { id: string }) => one.id,
      );
    expect(await ids(mod, "&reason=scam")).not.toContain(id);
    expect(await ids(mod, "&type=listing")).toContain(id);
    expect(await ids(other, "&reason=scam")).toContain(id);
    await decide(other, id, "dismiss");
    expect(await ids(mod, "&reason=scam&state=closed")).not.toContain(id);
    expect(await ids(other, "&reason=scam&state=closed")).toContain(id);
  });

  it("R930 is feedback by them or about them", async () => {
    for (const dealId of [await deal(mod, seller), await deal(seller, mod)])
      expect(
        await codeOf(
          post(mod, `/api/moderation/deals/${dealId}/feedback`, { role: "buyer", note }),
        ),
      ).toEqual(own);
    const dealId = await deal(mod, seller);
    await report(seller, { dealId });
    const found = (await cases(mod)).find((one) => one.dealId === dealId);
    expect(found).toMatchObject({ own: true, reports: [] });
    expect(await codeOf(decide(mod, found?.id ?? "", "dismiss"))).toEqual(own);
    expect((await decide(other, found?.id ?? "", "remove")).status).toBe(200);
  });

  describe("R930 is not judged by another road", () => {
    const suspend = (who: TestStudent, { userId }: TestStudent) =>
      post(who, `/api/moderation/users/${userId}/suspend`, { reason: note });
    const hide = (who: TestStudent, productId: string) =>
      post(who, `/api/moderation/products/${productId}/hide`, { note });

    it("by suspending the seller of a listing that they reported", async () => {
      const person = await market.student("Seller-one");
      const productId = await listed(person);
      await report(mod, { productId });
      expect((await decide(other, await caseOf({ productId }), "dismiss")).status).toBe(200);
      expect(await codeOf(suspend(mod, person))).toEqual(own);
      expect((await suspend(other, person)).status).toBe(200);
    });

    it("by measures against the listings and the feedback of a student whom they reported", async () => {
      const person = await market.student("Seller-two");
      const [shown, deleted] = [await listed(person), await listed(person)];
      expect((await person.call("DELETE", `/api/products/${deleted}`)).status).toBe(200);
      const dealId = await deal(person, reporter);
      await report(mod, { userId: person.userId });
      for (const productId of [shown, deleted])
        for (const action of ["hide", "restore", "remove"])
          expect(
            await codeOf(post(mod, `/api/moderation/products/${productId}/${action}`, { note })),
          ).toEqual(own);
      const removal = `/api/moderation/deals/${dealId}/feedback`;
      expect(await codeOf(post(mod, removal, { role: "buyer", note }))).toEqual(own);
      expect((await hide(other, shown)).status).toBe(200);
    });

    it("by suspending a student who gave feedback about them, or whose feedback they reported", async () => {
      const [about, reported] = [
        await market.student("Buyer-one"),
        await market.student("Buyer-two"),
      ];
      await deal(about, mod);
      await report(mod, { dealId: await deal(reported, mod) });
      for (const person of [about, reported]) {
        expect(await codeOf(suspend(mod, person))).toEqual(own);
        expect(await codeOf(hide(mod, await listed(person)))).toEqual(own);
      }
      expect((await suspend(other, about)).status).toBe(200);
    });

    it("by hiding a listing that they sent a grievance about, or suspending its seller", async () => {
      const person = await market.student("Seller-three");
      const productId = await listed(person);
      expect((await complain(mod, productId)).status).toBe(201);
      expect(await codeOf(hide(mod, productId))).toEqual(own);
      expect(await codeOf(hide(mod, await listed(person)))).toEqual(own);
      expect(await codeOf(suspend(mod, person))).toEqual(own);
      expect((await hide(other, productId)).status).toBe(200);
    });

    it("R975 by suspending a student whom they reported in a case of another's report, or by ending that on appeal", async () => {
      const person = await market.student("Seller-six");
      const [first, second] = [await listed(person), await listed(person)];
      await report(mod, { userId: person.userId });
      await report(reporter, { productId: first });
      await report(reporter, { productId: second });
      const [one, two] = [await caseOf({ productId: first }), await caseOf({ productId: second })];
      expect(await codeOf(decide(mod, one, "suspend"))).toEqual(own);
      expect((await decide(mod, one, "hide")).status).toBe(200);
      expect((await decide(other, two, "suspend")).status).toBe(200);
      const limited = await signedInAgain(market, person);
      const { decisions } = (await limited.get("/api/decisions")).body;
      const decisionId = decisions.find(
        ({ action }: { action: string }) => action === "suspend",
      ).id;
      await post(limited, "/api/appeals", { decisionId, text: "It was a joke." });
      const appeal = (await cases(mod)).find((each) => each.appeal?.against.id === decisionId);
      expect(await codeOf(decide(mod, appeal?.id ?? "", "dismiss"))).toEqual(own);
      expect((await person.get("/api/saved")).body.code).toBe("account-suspended");
    });

    it("R975 by suspending the seller of a listing that they reported, in a case of another's report about another listing", async () => {
      const person = await market.student("Seller-seven");
      const [first, second] = [await listed(person), await listed(person)];
      await report(mod, { productId: first });
      await report(reporter, { productId: second });
      const caseId = await caseOf({ productId: second });
      expect(await codeOf(decide(mod, caseId, "suspend"))).toEqual(own);
      await withoutSession();
      await otherSignedIn(31);
      expect((await decide(mod, caseId, "suspend")).status).toBe(200);
      const { log } = (await mod.get("/api/moderation/log?limit=1")).body;
      expect(log[0]).toMatchObject({ action: "suspend", alone: true });
      other = await signedInAgain(market, other);
    });

    it("and is not one that another student reported", async () => {
      const person = await market.student("Seller-four");
      const productId = await listed(person);
      await report(reporter, { productId });
      await complain(reporter, productId);
      await deal(person, reporter);
      await deal(mod, person);
      expect((await hide(mod, productId)).status).toBe(200);
      expect((await suspend(mod, person)).status).toBe(200);
    });
  });

  it("R930 does not show who complained to the grievance officer", async () => {
    const productId = await listed(mod);
    const json = {
      name: "Asha Complains",
      email: "asha@elsewhere.example",
      subject: "A listing",
      details: "It is mine.",
      productUrl: `http://localhost:3000/item/${productId}`,
    };
    expect((await market.stranger.call("POST", "/api/grievances", { json })).status).toBe(201);
    const id = await caseOf({ productId });
    const { body, text } = await mod.get(`/api/moderation/cases/${id}`);
    expect(body.case).toMatchObject({ own: true });
    expect(text).not.toContain("Asha Complains");
    expect((await other.get(`/api/moderation/cases/${id}`)).text).toContain("Asha Complains");
  });

  it("R931 is theirs while no other moderator has signed in for 30 days, and the log says so", async () => {
    const productId = await listed(mod);
    await report(reporter, { productId });
    const id = await caseOf({ productId });
    await withoutSession();
    await otherSignedIn(29);
    expect(await codeOf(decide(mod, id, "dismiss"))).toEqual(own);
    await otherSignedIn(31);
    expect((await mod.get(`/api/moderation/cases/${id}`)).body.case).toMatchObject({
      own: true,
      alone: true,
      reports: [],
    });
    expect((await decide(mod, id, "dismiss")).status).toBe(200);
    const { log } = (await mod.get("/api/moderation/log?limit=1")).body;
    expect(log[0]).toMatchObject({ action: "dismiss", by: "Mod", alone: true });
    const hidden = await listed(mod);
    expect((await post(mod, `/api/moderation/products/${hidden}/hide`, { note })).status).toBe(200);
    other = await signedInAgain(market, other);
    expect(await codeOf(post(mod, `/api/moderation/products/${hidden}/restore`, { note }))).toEqual(
      own,
    );
  });
});

describe("a moderator", () => {
  it("R932 R1001 is suspended by the operator's command only, which a moderator reads in the case", async () => {
    await report(reporter, { userId: other.userId });
    const id = (await cases(mod)).find((one) => one.userId === other.userId)?.id ?? "";
    const concernedIn = async (caseId: string) =>
      (await mod.get(`/api/moderation/cases/${caseId}`)).body.case.concerned;
    expect(await concernedIn(id)).toMatchObject({ name: "Other", moderator: true });
    const productId = await listed(await market.student("Seller-eight"));
    await report(reporter, { productId });
    expect(await concernedIn(await caseOf({ productId }))).not.toHaveProperty("moderator");
    const moderator = [409, "moderator"];
    expect(await codeOf(decide(mod, id, "suspend", { days: 1 }))).toEqual(moderator);
    const path = `/api/moderation/users/${other.userId}/suspend`;
    expect(await codeOf(post(mod, path, { reason: note }))).toEqual(moderator);
    expect(
      await codeOf(post(mod, path.replace(other.userId, mod.userId), { reason: note })),
    ).toEqual(own);
    expect((await decide(mod, id, "warn")).status).toBe(200);
    await marketCommand(market, ..."suspend --email other@cgu.example --reason Insults".split(" "));
    expect((await other.get("/api/saved")).body.code).toBe("account-suspended");
    // A suspended moderator does not count as another one.
    const hiding = `/api/moderation/products/${await listed(mod)}/hide`;
    expect((await post(mod, hiding, { note })).status).toBe(200);
  });
});
