/**
 * The program of an image process. It alone opens what strangers uploaded: it holds no secret, no connection and no
 * file of the web process, gives up root, and whatever a picture does to it, the web process only sees it die.
 */
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { cardSize, maxPhotoPixels, photoWidths } from "@market/contract/limits";
import sharp, { type Metadata, type Sharp } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { drawCard } from "./card-picture.ts";
import type { ImageAnswer, ImageJob, ImageRefusal, PhotoLook } from "./image-job.ts";
import { kindBytes, kindOf } from "./picture-kind.ts";

/** Height in pixels past which a tall picture is narrowed, so that no stored file is enormous. */
const maxHeight = 2560;
/** How many times longer than wide, or wider than long, a photo may be. */
const maxRatio = 20;
/** AVIF pays for cards; at the gallery's width it costs seconds for a few kilobytes. */
const maxAvifWidth = 640;
/** Milliseconds between two looks at what a job takes. */
const checkInterval = 25;
/** The account that root gives way to. Nothing else runs as it, above all no database. */
const unprivileged = 65_533;

type MadeFile = { width: number; content: Buffer };
type Pixels = { data: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 };

class Refusal extends Error {
  readonly code: ImageRefusal;
  constructor(code: ImageRefusal) {
    super(code);
    this.code = code;
  }
}

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadHeifBuffer",
  ],
});

// The web process decides when this one ends: by a kill, or by ending itself.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
// Should the machine run out of memory, this process goes first, not the web server or the database.
await writeFile("/proc/self/oom_score_adj", "1000").catch(() => {});
try {
  dropRoot();
  process.on("message", (job: ImageJob) => void work(job));
  answer({ kind: "ready" });
} catch (error) {
  answer({ kind: "failed", reason: String(error) });
}

function dropRoot(): void {
  if (process.getuid?.() !== 0) return;
  process.setgroups?.([]);
  process.setgid?.(unprivileged);
  process.setuid?.(unprivileged);
}

async function work(job: ImageJob): Promise<void> {
  const before = process.cpuUsage();
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (process.memoryUsage.rss() > job.maxMemory || (user + system) / 1000 > job.maxCpu)
      answer({ kind: "refused", code: "too-many-pixels", spent: true });
  }, checkInterval);
  try {
    const input = await readInput(job.bytes);
    const { files, look } = await make(job, input);
    for (const { content } of files)
      await new Promise((written) => process.stdout.write(content, written));
    const sizes = files.map(({ width, content }) => ({ width, bytes: content.length }));
    answer({ kind: "made", files: sizes, ...(look && { look }) });
  } catch (error) {
    if (error instanceof Refusal) answer({ kind: "refused", code: error.code, spent: false });
    else answer({ kind: "failed", reason: String(error) });
  } finally {
    clearInterval(watch);
  }
}

function answer(message: ImageAnswer): void {
  process.send?.(message);
}

async function readInput(bytes: number): Promise<Buffer> {
  const input = Buffer.allocUnsafe(bytes);
  let have = 0;
  while (have < bytes) {
    const piece = process.stdin.read() as Buffer | null;
    if (piece === null) await once(process.stdin, "readable");
    else have += piece.copy(input, have);
  }
  return input;
}

async function make(
  job: ImageJob,
  input: Buffer,
): Promise<{ files: MadeFile[]; look?: PhotoLook }> {
  if (job.task === "card") {
    const content = await drawCard(picture(await decode(input)), job.words);
    return { files: [{ width: cardSize.width, content }] };
  }
  return job.task === "encode" ? encode(input) : { files: await encodeAvif(input) };
}

async function encode(input: Buffer): Promise<{ files: MadeFile[]; look: PhotoLook }> {
  refuseOtherKinds(input);
  const largest = await decode(input);
  const widths = [...photoWidths.filter((width) => width < largest.width), largest.width];
  let pixels = largest;
  const files: MadeFile[] = [];
  for (const width of widths.toReversed()) {
    pixels = await narrow(pixels, width);
    // Half the time of effort 4 for 6 % more bytes; what most browsers fetch is the AVIF made later.
    const webp = picture(pixels).webp({ quality: 75, effort: 2 });
    files.unshift({ width, content: await webp.toBuffer() });
  }
  const { dominant } = await picture(pixels).stats();
  const color = `#${[dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  return { files, look: { height: largest.height, thumbhash: await thumbhash(pixels), color } };
}

/** Makes the AVIF files of a photo from its largest WebP file. */
async function encodeAvif(input: Buffer): Promise<MadeFile[]> {
  let pixels = await decode(input);
  const own = pixels.width <= maxAvifWidth ? [pixels.width] : [];
  const widths = [
    ...photoWidths.filter((width) => width <= maxAvifWidth && width < pixels.width),
    ...own,
  ];
  const files: MadeFile[] = [];
  for (const width of widths.toReversed()) {
    pixels = await narrow(pixels, width);
    const avif = picture(pixels).avif({ quality: 50, effort: 3, chromaSubsampling: "4:2:0" });
    files.unshift({ width, content: await avif.toBuffer() });
  }
  return files;
}

function refuseOtherKinds(input: Buffer): void {
  const kind = kindOf(input.subarray(0, kindBytes));
  if (kind === "heic") throw new Refusal("heic-image");
  if (kind === "other-picture") throw new Refusal("unsupported-image-type");
  if (kind === "unknown") throw new Refusal("not-an-image");
}

/** The picture's first frame, upright, in sRGB, on white, at most as wide as the widest stored width. */
async function decode(input: Buffer): Promise<Pixels> {
  const source = sharp(input, {
    autoOrient: true,
    limitInputPixels: maxPhotoPixels,
    failOn: "error",
  });
  try {
    const metadata = await source.metadata();
    if (metadata.format === "heif" && metadata.compression !== "av1")
      throw new Refusal("heic-image");
    if (workOf(metadata) > maxPhotoPixels) throw new Refusal("too-many-pixels");
    const size = fit(metadata.autoOrient);
    const { data, info } = await source
      .resize({ ...size, fit: "fill" })
      .flatten({ background: "#fff" })
      .toColourspace("srgb")
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
    return {
      data,
      width: info.width,
      height: info.height,
      channels: info.channels as Pixels["channels"],
    };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(/pixel limit/i.test(String(error)) ? "too-many-pixels" : "not-an-image");
  }
}

/**
 * As many plain pixels as it takes to decode the picture, told from its header: one of 16 bits takes twice as long, an
 * interlaced PNG must be held whole, and AVIF takes four times the time and ten times the memory.
 */
function workOf({ format, width, height, depth, isProgressive }: Metadata): number {
  const deep = depth === "uchar" ? 1 : 2;
  const interlaced = format === "png" && isProgressive ? 2 : 1;
  return width * height * deep * interlaced * (format === "heif" ? 4 : 1);
}

/** Never enlarges: a smaller picture keeps its own size. */
function fit({ width, height }: { width: number; height: number }): {
  width: number;
  height: number;
} {
  if (Math.max(width, height) > maxRatio * Math.min(width, height))
    throw new Refusal("not-an-image");
  const scale = Math.min(1, photoWidths[2] / width, maxHeight / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

async function narrow(pixels: Pixels, width: number): Promise<Pixels> {
  if (width === pixels.width) return pixels;
  const { data, info } = await picture(pixels)
    .resize({ width })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: pixels.channels };
}

const picture = ({ data, width, height, channels }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels } });

async function thumbhash(pixels: Pixels): Promise<string> {
  const small = picture(pixels).resize({
    width: 100,
    height: 100,
    fit: "inside",
    withoutEnlargement: true,
  });
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true });
  const rgba = new Uint8Array(info.width * info.height * 4);
  for (let i = 0; i < info.width * info.height; i++) {
    for (let band = 0; band < 3; band++)
      rgba[i * 4 + band] = data[i * info.channels + Math.min(band, info.channels - 1)] ?? 0;
    rgba[i * 4 + 3] = 255;
  }
  return Buffer.from(rgbaToThumbHash(info.width, info.height, rgba)).toString("base64");
}
