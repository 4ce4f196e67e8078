import sharp from "sharp";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestMarket, type TestMarket } from "../../test/market.ts";
import { addAvif, expireUnusedPhotos, sweepOrphans } from "./photo-jobs.ts";
import { arrangePhotos, findExistingPhotos } from "./photos.ts";
import { selectProductPhotos } from "./photos.sql.ts";
import { phoneJpeg } from "../../test/pictures/pictures.ts";

type Student = Awaited<ReturnType<TestMarket["student"]>>;

let market: TestMarket;
let asha: Student;
let ravi: Student;
let jpeg: Buffer;
beforeAll(async () => {
  market = await openTestMarket();
  asha = await market.student("Asha");
  ravi = await market.student("Ravi");
  jpeg = await phoneJpeg(1600, 1200, 6);
});
afterAll(() => market.close());

function upload(student: Student) {
  const form = new FormData();
  form.append("image", new Blob([new Uint8Array(jpeg)]), "cycle.jpg");
  return student.call("POST", "/api/photos", { form });
}

const filesOf = async () =>
  (await Array.fromAsync(market.parts.storage.list())).map(({ key }) => key).toSorted();
const rowsOf = (student: Student) =>
  market.parts.db.query<{ id: string; files: string[] }>(
    sql`select id, files from photos where owner_id = ${student.userId}`,
  );

describe("photos of a product", () => {
  const productOf = async (student: Student) => {
    const id = crypto.randomUUID();
    await market.parts.db.query(sql`
      insert into products (id, seller_id, name, price_paise, description, category, condition, location_type, address)
      values (${id}, ${student.userId}, 'Cycle', 100, 'x', 'Mobility & Transport', 'New', 'nearby', 'x')`);
    return id;
  };
  const arrange = (student: Student, productId: string, ids: string[]) =>
    market.parts.db.transaction((transaction) =>
      arrangePhotos(market.parts, transaction, student.userId, productId, ids),
    );
  const photo = async (student: Student) =>
    (await upload(student)).body.photo as { id: string; url: string };

  it("stand in the given order, change places, and go when they are left out", async () => {
    const product = await productOf(asha);
    const [a, b, c] = [await photo(asha), await photo(asha), await photo(asha)];
    await arrange(asha, product, [b.id, a.id]);
    const present = await selectProductPhotos(market.parts.db, product);
    expect(findExistingPhotos(present, [a.url, b.url])).toEqual([a.id, b.id]);
    await arrange(asha, product, [c.id, b.id]);
    const rows = await market.parts.db.query<{ id: string }>(
      sql`select id from photos where product_id = ${product} order by position`,
    );
    expect(rows.map(({ id }) => id)).toEqual([c.id, b.id]);
    expect((await rowsOf(asha)).map(({ id }) => id)).not.toContain(a.id);
    expect(await asha.call("DELETE", `/api/photos/${b.id}`)).toMatchObject({ status: 404 });
  });

  it("J03 J04 are never another student's, another product's, or from elsewhere", async () => {
    const [product, other] = [await productOf(asha), await productOf(asha)];
    const [own, foreign] = [await photo(asha), await photo(ravi)];
    await arrange(asha, other, [own.id]);
    for (const id of [own.id, foreign.id, crypto.randomUUID()]) {
      await expect(arrange(asha, product, [id])).rejects.toMatchObject({ code: "foreign-image" });
    }
    for (const url of [own.url, "https://evil.example/x.jpg", "javascript:alert(1)", ""]) {
      expect(() => findExistingPhotos([], [url])).toThrow(
        "One of these photos does not belong here.",
      );
    }
  });
});

describe("work after the answer", () => {
  it("adds AVIF files of 320 and 640 once, and lists them first", async () => {
    const { id } = (await upload(asha)).body.photo;
    await addAvif(market.parts, id);
    await addAvif(market.parts, id);
    const [row] = await market.parts.db.query<{
      image: { sources: { type: string; width: number; url: string }[] };
      files: string[];
    }>(sql`select image, files from photos where id = ${id}`);
    expect(row?.image.sources.map(({ type, width }) => `${type} ${width}`)).toEqual([
      "image/avif 320",
      "image/avif 640",
      "image/webp 320",
      "image/webp 640",
      "image/webp 1280",
    ]);
    expect(row?.files).toHaveLength(5);
    const response = await market.app.inject({ url: row?.image.sources[1]?.url ?? "" });
    expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "image/avif"]);
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({
      compression: "av1",
      width: 640,
      height: 480,
    });
  });

  it("makes no AVIF files of a photo that is gone", async () => {
    const files = await filesOf();
    await addAvif(market.parts, crypto.randomUUID());
    expect(await filesOf()).toEqual(files);
  });

  it("forgets photos that no product used for 24 hours, not younger ones", async () => {
    const [old, young] = [(await upload(ravi)).body.photo.id, (await upload(ravi)).body.photo.id];
    await market.parts.db.query(
      sql`update photos set created_at = now() - interval '24 hours 1 minute' where id = ${old}`,
    );
    await expireUnusedPhotos(market.parts);
    const left = (await rowsOf(ravi)).map(({ id }) => id);
    expect([left.includes(old), left.includes(young)]).toEqual([false, true]);
  });

  it("sweeps files without a photo after a day, and no others", async () => {
    const used = (await upload(ravi)).body.photo.id;
    const lost = (await upload(ravi)).body.photo.id;
    const keysOf = async (id: string) =>
      (await rowsOf(ravi)).find((row) => row.id === id)?.files ?? [];
    const [usedFiles, lostFiles] = [await keysOf(used), await keysOf(lost)];
    await market.parts.db.query(sql`delete from photos where id = ${lost}`);
    await sweepOrphans(market.parts);
    expect(await filesOf()).toEqual(expect.arrayContaining([...usedFiles, ...lostFiles]));
    expect(await sweepOrphans(market.parts, Date.now() + 25 * 3_600_000)).toBeGreaterThanOrEqual(3);
    const left = await filesOf();
    expect(left).toEqual(expect.arrayContaining(usedFiles));
    expect(left.filter((key) => lostFiles.includes(key))).toEqual([]);
  });

  it("sweeps nothing when the database knows hardly any of the files: it is the wrong one", async () => {
    const strangers = Array.from({ length: 120 }, (_, i) => `zzz${i}.webp`);
    for (const key of strangers) await market.parts.storage.put(key, Buffer.from("x"));
    expect(await sweepOrphans(market.parts, Date.now() + 48 * 3_600_000)).toBe(0);
    expect(await filesOf()).toEqual(expect.arrayContaining(strangers));
    await market.parts.storage.remove(strangers);
  });
});
