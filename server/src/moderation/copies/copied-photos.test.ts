import { picturePaths } from "@market/fixtures/pictures";
import sharp, { type Sharp } from "sharp";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cycle } from "../../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../../test/market.ts";
import { eraseDeletedAccounts } from "../../rights/erase-accounts.ts";
import { copiedPhotoJob, comparePhotos } from "./copied-photos.ts";

let market: TestMarket;
let mod: TestStudent;
/** Another moderator. */
let firstPoster: TestStudent;

beforeAll(async () => {
  market = await openTestMarket({ MODERATOR_EMAILS: "mod@cgu.example,first@cgu.example" });
  mod = await market.student("Mod");
  firstPoster = await market.student("First");
});
afterAll(() => market.close());

let pictures = 0;
/** Another photo each time: a quarter of a demo photo. */
async function newPicture(): Promise<Buffer> {
  const keys = ["microscope", "calculator", "controller", "wall-painting"];
  const path = picturePaths(keys[pictures % keys.length] ?? "")[0] ?? "";
  const { width, height } = await sharp(path).metadata();
  const [half, tall] = [Math.floor(width / 2), Math.floor(height / 2)];
  const quarter = Math.floor(pictures++ / keys.length);
  return sharp(path)
    .extract({
      left: (quarter % 2) * half,
      top: Math.floor(quarter / 2) * tall,
      width: half,
      height: tall,
    })
    .resize({ width: 800 })
    .jpeg({ quality: 90 })
    .toBuffer();
}
const smaller = (picture: Sharp) => picture.resize({ width: 640 }).jpeg({ quality: 60 });
const copyOf = (picture: Buffer) => smaller(sharp(picture)).toBuffer();

async function post(who: TestStudent, picture: Buffer): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries(cycle)) form.append(name, value);
  form.append("images", new Blob([new Uint8Array(picture)]), "photo.jpg");
  const { body } = await who.call("POST", "/api/products/create", { form });
  return body.product._id;
}
/** Like `post`, followed by the queue's comparison. */
async function postAndCompare(who: TestStudent, picture: Buffer): Promise<string> {
  const id = await post(who, picture);
  await comparePhotos(market.parts.db, id);
  return id;
}

type Case = { id: string; productId?: string; reports: { reason: string }[]; pair?: object };
const cases = async (): Promise<Case[]> =>
  (await mod.get("/api/moderation/cases?limit=60&reason=copied-photos")).body.cases;
const caseOf = async (productId: string) =>
  (await cases()).find((one) => one.productId === productId);
let students = 0;
const newStudent = () => market.student(`Student-${++students}`);
/** The second one's number is the latest. */
const two = () => Promise.all([newStudent(), newStudent()]);

describe("a photo that another account posts again", () => {
  it("R1180 smaller and compressed, shows the moderators the pair with both dates by the queue, and hides nothing", async () => {
    const [one, other] = await two();
    const picture = await newPicture();
    const first = await post(one, picture);
    const again = await post(other, await copyOf(picture));
    const { jobs } = market.parts;
    await jobs.start([copiedPhotoJob(market.parts)]);
    await expect.poll(() => caseOf(again)).toBeDefined();
    await jobs.stop();
    const found = await caseOf(again);
    const dates = await market.parts.db.query<{ at: Date }>(sql`
      select created_at as at from photos where product_id in (${first}, ${again}) order by created_at`);
    expect(found?.reports).toEqual([
      { reason: "copied-photos", details: "", createdAt: expect.any(String) },
    ]);
    expect(found?.pair).toEqual({
      productId: again,
      createdAt: dates[0]?.at.toISOString(),
      copiedFrom: first,
      copiedAt: dates[1]?.at.toISOString(),
    });
    expect(await caseOf(first)).toBeUndefined();
    for (const id of [first, again])
      expect((await other.get(`/api/products/${id}`)).body.product._id).toBe(id);
    const single = await mod.get(`/api/moderation/cases/${found?.id}`);
    expect(single.body.case.pair).toEqual(found?.pair);
    expect(single.body.case.concerned._id).toBe(other.userId);
    const due = Date.parse(single.body.case.dueAt) - Date.now();
    expect(due / 86_400_000).toBeCloseTo(7, 1);
    for (const path of ["/api/products/all", "/api/notices", "/api/users/me/reports"])
      expect((await other.get(path)).text).not.toContain("copied");
  });

  it("R1181 opens one case for two accounts, whoever of them posts what", async () => {
    const [one, other] = await two();
    const [picture, next] = [await newPicture(), await newPicture()];
    await postAndCompare(one, picture);
    const again = await postAndCompare(other, picture);
    expect(await caseOf(again)).toBeDefined();
    const before = (await cases()).length;
    await postAndCompare(other, next);
    await postAndCompare(one, await copyOf(next));
    await postAndCompare(other, await copyOf(picture));
    await comparePhotos(market.parts.db, again);
    expect((await cases()).length).toBe(before);
  });

  it("R1181 opens one case when two listings are compared at once", async () => {
    const [one, other] = await two();
    const [picture, next] = [await newPicture(), await newPicture()];
    for (const each of [picture, next]) await post(one, each);
    const again = [await post(other, picture), await post(other, next)];
    const before = (await cases()).length;
    await Promise.all(again.map((id) => comparePhotos(market.parts.db, id)));
    expect((await cases()).length).toBe(before + 1);
  });

  it("R1181 opens none for a third account, an own photo, or one that is too flat to tell", async () => {
    const [one, other] = await two();
    const third = await newStudent();
    const picture = await newPicture();
    await postAndCompare(one, picture);
    await postAndCompare(other, picture);
    const before = (await cases()).length;
    await postAndCompare(third, await copyOf(picture));
    const own = await newPicture();
    await postAndCompare(one, own);
    await postAndCompare(one, own);
    const flat = await sharp({
      create: { width: 80, height: 100, channels: 3, background: "#456" },
    })
      .jpeg()
      .toBuffer();
    await postAndCompare(third, flat);
    await postAndCompare(await newStudent(), flat);
    expect((await cases()).length).toBe(before);
  });

  it("R1181 opens none between two who have dealt with each other", async () => {
    const [one, other] = await two();
    const picture = await newPicture();
    const first = await postAndCompare(one, picture);
    await other.get(`/api/products/${first}`);
    await other.call("PUT", `/api/outcomes/${first}`, { json: { replied: true, bought: true } });
    const { deals } = (await one.get("/api/deals")).body;
    await one.call("PUT", `/api/deals/${deals[0].id}`, { json: { confirmed: true } });
    const again = await postAndCompare(other, await copyOf(picture));
    expect(await caseOf(again)).toBeUndefined();
  });

  it("R1181 opens none between two of whom one has taken over a listing of the other", async () => {
    const [one, other] = await two();
    const [picture, next] = [await newPicture(), await newPicture()];
    const given = await postAndCompare(one, picture);
    await postAndCompare(one, next);
    const email = `student-${students}@cgu.example`;
    await one.call("POST", `/api/products/${given}/handover`, { json: { email } });
    const { received } = (await other.get("/api/handovers")).body;
    await other.call("POST", `/api/handovers/${received[0].id}`, {
      json: { accept: true, address: "Hostel 4" },
    });
    const again = await postAndCompare(other, await copyOf(next));
    expect(await caseOf(again)).toBeUndefined();
  });

  it("R1180 is found although the student who posted it first is suspended", async () => {
    const [one, other] = await two();
    const picture = await newPicture();
    await postAndCompare(one, picture);
    await mod.call("POST", `/api/moderation/users/${one.userId}/suspend`, {
      json: { reason: "Sells what is not there" },
    });
    const again = await postAndCompare(other, await copyOf(picture));
    expect((await caseOf(again))?.pair).toBeDefined();
  });

  it("R1182 leaves nothing of an erased student in the case", async () => {
    const [one, other] = await two();
    const picture = await newPicture();
    const first = await postAndCompare(one, picture);
    const again = await postAndCompare(other, await copyOf(picture));
    await market.parts.db.query(sql`
      update users set deleted_at = now() - interval '1 year' where id = ${one.userId}`);
    await eraseDeletedAccounts(market.parts);
    const found = await caseOf(again);
    expect(found?.reports).toHaveLength(1);
    expect(found).not.toHaveProperty("pair");
    expect(JSON.stringify(found)).not.toContain(first);
  });

  it("R1182 is no reason that a student can give", async () => {
    const [one, other] = await two();
    const productId = await post(one, await newPicture());
    const report = { productId, reason: "copied-photos" };
    const refused = await other.call("POST", "/api/reports", { json: report });
    expect(refused.status).toBe(422);
  });

  it("R1182 that a moderator had posted is another moderator's case", async () => {
    const picture = await newPicture();
    await postAndCompare(firstPoster, picture);
    const again = await postAndCompare(await newStudent(), await copyOf(picture));
    const found = await caseOf(again);
    expect(found?.pair).toBeDefined();
    const own = await firstPoster.get(`/api/moderation/cases/${found?.id}`);
    expect(own.body.case).toMatchObject({ own: true, reports: [] });
    expect(own.body.case).not.toHaveProperty("pair");
  });

  it("R1240 is found after the first student has deleted and restored the listing, and not in between", async () => {
    const [one, other] = await two();
    const picture = await newPicture();
    const first = await post(one, picture);
    const bits = () =>
      market.parts.db.query(sql`
        select mark.bits from photos photo join photo_fingerprints mark on mark.photo_id = photo.id
        where photo.product_id = ${first}`);
    const comparisons = async () =>
      (
        await market.parts.db.query(sql`
          select from jobs.job where name = 'photo-comparison' and data ->> 'productId' = ${first}`)
      ).length;
    const [before, queued] = [await bits(), await comparisons()];
    expect(before).toHaveLength(1);
    for (let nth = 1; nth <= 2; nth += 1) {
      await one.call("DELETE", `/api/products/${first}`);
      expect(await bits()).toEqual([]);
      expect((await one.call("POST", `/api/products/${first}/restore`)).status).toBe(200);
      expect(await bits()).toEqual(before);
      expect(await comparisons()).toBe(queued + nth);
    }
    const again = await postAndCompare(other, await copyOf(picture));
    expect((await caseOf(again))?.pair).toMatchObject({ copiedFrom: first });
  });

  it("R1182 leaves no fingerprint when the photo is gone", async () => {
    const [one, other] = await two();
    const picture = await newPicture();
    const first = await post(one, picture);
    await one.call("DELETE", `/api/products/${first}`);
    const again = await postAndCompare(other, picture);
    expect(await caseOf(again)).toBeUndefined();
  });
});
