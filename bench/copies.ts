// How many copies of photos fingerprints find, how many different photos they confuse, and the cost of a look-up among
// a million: npm run bench -- copies [--photos 2000] [--stored 1000000]
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { copiedPhotoBits } from "@market/contract/limits";
import type { Database } from "@market/server/db/database";
import { selectCopy } from "@market/server/moderation/copies/copied-photos.sql";
import { fingerprintOf } from "@market/server/photos/fingerprint";
import sharp, { type Sharp } from "sharp";
import { openCatalogue } from "./support/catalogue.ts";
import { median, quantile } from "./support/statistics.ts";
import { conclude } from "./support/verdict.ts";

const { values } = parseArgs({
  options: {
    photos: { type: "string", default: "2000" },
    stored: { type: "string", default: "1000000" },
  },
});
const folder = new URL("../fixtures/pictures/", import.meta.url).pathname;
const sources = readdirSync(folder).filter((name) => name.endsWith("-800.webp"));
/** Each demo photo whole, and its nine parts as photos of their own. */
const parts = 3;
/** Photos stored per batch. */
const batch = 20_000;
const metrics: Record<string, string | number> = {};
const broken: string[] = [];

type Change = (photo: Sharp, width: number, height: number) => Sharp;
const changes: Record<string, Change> = {
  "JPEG quality 60": (photo) => photo.jpeg({ quality: 60 }),
  "80 % of the size, quality 60": (photo, width) =>
    photo.resize(Math.round(width * 0.8)).jpeg({ quality: 60 }),
  "as WhatsApp sends a photo": (photo, width) =>
    photo.resize(Math.min(width, 1600)).jpeg({ quality: 70 }),
  "as WhatsApp's small picture": (photo) => photo.resize(320).jpeg({ quality: 50 }),
  "cropped by 5 %": (photo, width, height) =>
    photo
      .extract({
        left: Math.round(width * 0.025),
        top: Math.round(height * 0.025),
        width: Math.round(width * 0.95),
        height: Math.round(height * 0.95),
      })
      .jpeg(),
  mirrored: (photo) => photo.flop().jpeg(),
};

await measureRecall(Number(values.photos));
await measureLookUps(Number(values.stored));
conclude({ name: "copies", options: values, metrics, broken });

async function measureRecall(most: number): Promise<void> {
  const found = new Map(Object.keys(changes).map((name) => [name, 0]));
  const prints: bigint[] = [];
  const times: number[] = [];
  let photos = 0;
  for (let part = 0; part <= parts * parts; part++)
    for (const source of sources) {
      if (photos === most) break;
      photos++;
      const photo = await cut(folder + source, part);
      const { width, height } = await sharp(photo).metadata();
      const stored = await sharp(photo).resize(320).raw().toBuffer({ resolveWithObject: true });
      const started = performance.now();
      const { channels, ...size } = stored.info;
      await fingerprintOf(sharp(stored.data, { raw: { channels, ...size } }));
      times.push(performance.now() - started);
      const print = await printOf(photo);
      if (print === undefined) continue;
      prints.push(print);
      for (const [name, change] of Object.entries(changes)) {
        const copy = await printOf(await change(sharp(photo), width, height).toBuffer());
        if (copy !== undefined && differ(print, copy) <= copiedPhotoBits)
          found.set(name, (found.get(name) ?? 0) + 1);
      }
    }
  metrics["photos"] = photos;
  metrics["too flat to tell"] = photos - prints.length;
  for (const [name, count] of found)
    metrics[`found: ${name}`] = `${((100 * count) / prints.length).toFixed(1)} %`;
  const confused = prints.flatMap((one, i) =>
    prints.slice(i + 1).filter((other) => differ(one, other) <= copiedPhotoBits),
  ).length;
  metrics["different photos, pairs"] = (prints.length * (prints.length - 1)) / 2;
  metrics["of them confused"] = confused;
  metrics["a fingerprint, ms (median, p99)"] =
    `${median(times).toFixed(2)}, ${quantile(times, 0.99).toFixed(2)}`;
  if (median(times) > 3) broken.push("a fingerprint takes more than 3 ms");
}

async function measureLookUps(stored: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "market-copies-"));
  const catalogue = await openCatalogue(10_000, 1, dataDir);
  try {
    const { db } = catalogue;
    for (let made = 0; made < stored; made += batch) await insertPrints(db, batch);
    // Each of these listings has one photo.
    const { rows } = await db.run(`
      with kept as (
        select distinct on (product_id) product_id, id from photos join photo_fingerprints on photo_id = id
        where product_id in (select id from products order by id limit 200)
      ), removed as (
        delete from photos using kept where photos.product_id = kept.product_id and photos.id <> kept.id
      )
      select product_id as id from kept`);
    await db.run("analyze photos, photo_fingerprints");
    const times: number[] = [];
    for (const { id } of rows as { id: string }[]) {
      const started = performance.now();
      await selectCopy(db, id);
      times.push(performance.now() - started);
    }
    metrics["stored fingerprints"] = stored;
    metrics["a look-up, ms (median, p99)"] =
      `${median(times).toFixed(2)}, ${quantile(times, 0.99).toFixed(2)}`;
    if (median(times) > 5) broken.push("a look-up takes more than 5 ms");
  } finally {
    await catalogue.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Photos of random pictures, spread over all listings. */
async function insertPrints(db: Database, count: number): Promise<void> {
  await db.run(
    `with made as (
      insert into photos (id, owner_id, product_id, image, files, bytes)
      select gen_random_uuid(), product.seller_id, product.id, '{}', '{}', 0
      from generate_series(1, $1::int) number
        join (select id, seller_id, row_number() over () as number from products) product
          on product.number = 1 + number.number % 10000
      returning id
    )
    insert into photo_fingerprints (photo_id, bits)
    select id, ('x' || substr(md5(random()::text), 1, 16))::bit(64)::bigint from made`,
    [count],
  );
}

/** @param part 0 for the whole photo */
async function cut(path: string, part: number): Promise<Buffer> {
  const { width, height } = await sharp(path).metadata();
  const photo = sharp(path);
  if (part === 0) return photo.jpeg({ quality: 90 }).toBuffer();
  const [wide, tall] = [Math.floor(width / parts), Math.floor(height / parts)];
  const [column, row] = [(part - 1) % parts, Math.floor((part - 1) / parts)];
  const area = { left: column * wide, top: row * tall, width: wide, height: tall };
  return photo.extract(area).resize(800).jpeg({ quality: 90 }).toBuffer();
}

/** The fingerprint of a photo, computed as for an upload: from its smallest file. */
async function printOf(photo: Buffer): Promise<bigint | undefined> {
  const print = await fingerprintOf(sharp(await sharp(photo).resize(320).png().toBuffer()));
  return print === undefined ? undefined : BigInt(`0x${print}`);
}

function differ(one: bigint, other: bigint): number {
  return (one ^ other).toString(2).replaceAll("0", "").length;
}
