// Opens uploaded pictures, one after another. It holds no secret or connection, so a hostile picture gains nothing here.
import { writeFile } from "node:fs/promises";
import { cardSize, maxPhotoPixels, photoWidths } from "@market/contract/limits";
import sharp, { type Metadata, type OutputInfo, type Sharp } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { fingerprintOf } from "./fingerprint.ts";
import { frame, readFrames, unframe } from "./frames.ts";
import {
  type ImageAnswer,
  type ImageJob,
  type ImageRefusal,
  maxFile,
  type PhotoLook,
} from "./image-job.ts";
import { kindBytes, kindOf } from "./picture-kind.ts";

const maxHeight = 2560;
/** The highest ratio of the sides: a longer strip would be scaled to a line, and is refused as no photo. */
const maxRatio = 20;
/** Wider AVIF costs seconds for a few kilobytes. */
const maxAvifWidth = 640;
const checkInterval = 25;
const unprivileged = 65_533;

type MadeFile = { width: number; content: Buffer };
type Pixels = { data: Buffer; info: OutputInfo };

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

/** Loads the card-drawing code first, because other accounts may not read the product's folder. */
async function dropRoot(): Promise<void> {
  if (process.getuid?.() !== 0) return;
  await import("./card-picture.ts");
  process.setgroups?.([]);
  process.setgid?.(unprivileged);
  process.setuid?.(unprivileged);
}

function watchLimits({ maxMemory, maxCpu }: ImageJob): NodeJS.Timeout {
  const before = process.cpuUsage();
  return setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (process.memoryUsage.rss() <= maxMemory && (user + system) / 1000 <= maxCpu) return;
    // Users have no use for the difference between too many pixels and pixels that cost too much.
    answer({ kind: "refused", code: "too-many-pixels", exceeded: true });
    process.exit();
  }, checkInterval);
}

function answer(message: ImageAnswer): void {
  process.stdout.write(frame(JSON.stringify(message)));
}

async function make(
  job: ImageJob,
  input: Buffer,
): Promise<{ files: MadeFile[]; look?: PhotoLook }> {
  if (job.task === "card") {
    const { drawCard } = await import("./card-picture.ts");
    const photos = [];
    for (const photo of unframe(input)) photos.push(picture(await decode(photo)));
    const content = await drawCard(photos, job.words);
    return { files: [{ width: cardSize.width, content }] };
  }
  return job.task === "encode" ? encode(input) : { files: await encodeAvif(input) };
}

async function encode(input: Buffer): Promise<{ files: MadeFile[]; look: PhotoLook }> {
  refuseOtherKinds(input);
  const largest = await decode(input);
  // Half the time of effort 4 for 6 % more bytes; what most browsers fetch is the AVIF made later.
  const { files, smallest } = await encodeWidths(largest, widthsOf(largest), (pixels) =>
    pixels.webp({ quality: 75, effort: 2 }),
  );
  const { dominant } = await picture(smallest).stats();
  const color = `#${[dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  return {
    files,
    look: {
      height: largest.info.height,
      thumbhash: await thumbhash(smallest),
      color,
      fingerprint: await fingerprintOf(picture(smallest)),
    },
  };
}

async function encodeAvif(input: Buffer): Promise<MadeFile[]> {
  const largest = await decode(input);
  const widths = widthsOf(largest).filter((width) => width <= maxAvifWidth);
  const { files } = await encodeWidths(largest, widths, (pixels) =>
    pixels.avif({ quality: 50, effort: 3, chromaSubsampling: "4:2:0" }),
  );
  return files;
}

const widthsOf = ({ info }: Pixels): number[] => [
  ...photoWidths.filter((width) => width < info.width),
  info.width,
];

/** Encodes from the widest down, each width from the pixels of the one before. */
async function encodeWidths(largest: Pixels, widths: number[], format: (pixels: Sharp) => Sharp) {
  let pixels = largest;
  const files: MadeFile[] = [];
  for (const width of widths.toReversed()) {
    if (width !== pixels.info.width)
      pixels = await picture(pixels).resize({ width }).raw().toBuffer({ resolveWithObject: true });
    files.unshift({ width, content: await format(picture(pixels)).toBuffer() });
  }
  return { files, smallest: pixels };
}

function refuseOtherKinds(input: Buffer): void {
  const kind = kindOf(input.subarray(0, kindBytes));
  if (kind === "heic") throw new Refusal("heic-image");
  if (kind === "other-picture") throw new Refusal("unsupported-image-type");
  if (kind === "unknown") throw new Refusal("not-an-image");
}

/** The first frame, upright, in sRGB, on white, at most of the widest stored width. */
async function decode(input: Buffer): Promise<Pixels> {
  const limitInputPixels = maxPhotoPixels;
  const source = sharp(input, { autoOrient: true, limitInputPixels, failOn: "error" });
  try {
    const metadata = await source.metadata();
    if (metadata.format === "heif" && metadata.compression !== "av1")
      throw new Refusal("heic-image");
    if (workOf(metadata) > maxPhotoPixels) throw new Refusal("too-many-pixels");
    return await source
      .resize({ ...fit(metadata.autoOrient), fit: "fill" })
      .flatten({ background: "#fff" })
      .toColourspace("srgb")
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(/pixel limit/i.test(String(error)) ? "too-many-pixels" : "not-an-image");
  }
}

/** The cost of decoding in plain pixels: 16 bits take twice as long, interlaced PNG and AVIF far more memory. */
function workOf({ format, width, height, depth, isProgressive }: Metadata): number {
  const deep = depth === "uchar" ? 1 : 2;
  const interlaced = format === "png" && isProgressive ? 2 : 1;
  return width * height * deep * interlaced * (format === "heif" ? 4 : 1);
}

function fit({ width, height }: { width: number; height: number }) {
  if (Math.max(width, height) > maxRatio * Math.min(width, height))
    throw new Refusal("not-an-image");
  const scale = Math.min(1, photoWidths[2] / width, maxHeight / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

const picture = ({ data, info: { width, height, channels } }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels } });

async function thumbhash(pixels: Pixels): Promise<string> {
  const small = picture(pixels).resize(100, 100, { fit: "inside", withoutEnlargement: true });
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true });
  const rgba = new Uint8Array(info.width * info.height * 4);
  for (let i = 0; i < info.width * info.height; i++) {
    for (let band = 0; band < 3; band++)
      rgba[i * 4 + band] = data[i * info.channels + Math.min(band, info.channels - 1)] ?? 0;
    rgba[i * 4 + 3] = 255;
  }
  return Buffer.from(rgbaToThumbHash(info.width, info.height, rgba)).toString("base64");
}

// Ctrl-C reaches the whole group; requests under way are still answered.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});
// Out of memory, the kernel kills this process first.
await writeFile("/proc/self/oom_score_adj", "1000").catch(() => {});
const frames = readFrames(process.stdin, maxFile);
for await (const order of frames) {
  const job = JSON.parse(order.toString("utf8")) as ImageJob;
  const { value: input } = await frames.next();
  if (input === undefined) break;
  const watch = watchLimits(job);
  try {
    await dropRoot();
    const { files, look } = await make(job, input);
    answer({ kind: "made", widths: files.map(({ width }) => width), ...(look && { look }) });
    for (const { content } of files) process.stdout.write(frame(content));
  } catch (error) {
    if (error instanceof Refusal) answer({ kind: "refused", code: error.code, exceeded: false });
    else answer({ kind: "failed", reason: String(error).slice(0, 2_000) });
  } finally {
    clearInterval(watch);
  }
}
