import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createImageProcessor, type ImageProcessor } from "./processor.ts";
import { plain } from "./test-pictures.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "market-limits-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function encode(content: Buffer, by: ImageProcessor) {
  const output = await mkdtemp(join(folder, "out-"));
  const input = join(output, "input");
  await writeFile(input, content);
  return by.encode(input, output);
}

describe("image processes that are driven to their limits", () => {
  const limited = async (
    options: Parameters<typeof createImageProcessor>[0],
    work: (by: ImageProcessor) => Promise<void>,
  ) => {
    const by = createImageProcessor({ processes: 1, ...options });
    await work(by).finally(() => by.close());
  };
  const small = () => plain(400, 300).jpeg().toBuffer();
  let greedy: Buffer;
  beforeAll(async () => {
    // Just under the pixel limit, and written so that all of it must be held and turned over.
    const flat = sharp({ create: { width: 7070, height: 7070, channels: 3, background: "#a84" } });
    greedy = await flat
      .toColourspace("rgb16")
      .png({ progressive: true, compressionLevel: 1 })
      .toBuffer();
  });

  it("ends one that takes too long, says so, and goes on", async () => {
    const troubles: string[] = [];
    // A pipe that nobody writes to takes for ever, however fast or busy the machine is.
    const endless = join(folder, "endless");
    execFileSync("mkfifo", [endless]);
    await limited({ killAfter: 5000, onTrouble: (reason) => troubles.push(reason) }, async (by) => {
      await expect(by.encode(endless, folder)).rejects.toMatchObject({
        code: "image-too-slow",
        status: 503,
      });
      expect(troubles).toEqual(["an image process took too long"]);
      expect((await encode(await small(), by)).width).toBe(400);
    });
  });

  it("ends one that holds too much memory, and goes on", async () => {
    const troubles: string[] = [];
    const maxMemory = 200 * 1024 * 1024;
    await limited({ maxMemory, onTrouble: (reason) => troubles.push(reason) }, async (by) => {
      await expect(encode(greedy, by)).rejects.toMatchObject({ code: "too-many-pixels" });
      expect(troubles).toEqual(["an image process held too much memory"]);
      expect((await encode(await small(), by)).width).toBe(400);
    });
  });

  it("takes the largest and heaviest picture that is allowed", async () => {
    await limited({ killAfter: 100_000 }, async (by) => {
      expect(await encode(greedy, by)).toMatchObject({ width: 1280, height: 1280 });
    });
  }, 300_000);

  it("refuses what cannot wait any more, and serves what waits", async () => {
    await limited({ waiting: 2 }, async (by) => {
      const content = await small();
      const all = await Promise.allSettled(Array.from({ length: 5 }, () => encode(content, by)));
      const refused = all
        .filter((one) => one.status === "rejected")
        .map((one) => one.reason as object);
      expect(all.length - refused.length).toBe(3);
      for (const reason of refused)
        expect(reason).toMatchObject({ code: "server-busy", status: 503 });
    });
  });

  it("refuses everything once it is closed", async () => {
    const by = createImageProcessor();
    const content = await small();
    const waiting = encode(content, by).catch((error: unknown) => error);
    await by.close();
    expect(await waiting).toMatchObject({ code: "server-busy" });
    await expect(encode(content, by)).rejects.toMatchObject({ code: "server-busy" });
  });

  it("begin no AVIF files while photos come", async () => {
    await limited({ calm: 60_000 }, async (by) => {
      const output = await mkdtemp(join(folder, "out-"));
      await writeFile(join(output, "input"), await small());
      await by.encode(join(output, "input"), output);
      let isMade = false;
      const made = by.encodeAvif(join(output, "400.webp"), output).then(
        () => (isMade = true),
        () => undefined,
      );
      await encode(await small(), by);
      expect(isMade).toBe(false);
      await by.close();
      await made;
    });
  });
});
