// How long another student's photo takes while one student does what costs most: npm run proof -- photo-attack
// [--photos 20]. Two attacks, each on six connections without a break: listings of five PNGs of 7000 × 7100 pixels, 16 bits,
// interlaced, with none left in the day; and single photos that are just still taken.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { discardPhoto, uploadPhoto } from "../bench/support/calls.ts";
import { phonePictures } from "../bench/support/pictures.ts";
import { type Setup, startProduct } from "../bench/support/product.ts";
import { percentile } from "../bench/support/statistics.ts";
import { conclude } from "../bench/support/verdict.ts";
import { registerStudents } from "../bench/support/students.ts";

const { values } = parseArgs({
  options: {
    photos: { type: "string", default: "20" },
    port: { type: "string", default: "3780" },
    seed: { type: "string", default: "1" },
  },
});
/** Milliseconds in which the other student's photo is answered, 95 of 100. */
const promised = 5_000;
const connections = 6;
const folder = mkdtempSync(join(tmpdir(), "market-photo-attack-"));
const setup: Setup = {
  port: Number(values.port),
  dataDir: join(folder, "data"),
  environment: { LIMITS_NEW_LISTINGS_PER_DAY: "1" },
};
mkdirSync(setup.dataDir);
const metrics: Record<string, string | number> = {};
const broken: string[] = [];
const [photo] = await phonePictures(folder, 1, Number(values.seed));
const bomb = await deepInterlaced(7000, 7100);
const heaviest = await deepInterlaced(3535, 3535);
const product = await startProduct(setup);
try {
  const [attacker = "", student = ""] = await registerStudents(setup, product.origin, 2);
  await list(attacker, [await sharp(bomb).resize(640).png().toBuffer()]);
  metrics["the photo, MB"] = ((photo?.bytes.length ?? 0) / 1e6).toFixed(1);
  await measure("in quiet", student, () => Promise.resolve("none"));
  await measure("beside the listings", student, () => list(attacker, Array(5).fill(bomb)));
  await measure("beside the photos", student, () => uploadAndDiscard(attacker, heaviest));
} finally {
  await product.end("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
}
conclude({ name: "photo-attack", options: { ...values }, metrics, broken });

/** The other student's photos one after another while the attack goes on. */
async function measure(name: string, student: string, attack: () => Promise<string>) {
  let isOver = false;
  const answers: Record<string, number> = {};
  const attacks = Array.from({ length: connections }, async () => {
    while (!isOver) {
      const answer = await attack();
      if (answer === "none") return;
      answers[answer] = (answers[answer] ?? 0) + 1;
    }
  });
  const times: number[] = [];
  for (let n = 0; n < Number(values.photos); n++) {
    const began = performance.now();
    try {
      const { id } = await uploadPhoto(product.origin, student, photo?.bytes ?? new Uint8Array());
      times.push(performance.now() - began);
      await discardPhoto(product.origin, student, id);
    } catch (error) {
      times.push(Number.POSITIVE_INFINITY);
      broken.push(`${name}: ${String(error)}`);
    }
  }
  isOver = true;
  await Promise.all(attacks);
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  metrics[`${name}: p50 / p95 / most, ms`] = `${p50} / ${p95} / ${Math.round(Math.max(...times))}`;
  if (Object.keys(answers).length > 0)
    metrics[`${name}: the attacker was answered`] = JSON.stringify(answers);
  if (p95 > promised) broken.push(`${name}: p95 is ${p95} ms`);
}

async function list(token: string, pictures: Buffer[]): Promise<string> {
  const form = new FormData();
  const fields = {
    name: "Bicycle",
    price: "1200",
    description: "Rides well",
    address: "Hostel 4",
    locationType: "On-Campus",
    category: "Mobility & Transport",
    condition: "Used - Good",
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const bytes of pictures) form.append("images", new Blob([new Uint8Array(bytes)]), "a.png");
  return send("/api/products/create", token, form);
}

async function uploadAndDiscard(token: string, picture: Buffer): Promise<string> {
  const form = new FormData();
  form.append("image", new Blob([new Uint8Array(picture)]), "a.png");
  return send("/api/photos", token, form, async ({ photo }) =>
    discardPhoto(product.origin, token, photo.id),
  );
}

async function send(
  path: string,
  token: string,
  body: FormData,
  onTaken: (answer: { photo: { id: string } }) => Promise<void> = async () => {},
): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  try {
    const answer = await fetch(`${product.origin}${path}`, { method: "POST", headers, body });
    const read = (await answer.json()) as { code?: string; photo: { id: string } };
    if (answer.ok) await onTaken(read);
    return `${answer.status} ${read.code ?? ""}`.trim();
  } catch {
    return "cut off";
  }
}

function deepInterlaced(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#a84" } })
    .toColourspace("rgb16")
    .png({ progressive: true, compressionLevel: 9 })
    .toBuffer();
}
