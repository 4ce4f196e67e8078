import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { newId } from "../db/ids.ts";

let market: TestMarket;
let mod: TestStudent;
/** A moderator who has not registered. */
let other: TestStudent;
let seller: TestStudent;
let reporter: TestStudent;

beforeAll(async () => {
  market = await openTestMarket({
    MODERATOR_EMAILS: "mod@cgu.example,other@cgu.example",
    LIMITS_REPORTS_PER_DAY: "1000",
  });
  mod = await market.student("Mod");
  other = await market.student("Other", { registered: false });
  seller = await market.student("Seller");
  reporter = await market.student("Reporter");
});
afterAll(() => market.close());

const note = "Against rule four.";
const post = (who: TestStudent, path: string, json: object, headers = {}) =>
  who.call("POST", path, { json, headers });
type Listed = { id: string; productId?: string; userId?: string; appeal?: object };
const cases = async (query = ""): Promise<Listed[]> =>
  (await mod.get(`/api/moderation/cases?limit=60${query}`)).body.cases;
const shown = async (who: TestStudent, id: string) =>
  (await who.get(`/api/moderation/cases/${id}`)).body.case;
const listed = async (who: TestStudent): Promise<string> => (await list(who)).body.product._id;
async function reported(
  reason = "scam",
  productId?: string,
): Promise<{ id: string; productId: string }> {
  const named = productId ?? (await listed(seller));
  await post(reporter, "/api/reports", { productId: named, reason });
  const found = (await cases()).find((one) => one.productId === named);
  return { id: found?.id ?? "", productId: named };
}

describe("the list of cases", () => {
  it("R933 is filtered by reason, type and student, and refuses what is none", async () => {
    const { id, productId } = await reported("prohibited");
    const duplicate = await reported("duplicate");
    const person = await market.student("Rude");
    await post(reporter, "/api/reports", { userId: person.userId, reason: "offensive" });
    const ids = async (query: string) => (await cases(query)).map((one) => one.id);
    expect(await ids("&reason=prohibited")).toEqual([id]);
    expect(await ids("&reason=prohibited&type=student")).toEqual([]);
    expect(await ids("&type=listing")).toEqual(expect.arrayContaining([id, duplicate.id]));
    expect((await cases("&type=student")).map((one) => one.userId)).toEqual([person.userId]);
    expect(await ids(`&userId=${seller.userId}`)).toEqual(
      expect.arrayContaining([id, duplicate.id]),
    );
    expect((await cases(`&userId=${person.userId}`)).length).toBe(1);
    await post(mod, `/api/moderation/products/${productId}/hide`, { note });
    const [decision] = (await seller.get("/api/decisions")).body.decisions;
    await post(seller, "/api/appeals", { decisionId: decision.id, text: "It is mine." });
    for (const one of await cases("&type=appeal")) expect(one).toHaveProperty("appeal");
    expect((await cases("&type=appeal")).length).toBe(1);
    for (const query of ["&reason=because", "&type=thing", "&userId=seller"])
      expect((await mod.get(`/api/moderation/cases?limit=60${query}`)).status).toBe(400);
  });

  it("R933 leads from a case to the student's other cases", async () => {
    const first = await reported();
    const second = await reported();
    const { concerned } = await shown(mod, second.id);
    const found = concerned.cases.find((one: { id: string }) => one.id === first.id);
    expect(found).toEqual({
      id: first.id,
      name: "Hero Sprint cycle",
      state: "open",
      createdAt: expect.any(String),
    });
    expect(concerned.cases.map((one: { id: string }) => one.id)).not.toContain(second.id);
  });
});

describe("a note for moderators", () => {
  it("R934 is read by moderators and by no student, and goes with the name of an erased one", async () => {
    const { id } = await reported();
    const path = `/api/moderation/cases/${id}/notes`;
    const added = await post(other, path, { text: "Seller says: on Monday" });
    expect([added.status, added.body.case.notes]).toEqual([
      201,
      [{ text: "Seller says: on Monday", by: "Other", createdAt: expect.any(String) }],
    ]);
    expect((await shown(mod, id)).notes).toEqual(added.body.case.notes);
    expect((await post(seller, path, { text: "x" })).body.code).toBe("not-found");
    expect((await post(mod, path, { text: " " })).status).toBe(422);
    expect((await post(mod, path, { text: "x", to: "Seller" })).status).toBe(422);
    const absent = await post(mod, path.replace(id, newId()), { text: "x" });
    expect([absent.status, absent.body.code]).toEqual([404, "case-not-found"]);
    await post(mod, `/api/moderation/cases/${id}/decision`, { action: "warn", note });
    for (const read of ["/api/decisions", "/api/notices", "/api/users/me/export"])
      expect((await seller.get(read)).text).not.toContain("Seller says");
  });

  it("R934 about a moderator is not for that moderator", async () => {
    const { id } = await reported("scam", await listed(mod));
    const path = `/api/moderation/cases/${id}/notes`;
    expect((await post(other, path, { text: "Careful" })).status).toBe(201);
    expect(await shown(mod, id)).not.toHaveProperty("notes");
    expect((await post(mod, path, { text: "x" })).body.code).toBe("own-case");
  });
});

describe("a claim", () => {
  it("R935 shows for a day who works on a case, and is the moderator's own to end", async () => {
    const { id } = await reported();
    const path = `/api/moderation/cases/${id}/claim`;
    const claimed = await post(mod, path, {});
    expect([claimed.status, claimed.body.case.claim]).toEqual([
      200,
      { by: "Mod", mine: true, claimedAt: expect.any(String) },
    ]);
    expect((await shown(other, id)).claim).toMatchObject({ by: "Mod", mine: false });
    const second = await post(other, path, {});
    expect([second.status, second.body.code]).toEqual([409, "case-claimed"]);
    expect((await other.call("DELETE", path, {})).body.case.claim.by).toBe("Mod");
    expect((await mod.call("DELETE", path, {})).body.case).not.toHaveProperty("claim");
    expect((await post(other, path, {})).body.case.claim.by).toBe("Other");
    await market.parts.db.query(sql`
      update cases set claimed_at = now() - interval '25 hours' where id = ${id}`);
    expect(await shown(mod, id)).not.toHaveProperty("claim");
    expect((await post(mod, path, {})).body.case.claim.by).toBe("Mod");
    const decided = await post(other, `/api/moderation/cases/${id}/decision`, {
      action: "warn",
      note,
    });
    expect(decided.status).toBe(200);
    expect((await post(mod, path, {})).body.code).toBe("already-decided");
    expect((await seller.call("DELETE", path, {})).body.code).toBe("not-found");
  });
});

describe("an Idempotency-Key", () => {
  it("R936 holds for a moderator who is not registered", async () => {
    const { id } = await reported();
    const headers = { "idempotency-key": `note-${id}` };
    const add = (text: string) =>
      post(other, `/api/moderation/cases/${id}/notes`, { text }, headers);
    const answers = await Promise.all([add("Once"), add("Once")]);
    const again = await add("Once");
    expect(again.body.case.notes.length).toBe(1);
    expect(answers.map(({ text }) => text)).toContain(again.text);
    expect((await shown(mod, id)).notes.length).toBe(1);
    expect((await add("Twice")).body.code).toBe("key-reused");
  });
});

describe("a case today", () => {
  it("R937 says that reports have hidden the listing, that it is sold, where it is, and has photos in full size", async () => {
    const { id, productId } = await reported();
    for (const name of ["A", "B", "C"]) {
      const student = await market.student(`Hides-${name}`);
      await market.parts.db.query(sql`
        update users set created_at = now() - interval '2 days' where id = ${student.userId}`);
      await post(student, "/api/reports", { productId, reason: "scam" });
    }
    await market.parts.db.query(sql`update products set sold_at = now() where id = ${productId}`);
    const [row] = (await cases()).filter((one) => one.id === id);
    expect(row).toMatchObject({ hiddenByReports: true });
    const one = await shown(mod, id);
    expect(one).toMatchObject({
      hiddenByReports: true,
      listing: {
        state: "hidden",
        sold: true,
        category: "Mobility & Transport",
        condition: "Used - Good",
        locationType: "On-Campus",
        address: "Gate 2, near the cycle stand",
      },
    });
    const photo = `/api/moderation/cases/${id}/photos/${one.snapshot.images[0].id}`;
    for (const size of ["", "?size=preview", "?size=full"])
      expect((await mod.get(photo + size)).status).toBe(200);
    expect((await mod.get(`${photo}?size=huge`)).status).toBe(400);
    await post(mod, `/api/moderation/products/${productId}/restore`, { note });
    expect(await shown(mod, id)).not.toHaveProperty("hiddenByReports");
  });
});
