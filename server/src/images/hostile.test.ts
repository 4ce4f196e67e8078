import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AppError } from "../errors.ts";
import { createImageProcessor, type ImageProcessor } from "./processor.ts";
import { type HostileFile, hostileFiles, mark } from "./test-hostile.ts";

const seed = 20_261_121;
/** Milliseconds. */
const longestRefusal = 10_000;
const refusals = ["not-an-image", "unsupported-image-type", "heic-image", "too-many-pixels"];

describe("hostile pictures", () => {
  let folder: string;
  let processor: ImageProcessor;
  const troubles: string[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "market-hostile-"));
    processor = createImageProcessor({
      processes: 1,
      onTrouble: (reason) => troubles.push(reason),
    });
  });
  afterAll(async () => {
    await processor.close();
    await rm(folder, { recursive: true });
  });

  /** What became of a file, and the stored files that it became. */
  async function offer({ bytes }: HostileFile): Promise<{ outcome: string; stored: string[] }> {
    const output = await mkdtemp(join(folder, "out-"));
    const input = join(output, "input");
    await writeFile(input, bytes);
    try {
      await processor.encode(input, output, "mallory");
    } catch (error) {
      const outcome = error instanceof AppError ? error.code : `fault: ${String(error)}`;
      return { outcome, stored: (await readdir(output)).filter((name) => name !== "input") };
    }
    const names = (await readdir(output)).filter((name) => name !== "input");
    return { outcome: "accepted", stored: names.map((name) => join(output, name)) };
  }

  async function faultsOf(path: string): Promise<string[]> {
    const { format, exif, xmp, icc, iptc, orientation, pages = 1 } = await sharp(path).metadata();
    const bytes = (await readFile(path)).toString("latin1");
    const left = { exif, xmp, icc, iptc, orientation };
    return [
      ...(format === "webp" && pages === 1 ? [] : [`${format}, ${pages} pages`]),
      ...Object.entries(left).flatMap(([name, value]) => (value === undefined ? [] : [name])),
      ...[mark, "EXIF", "XMP ", "Asha", "Hostel"].filter((word) => bytes.includes(word)),
    ];
  }

  it(`P21 more than three hundred of them are refused or drawn anew, seed ${seed}`, async () => {
    const files = await hostileFiles(seed, 21);
    expect(files.length).toBeGreaterThan(300);
    const wrong: string[] = [];
    const counts: Record<string, number> = {};
    for (const file of files) {
      const started = performance.now();
      const { outcome, stored } = await offer(file);
      const taken = performance.now() - started;
      counts[outcome] = (counts[outcome] ?? 0) + 1;
      const tell = (what: string) => wrong.push(`${file.name}: ${what}`);
      if (outcome !== "accepted" && !refusals.includes(outcome)) tell(outcome);
      if (outcome !== "accepted" && stored.length > 0) tell(`left ${stored.join()}`);
      if (taken > longestRefusal) tell(`took ${Math.round(taken)} ms`);
      if (file.must === "accept" && outcome !== "accepted")
        tell(`${outcome}, though it is a photo`);
      if (file.must === "refuse" && outcome === "accepted") tell("accepted");
      for (const path of outcome === "accepted" ? stored : [])
        for (const fault of await faultsOf(path)) tell(`kept ${fault}`);
    }
    expect(troubles).toEqual([]);
    expect(wrong).toEqual([]);
    expect(counts["accepted"]).toBeGreaterThan(30);
  }, 300_000);
});
