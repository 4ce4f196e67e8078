import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cycle, formOf, list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { lifetimeJobs } from "../products/lifetime/lifetime.ts";
import { photoJobs } from "./photo-jobs.ts";

let market: TestMarket;
let asha: TestStudent;
let rohan: TestStudent;

beforeAll(async () => {
  market = await openTestMarket();
  await market.parts.jobs.start(photoJobs(market.parts));
  asha = await market.student("Asha");
  rohan = await market.student("Rohan");
});
afterAll(() => market.close());

type Image = { url: string; sources: { url: string }[] };
const addresses = (images: Image[]) =>
  images.flatMap(({ url, sources }) => [url, ...sources.map((source) => source.url)]);
const statuses = async (images: Image[]) =>
  Promise.all(addresses(images).map(async (url) => (await market.stranger.get(url)).status));
const filesOf = async () =>
  (await Array.fromAsync(market.parts.storage.list())).map(({ key }) => key);
const nameOf = (image: Image) => /^\/photos\/([0-9a-f]{32})/.exec(image.url)?.[1] ?? "";

/** Runs the job that erases listings that can no longer be restored. */
async function removeDeleted(productId: string): Promise<void> {
  await market.parts.db.query(sql`
    update deleted_listings set deleted_at = now() - interval '8 days' where product_id = ${productId}`);
  const job = lifetimeJobs(market.parts).find(({ name }) => name === "remove-deleted-listings");
  await job?.work({} as never);
}

describe("the files of photos", () => {
  it("D09 have unguessable names, also for the same picture twice", async () => {
    const listings = [await list(asha), await list(asha), await list(rohan)];
    const names = listings.map(({ body }) => nameOf(body.product.images[0]));
    expect(new Set(names).size).toBe(3);
    for (const [n, { body }] of listings.entries())
      for (const id of [body.product._id, body.product.images[0].id, body.product.seller._id])
        expect(names[n]).not.toContain(id.replaceAll("-", "").slice(0, 12));
  });

  it("D09 go when an edit leaves a photo out, and all when the listing can no longer be brought back, and no others", async () => {
    const other = (await list(rohan)).body.product.images;
    const { product } = (await list(asha, {}, ["#110000", "#220000"])).body;
    const [retained, dropped] = product.images;
    expect(new Set(await statuses(product.images))).toEqual(new Set([200]));

    const path = `/api/products/${product._id}`;
    const form = await formOf({ ...cycle, existingImages: JSON.stringify([retained.url]) }, []);
    expect((await asha.call("PUT", path, { form })).status).toBe(200);
    const isLeft = async (image: Image) =>
      (await filesOf()).some((key) => key.startsWith(nameOf(image)));
    await expect.poll(() => isLeft(dropped)).toBe(false);
    for (const status of await statuses([dropped])) expect([404, 410]).toContain(status);
    expect(new Set(await statuses([retained]))).toEqual(new Set([200]));

    expect((await asha.call("DELETE", path)).status).toBe(200);
    expect(await isLeft(retained)).toBe(true);
    await removeDeleted(product._id);
    await expect.poll(() => isLeft(retained)).toBe(false);
    for (const status of await statuses([retained])) expect([404, 410]).toContain(status);
    expect(new Set(await statuses(other))).toEqual(new Set([200]));
  });

  it("D09 go with their listing also when one is added while it is deleted", async () => {
    const { product } = (await list(asha)).body;
    const added = `${nameOf(product.images[0])}-1.avif`;
    await market.parts.storage.put(added, Buffer.from("a picture"));
    let deletion: Promise<{ status: number }> | undefined;
    await market.owner.transaction(async (transaction) => {
      await transaction.query(sql`
        update photos set files = files || array[${added}] where product_id = ${product._id}`);
      deletion = asha.call("DELETE", `/api/products/${product._id}`);
      await expect
        .poll(() =>
          market.owner.query(sql`
            select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
        )
        .toHaveLength(1);
    });
    expect((await deletion)?.status).toBe(200);
    await removeDeleted(product._id);
    await expect.poll(filesOf).not.toContain(added);
  });
});
