/**
 * The program of an image process. It alone opens what strangers uploaded: it holds no secret, no connection and no
 * handle of the web process, and whatever a picture does to it, the web process only sees it die.
 */
import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { maxPhotoPixels, photoWidths } from "@market/contract/limits";
import sharp, { type Sharp } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { kindBytes, kindOf } from "./picture-kind.ts";
import type { CardWords, EncodedPhoto, ImageAnswer, ImageJob, ImageRefusal } from "./processor.ts";

/** Height in pixels past which a tall picture is narrowed, so that no stored file is enormous. */
const maxHeight = 2560;
/** How many times longer than wide, or wider than long, a photo may be. */
const maxRatio = 20;
/** AVIF pays for cards; at the gallery's width it costs seconds for a few kilobytes. */
const maxAvifWidth = 640;
const memoryCheckInterval = 25;

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
    "VipsForeignLoadJpegFile",
    "VipsForeignLoadPngFile",
    "VipsForeignLoadWebpFile",
    "VipsForeignLoadHeifFile",
  ],
});

// The web process decides when this one ends: by a kill, or by ending itself.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
// Should the machine run out of memory, this process goes first, not the web server or the database.
await writeFile("/proc/self/oom_score_adj", "1000").catch(() => {});

process.on("message", (job: ImageJob) => void work(job));
answer({ kind: "ready" });

async function work(job: ImageJob): Promise<void> {
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > job.maxMemory)
      answer({ kind: "refused", code: "too-many-pixels", spent: true });
  }, memoryCheckInterval);
  try {
    if (job.task === "card") {
      await encodeCard(job.input, job.output, job.words);
      answer({ kind: "card" });
    } else if (job.task === "encode") answer({ kind: "encoded", photo: await encode(job) });
    else answer({ kind: "avif", widths: await encodeAvif(job) });
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

async function encode({ input, output }: ImageJob): Promise<EncodedPhoto> {
  await refuseOtherKinds(input);
  const largest = await decode(input);
  const widths = [...photoWidths.filter((width) => width < largest.width), largest.width];
  let pixels = largest;
  for (const width of widths.toReversed()) {
    pixels = await narrow(pixels, width);
    // Half the time of effort 4 for 6 % more bytes; what most browsers fetch is the AVIF made later.
    await picture(pixels)
      .webp({ quality: 75, effort: 2 })
      .toFile(join(output, `${width}.webp`));
  }
  const { dominant } = await picture(pixels).stats();
  return {
    width: largest.width,
    height: largest.height,
    widths,
    thumbhash: await thumbhash(pixels),
    color: `#${[dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, "0")).join("")}`,
  };
}

/** Makes the AVIF files of a photo from its largest WebP file. */
async function encodeAvif({ input, output }: ImageJob): Promise<number[]> {
  let pixels = await decode(input);
  const own = pixels.width <= maxAvifWidth ? [pixels.width] : [];
  const widths = [
    ...photoWidths.filter((width) => width <= maxAvifWidth && width < pixels.width),
    ...own,
  ];
  for (const width of widths.toReversed()) {
    pixels = await narrow(pixels, width);
    const avif = picture(pixels).avif({ quality: 50, effort: 3, chromaSubsampling: "4:2:0" });
    await avif.toFile(join(output, `${width}.avif`));
  }
  return widths;
}

async function encodeCard(input: string, output: string, words: CardWords): Promise<void> {
  // Its fonts are read only by a process that draws cards.
  const { drawCard } = await import("./card-picture.ts");
  await writeFile(join(output, "card.jpg"), await drawCard(picture(await decode(input)), words));
}

async function refuseOtherKinds(path: string): Promise<void> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(kindBytes), 0, kindBytes, 0);
    const kind = kindOf(buffer.subarray(0, bytesRead));
    if (kind === "heic") throw new Refusal("heic-image");
    if (kind === "other-picture") throw new Refusal("unsupported-image-type");
    if (kind === "unknown") throw new Refusal("not-an-image");
  } finally {
    await file.close();
  }
}

/** The picture's first frame, upright, in sRGB, on white, at most as wide as the widest stored width. */
async function decode(path: string): Promise<Pixels> {
  const source = sharp(path, {
    autoOrient: true,
    limitInputPixels: maxPhotoPixels,
    failOn: "error",
  });
  try {
    const { format, compression, autoOrient } = await source.metadata();
    if (format === "heif" && compression !== "av1") throw new Refusal("heic-image");
    const size = fit(autoOrient);
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
