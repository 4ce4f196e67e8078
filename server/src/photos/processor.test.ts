import { createReadStream, existsSync } from "node:fs";
import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import sharp from "sharp";
import { thumbHashToRGBA } from "thumbhash";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MadeFile } from "./image-worker.ts";
import { createImageProcessor, type ImageProcessor } from "./processor.ts";
import {
  claimingPng,
  heic,
  imageProcesses,
  phoneJpeg,
  plain,
  quarters,
  svg,
} from "../../test/pictures/pictures.ts";

let folder: string;
let processor: ImageProcessor;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "market-pictures-"));
  processor = createImageProcessor({ processes: 1, niceness: 0 });
});
afterAll(async () => {
  await processor.close();
  await rm(folder, { recursive: true });
});

/** Encodes a picture and writes its files as `<width>.webp`. */
async function encode(content: Buffer | string) {
  const output = await mkdtemp(join(folder, "out-"));
  const input = join(output, "input");
  await writeFile(input, content);
  const { files, ...look } = await processor.encode(() => createReadStream(input), "asha");
  await rm(input);
  await write(files, output, "webp");
  const widths = files.map(({ width }) => width);
  return { ...look, widths, width: widths.at(-1) ?? 0, output };
}

const write = (files: readonly MadeFile[], output: string, type: string) =>
  Promise.all(
    files.map(({ width, content }) => writeFile(join(output, `${width}.${type}`), content)),
  );

/** Whether the quarters are where they should be, allowing for compression and CMYK. */
async function isUpright(path: string, tolerance = 32): Promise<boolean> {
  const { data, info } = await sharp(path)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const near = (x: number, y: number, colour: readonly number[]) => {
    const at =
      (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    return colour.every((part, band) => Math.abs(part - (data[at + band] ?? 0)) < tolerance);
  };
  return (
    near(0.2, 0.2, quarters.topLeft) &&
    near(0.8, 0.2, quarters.topRight) &&
    near(0.2, 0.8, quarters.bottomLeft) &&
    near(0.8, 0.8, quarters.bottomRight)
  );
}

async function expectBare(path: string) {
  const { exif, xmp, icc, iptc, orientation, space, depth, hasAlpha, pages } =
    await sharp(path).metadata();
  expect({ exif, xmp, icc, iptc, orientation }).toEqual({});
  expect({ space, depth, hasAlpha, pages: pages ?? 1 }).toEqual({
    space: "srgb",
    depth: "uchar",
    hasAlpha: false,
    pages: 1,
  });
  const bytes = (await readFile(path)).toString("latin1");
  for (const word of ["EXIF", "Exif", "XMP ", "ICCP", "Asha", "Hostel", "script"])
    expect(bytes).not.toContain(word);
}

describe("a photo from a phone", () => {
  it("D07 becomes three upright WebP files without any metadata", async () => {
    const photo = await encode(await phoneJpeg(4000, 3000));
    expect(photo).toMatchObject({ width: 1280, height: 960, widths: [320, 640, 1280] });
    for (const width of [320, 640, 1280]) {
      const path = join(photo.output, `${width}.webp`);
      expect(await sharp(path).metadata()).toMatchObject({
        format: "webp",
        width,
        height: (width * 3) / 4,
      });
      await expectBare(path);
      expect(await isUpright(path)).toBe(true);
    }
    const { w, h } = thumbHashToRGBA(Buffer.from(photo.thumbhash, "base64"));
    expect(w / h).toBeCloseTo(4 / 3, 0);
    expect(photo.color).toMatch(/^#[0-9a-f]{6}$/);
  });

  const expectUpright = async (orientation: number) => {
    const photo = await encode(await phoneJpeg(900, 600, orientation));
    expect(photo).toMatchObject({ width: 900, height: 600, widths: [320, 640, 900] });
    expect(await isUpright(join(photo.output, "900.webp"))).toBe(true);
    await expectBare(join(photo.output, "900.webp"));
  };
  it.each([6])("D07 is upright when it was held in way %i", (way) => expectUpright(way));
  it.each([1, 2, 3, 4, 5, 7, 8])(
    "D07 is upright when it was held in way %i",
    { tags: "sweep" },
    (way) => expectUpright(way),
  );

  it("gets AVIF files of 320 and 640 afterwards", async () => {
    const photo = await encode(await phoneJpeg(3000, 4000));
    const files = await processor.encodeAvif(() =>
      createReadStream(join(photo.output, "1280.webp")),
    );
    expect(files.map(({ width }) => width)).toEqual([320, 640]);
    await write(files, photo.output, "avif");
    for (const width of [320, 640]) {
      const path = join(photo.output, `${width}.avif`);
      expect(await sharp(path).metadata()).toMatchObject({ compression: "av1", width });
      expect(await isUpright(path)).toBe(true);
      await expectBare(path);
    }
  });
});

describe.runIf(process.platform === "linux")("the process that opens uploads", () => {
  let large: Promise<Buffer> | undefined;
  /** Looks at the process while it works on a picture. */
  async function atWork(look: (pid: string) => Promise<void>): Promise<void> {
    const work = encode(await (large ??= phoneJpeg(6000, 5000)));
    try {
      await expect.poll(imageProcesses).toHaveLength(1);
      const [pid = ""] = await imageProcesses();
      await look(pid);
    } finally {
      await work;
    }
  }
  const threadsOf = async (pid: string, file: "stat" | "status") =>
    Promise.all(
      (await readdir(`/proc/${pid}/task`)).map((thread) =>
        readFile(`/proc/${pid}/task/${thread}/${file}`, "utf8"),
      ),
    );

  it("has every thread give way to the server", { tags: "sweep" }, async () => {
    await processor.close();
    processor = createImageProcessor({ processes: 1 });
    await atWork(async (pid) => {
      const priorities = async () =>
        new Set(
          (await threadsOf(pid, "stat")).map(
            (stat) => stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16],
          ),
        );
      // The tests may give way themselves.
      const expected = new Set([String(Math.min(getPriority() + 10, 19))]);
      await expect.poll(priorities).toEqual(expected);
    });
    await processor.close();
    processor = createImageProcessor({ processes: 1, niceness: 0 });
  });

  it("inherits nothing of the environment", async () => {
    process.env["KEY_SECRET"] = "not for pictures";
    await atWork(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, "utf8");
      expect(environment.split("\0").filter(Boolean)).toEqual(["VIPS_DISC_THRESHOLD=1g"]);
    });
    delete process.env["KEY_SECRET"];
  });

  it.runIf(process.getuid?.() === 0)("is not root where the product is", () =>
    atWork(async (pid) => {
      const identities = async () =>
        (await threadsOf(pid, "status")).map((status) =>
          ["Uid", "Gid", "Groups", "CapEff"].map(
            (name) => status.match(new RegExp(`^${name}:[\\t ]*(.*?) *$`, "m"))?.[1],
          ),
        );
      const id = Array.from({ length: 4 }, () => "65533").join("\t");
      const expected = [id, id, "", "0000000000000000"];
      await expect
        .poll(async () => (await identities()).every((each) => `${each}` === `${expected}`))
        .toBe(true);
    }),
  );

  // Only root drops its rights, so that other accounts prove little here.
  it("R882 draws cards when it was started as root below a folder that is closed to others", async () => {
    const closed = await mkdtemp(join(tmpdir(), "market-closed-"));
    const root = fileURLToPath(new URL("../../..", import.meta.url));
    for (const part of ["package.json", "server/package.json", "server/src"])
      await cp(join(root, part), join(closed, "market", part), { recursive: true });
    await symlink(join(root, "node_modules"), join(closed, "market/node_modules"));
    const photo = join(closed, "photo.jpg");
    await writeFile(photo, await phoneJpeg(900, 600));
    const program = `
        import { createReadStream } from "node:fs";
        import { createImageProcessor } from "${closed}/market/server/src/photos/processor.ts";
        const processor = createImageProcessor({ processes: 1, niceness: 0 });
        const words = { price: "₹3,200", name: "Hero Sprint cycle", site: "CGU Marketplace" };
        process.stdout.write(await processor.drawCard([() => createReadStream("${photo}")], words));
        await processor.close();`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--input-type=module", "--eval", program],
      { encoding: "buffer" },
    );
    expect(await sharp(stdout).metadata()).toMatchObject({ format: "jpeg", width: 1200 });
    await rm(closed, { recursive: true });
  });

  it("holds no file of the picture or of what became of it", () =>
    atWork(async (pid) => {
      const names = await readdir(`/proc/${pid}/fd`);
      const open = await Promise.all(
        names.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => "")),
      );
      expect(open.filter((path) => path.startsWith(folder))).toEqual([]);
    }));

  it("opens the next picture too, also after a refusal", async () => {
    await encode(await phoneJpeg(900, 600));
    const first = await imageProcesses();
    expect(first).toHaveLength(1);
    await expect(encode("no picture")).rejects.toMatchObject({ code: "not-an-image" });
    await encode(await phoneJpeg(900, 600));
    expect(await imageProcesses()).toEqual(first);
  });

  it("is replaced when it dies while it waits", async () => {
    await encode(await phoneJpeg(900, 600));
    const [pid = ""] = await imageProcesses();
    process.kill(Number(pid), "SIGKILL");
    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
    expect((await encode(await phoneJpeg(900, 600))).width).toBe(900);
  });

  it("ends when there is no work", async () => {
    await processor.close();
    processor = createImageProcessor({ processes: 1, niceness: 0, idleFor: 50 });
    await encode(await phoneJpeg(900, 600));
    await expect.poll(imageProcesses).toEqual([]);
  });
});

describe("sizes", () => {
  it.each([
    [200, 150, [200]],
    [320, 240, [320]],
    [500, 400, [320, 500]],
    [1280, 720, [320, 640, 1280]],
    [1000, 5000, [320, 512]],
  ])("a picture of %i by %i is never enlarged", async (width, height, widths) => {
    const photo = await encode(await plain(width, height).png().toBuffer());
    expect(photo.widths).toEqual(widths);
    expect(photo.width).toBe(widths.at(-1));
    expect(photo.height).toBe(Math.min(2560, Math.round((height * photo.width) / width)));
  });
});

describe("every way to write a picture", () => {
  const expectTaken = async (make: () => Promise<Buffer>, tolerance?: number) => {
    const photo = await encode(await make());
    expect(photo.widths).toEqual([320, 400]);
    expect(await isUpright(join(photo.output, "400.webp"), tolerance)).toBe(true);
    await expectBare(join(photo.output, "400.webp"));
  };
  const written: [string, () => Promise<Buffer>, number?][] = [
    ["CMYK JPEG", () => plain(400, 300).toColourspace("cmyk").jpeg().toBuffer(), 80],
    ["16-bit PNG", () => plain(400, 300).toColourspace("rgb16").png().toBuffer()],
    [
      "animated WebP, of which the first frame counts",
      async () => {
        const second = {
          create: { width: 400, height: 300, channels: 3, background: "#000" },
        } as const;
        const frames = [
          await plain(400, 300).png().toBuffer(),
          await sharp(second).png().toBuffer(),
        ];
        return sharp(frames, { join: { animated: true } })
          .webp()
          .toBuffer();
      },
    ],
    [
      "JPEG with a page behind it",
      async () =>
        Buffer.concat([
          await plain(400, 300).jpeg().toBuffer(),
          Buffer.from("<script>alert(1)</script>"),
        ]),
    ],
    ["progressive JPEG", () => plain(400, 300).jpeg({ progressive: true }).toBuffer()],
    ["palette PNG", () => plain(400, 300).png({ palette: true }).toBuffer()],
    ["interlaced PNG", () => plain(400, 300).png({ progressive: true }).toBuffer()],
    ["lossless WebP", () => plain(400, 300).webp({ lossless: true }).toBuffer()],
    ["AVIF", () => plain(400, 300).avif().toBuffer()],
    ["Display P3", () => plain(400, 300).withIccProfile("p3").png().toBuffer()],
  ];
  // One of each kind: printing inks, 16 bits, several frames, bytes behind the picture.
  const first = written.slice(0, 4);
  it.each(first)("takes a %s", (_, make, tolerance) => expectTaken(make, tolerance));
  it.each(written.slice(first.length))("takes a %s", { tags: "sweep" }, (_, make, tolerance) =>
    expectTaken(make, tolerance),
  );

  it("lays a transparent picture on white", async () => {
    const clear = {
      create: {
        width: 400,
        height: 300,
        channels: 4,
        background: { r: 200, g: 0, b: 0, alpha: 0 },
      },
    } as const;
    const photo = await encode(await sharp(clear).png({ palette: true }).toBuffer());
    expect([
      ...(await sharp(join(photo.output, "400.webp")).raw().toBuffer()).subarray(0, 3),
    ]).toEqual([255, 255, 255]);
    expect(photo.color).toBe("#f8f8f8");
  });

  it("takes a grey picture", async () => {
    const photo = await encode(await plain(400, 300).greyscale().jpeg().toBuffer());
    const { dominant } = await sharp(join(photo.output, "320.webp")).stats();
    expect(Math.abs(dominant.r - dominant.b)).toBeLessThan(3);
    const { rgba } = thumbHashToRGBA(Buffer.from(photo.thumbhash, "base64"));
    expect(Math.abs((rgba[0] ?? 0) - (rgba[2] ?? 99))).toBeLessThan(12);
  });
});

describe("refusals", () => {
  const gif = () => plain(40, 30).gif().toBuffer();
  const refused: [string, string, () => Buffer | string | Promise<Buffer>][] = [
    ["unsupported-image-type", "an SVG", () => svg],
    ["unsupported-image-type", "a GIF", gif],
    ["unsupported-image-type", "a TIFF", () => plain(40, 30).tiff().toBuffer()],
    ["unsupported-image-type", "a PDF", () => Buffer.from("%PDF-1.7\n%âãÏÓ\n")],
    ["heic-image", "a HEIC", () => heic],
    ["not-an-image", "text", () => "I am not a photo, whatever my name says.jpg"],
    ["not-an-image", "nothing", () => ""],
    ["not-an-image", "one byte", () => "x"],
    ["not-an-image", "half a JPEG", async () => (await phoneJpeg(800, 600)).subarray(0, 20_000)],
    [
      "not-an-image",
      "half a PNG",
      async () => (await plain(800, 600).png().toBuffer()).subarray(0, 20_000),
    ],
    [
      "not-an-image",
      "half a WebP",
      async () => (await plain(800, 600).webp().toBuffer()).subarray(0, 3_000),
    ],
    [
      "not-an-image",
      "half an AVIF",
      async () => (await plain(800, 600).avif().toBuffer()).subarray(0, 600),
    ],
    [
      "not-an-image",
      "a JPEG's first bytes before a page",
      () => Buffer.from("\xff\xd8\xff\xe0<html>", "latin1"),
    ],
    ["not-an-image", "a line of pixels", () => plain(1, 3_000).png().toBuffer()],
    ["too-many-pixels", "a PNG that claims 30000 by 30000", () => claimingPng(30_000, 30_000)],
    [
      "too-many-pixels",
      "a PNG that claims one line of 65 million",
      () => claimingPng(65_000_000, 1),
    ],
  ];
  const expectRefused = async (code: string, make: () => Buffer | string | Promise<Buffer>) =>
    expect(encode(await make())).rejects.toMatchObject({ code });
  const isFirstOfItsCode = ([code]: (typeof refused)[number], at: number) =>
    refused.findIndex(([other]) => other === code) === at;
  it.each(refused.filter(isFirstOfItsCode))("%s: %s", (code, _, make) => expectRefused(code, make));
  it.each(refused.filter((each, at) => !isFirstOfItsCode(each, at)))(
    "%s: %s",
    { tags: "sweep" },
    (code, _, make) => expectRefused(code, make),
  );
});
