import { readFile } from "node:fs/promises";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

type Colour = readonly [number, number, number];
/** The four quarters of every test picture, as a viewer should see them. */
export const quarters = {
  topLeft: [220, 40, 40],
  topRight: [40, 180, 60],
  bottomLeft: [40, 70, 220],
  bottomRight: [240, 220, 60],
} as const satisfies Record<string, Colour>;

/** The displayed position of a stored pixel, by Exif orientation (Exif 2.32 section 4.6.4). */
const seenAt: Record<
  number,
  (x: number, y: number, right: number, bottom: number) => [number, number]
> = {
  1: (x, y) => [x, y],
  2: (x, y, right) => [right - x, y],
  3: (x, y, right, bottom) => [right - x, bottom - y],
  4: (x, y, _, bottom) => [x, bottom - y],
  5: (x, y) => [y, x],
  6: (x, y, _, bottom) => [bottom - y, x],
  7: (x, y, right, bottom) => [bottom - y, right - x],
  8: (x, y, right) => [y, right - x],
};

/** Raw RGB pixels, as a camera held that way would store what is seen as `width` by `height`. */
function quarteredPixels(width: number, height: number, orientation: number) {
  const [w, h] = orientation > 4 ? [height, width] : [width, height];
  const data = Buffer.alloc(w * h * 3);
  const place = seenAt[orientation] ?? ((x: number, y: number) => [x, y] as [number, number]);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const [seenX, seenY] = place(x, y, w - 1, h - 1);
      const left = seenX < width / 2;
      const colour =
        seenY < height / 2
          ? left
            ? quarters.topLeft
            : quarters.topRight
          : left
            ? quarters.bottomLeft
            : quarters.bottomRight;
      // A little grain, so that the encoder has a photo's work.
      const grain = ((x * 7 + y * 13 + ((x * y) >> 3)) & 15) - 8;
      const at = (y * w + x) * 3;
      for (let band = 0; band < 3; band++)
        data[at + band] = Math.max(0, Math.min(255, (colour[band] ?? 0) + grain));
    }
  }
  return sharp(data, { raw: { width: w, height: h, channels: 3 } });
}

export const plain = (width: number, height: number) => quarteredPixels(width, height, 1);

/** A phone's JPEG: where it was taken, by whom, a colour profile, XMP, and the way the phone was held. */
export function phoneJpeg(width: number, height: number, orientation = 1): Promise<Buffer> {
  return quarteredPixels(width, height, orientation)
    .withExif({
      IFD0: { Make: "Campus", Model: "Phone", Artist: "Asha Rao" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "20/1 17/1 45/1",
        GPSLongitudeRef: "E",
        GPSLongitude: "85/1 49/1 30/1",
      },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret>Hostel 4</secret></x:xmpmeta>')
    .withIccProfile("p3", { attach: true })
    .withMetadata({ orientation })
    .jpeg({ quality: 92 })
    .toBuffer();
}

/** A PNG whose header claims that many pixels, with nothing behind it. */
export function claimingPng(width: number, height: number): Buffer {
  const chunk = (name: string, body: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), body]);
    const framed = Buffer.alloc(named.length + 8);
    framed.writeUInt32BE(body.length, 0);
    named.copy(framed, 4);
    framed.writeUInt32BE(crc32(named), named.length + 4);
    return framed;
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(64))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The opening of a phone's HEIC file. */
export const heic = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from("ftypheic\0\0\0\0mif1heic"),
  Buffer.alloc(400),
]);

export const svg = Buffer.from(
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><script>alert(1)</script></svg>',
);

/** Numbers of the image processes of this process (Linux). */
export async function imageProcesses(): Promise<string[]> {
  const children = await readFile(`/proc/self/task/${process.pid}/children`, "utf8");
  const pids = children.trim().split(" ");
  const commands = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")),
  );
  return pids.filter((_, n) => commands[n]?.includes("image-process.ts"));
}
