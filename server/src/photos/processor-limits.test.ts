import { Readable } from "node:stream";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { createImageProcessor, type ImageProcessor } from "./processor.ts";
import { imageProcesses, plain } from "../../test/pictures/pictures.ts";

const from = (content: Buffer) => () => Readable.from(content);

async function encode(content: Buffer, by: ImageProcessor) {
  const { files, height } = await by.encode(from(content), "asha");
  return { width: files.at(-1)?.width, height };
}

describe("image processes that are driven to their limits", () => {
  const limited = async (
    options: Parameters<typeof createImageProcessor>[0],
    work: (by: ImageProcessor) => Promise<void>,
  ) => {
    const by = createImageProcessor({ processes: 1, niceness: 0, ...options });
    await work(by).finally(() => by.close());
  };
  const small = () => plain(400, 300).jpeg().toBuffer();
  const flat = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "#a84" } });
  /** 16 bits and interlaced: a few hundred kilobytes that must be decoded as a whole. */
  const deepInterlaced = (width: number, height: number) =>
    flat(width, height)
      .toColourspace("rgb16")
      .png({ progressive: true, compressionLevel: 6 })
      .toBuffer();
  let greedy: Buffer;
  beforeAll(async () => {
    // A quarter of the pixels that a plain picture may have, and the same work.
    greedy = await deepInterlaced(3535, 3535);
  });

  it.runIf(process.platform === "linux")(
    "ends one that takes too long, says so, and goes on",
    async () => {
      const troubles: string[] = [];
      await limited(
        { killAfter: 10_000, onTrouble: (reason) => troubles.push(reason) },
        async (by) => {
          const stopped = encode(greedy, by).catch((error: unknown) => error);
          await expect.poll(imageProcesses).toHaveLength(1);
          for (const pid of await imageProcesses()) process.kill(Number(pid), "SIGSTOP");
          expect(await stopped).toMatchObject({ code: "image-too-slow", status: 503 });
          expect(troubles).toEqual(["an image process took too long"]);
          expect((await encode(await small(), by)).width).toBe(400);
        },
      );
    },
  );

  it("R794 blames no picture when the kernel kills a process for lack of memory, and continues", async () => {
    const troubles: string[] = [];
    await limited({ onTrouble: (reason) => troubles.push(reason) }, async (by) => {
      const killed = encode(greedy, by).catch((error: unknown) => error);
      await expect.poll(imageProcesses).toHaveLength(1);
      for (const pid of await imageProcesses()) process.kill(Number(pid), "SIGKILL");
      expect(await killed).toMatchObject({ code: "server-busy", status: 503 });
      expect(troubles).toEqual([
        "an image process was killed, probably because the machine has too little memory",
      ]);
      expect((await encode(await small(), by)).width).toBe(400);
    });
  });

  it.each<[string, Parameters<typeof createImageProcessor>[0], () => Promise<Buffer>]>([
    [
      "holds too much memory",
      { maxMemory: 200 * 1024 * 1024 },
      () => flat(3500, 3500).avif({ effort: 0 }).toBuffer(),
    ],
    ["takes too much of the processor", { maxCpu: 300 }, async () => greedy],
  ])("ends one that %s, and goes on", { tags: "sweep" }, async (_, bound, make) => {
    const troubles: string[] = [];
    const onTrouble = (reason: string) => troubles.push(reason);
    await limited({ ...bound, onTrouble }, async (by) => {
      await expect(encode(await make(), by)).rejects.toMatchObject({ code: "too-many-pixels" });
      expect(troubles).toEqual(["an image process took too much"]);
      expect((await encode(await small(), by)).width).toBe(400);
    });
  });

  it(
    "tells from its header that a picture is too much work, which is no trouble",
    { tags: "sweep" },
    async () => {
      const troubles: string[] = [];
      await limited({ maxCpu: 400, onTrouble: (reason) => troubles.push(reason) }, async (by) => {
        const bomb = await deepInterlaced(7000, 7100);
        expect(bomb.length).toBeLessThan(1_400_000);
        const avif = sharp({
          create: { width: 4000, height: 3200, channels: 3, background: "#a84" },
        });
        for (const content of [bomb, await avif.avif({ effort: 0 }).toBuffer()])
          await expect(encode(content, by)).rejects.toMatchObject({
            code: "too-many-pixels",
            message: "This photo has too many pixels. Please use a smaller one.",
          });
        expect(troubles).toEqual([]);
      });
    },
  );

  it("takes the largest and heaviest picture that is allowed", { tags: "sweep" }, async () => {
    await limited({ killAfter: 100_000 }, async (by) => {
      expect(await encode(greedy, by)).toMatchObject({ width: 1280, height: 1280 });
      const plainLarge = flat(7000, 7100);
      for (const content of [await plainLarge.jpeg().toBuffer(), await plainLarge.png().toBuffer()])
        expect(await encode(content, by)).toMatchObject({ width: 1280, height: 1298 });
    });
  });

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
    const by = createImageProcessor({ niceness: 0 });
    const content = await small();
    const waiting = encode(content, by).catch((error: unknown) => error);
    await by.close();
    expect(await waiting).toMatchObject({ code: "server-busy" });
    await expect(encode(content, by)).rejects.toMatchObject({ code: "server-busy" });
  });

  it("take students in turn", async () => {
    await limited({ waiting: 20 }, async (by) => {
      const content = await small();
      const order: string[] = [];
      const send = (student: string) =>
        by.encode(from(content), student).then(() => order.push(student));
      const flood = Array.from({ length: 10 }, () => send("mallory"));
      await Promise.all([...flood, send("asha"), send("ravi")]);
      expect(order.slice(0, 4)).toEqual(["mallory", "mallory", "asha", "ravi"]);
    });
  });

  it.runIf(process.platform === "linux")("take one picture of a student at a time", async () => {
    await limited({ processes: 2 }, async (by) => {
      const content = await small();
      const send = (student: string) => by.encode(from(content), student);
      const ashas = Promise.all(Array.from({ length: 3 }, () => send("asha")));
      let most = 0;
      const looking = setInterval(async () => {
        most = Math.max(most, (await imageProcesses()).length);
      }, 20);
      await ashas;
      clearInterval(looking);
      expect(most).toBe(1);
      const both = Promise.all(["asha", "ravi"].map(send));
      await expect.poll(imageProcesses, { interval: 10 }).toHaveLength(2);
      await both;
    });
  });
});
