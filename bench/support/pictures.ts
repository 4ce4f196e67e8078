import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { generator } from "./statistics.ts";

/** The largest difference in brightness between neighbours. */
const grain = 24;

type Picture = { path: string; bytes: Uint8Array<ArrayBuffer> };

/** JPEGs of 12 megapixels with smooth parts, edges and grain, some 4 MB each, as phones make them. */
export async function phonePictures(
  folder: string,
  count: number,
  seed: number,
): Promise<Picture[]> {
  mkdirSync(folder, { recursive: true });
  const random = generator(seed);
  const [width, height] = [4032, 3024];
  const pictures: Picture[] = [];
  for (let n = 0; n < count; n++) {
    const data = Buffer.alloc(width * height * 3);
    const [slope, stripe] = [random() * 200, 40 + Math.floor(random() * 200)];
    for (let y = 0, at = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const edge = Math.floor(x / stripe) % 3 === Math.floor(y / stripe) % 2 ? 40 : 0;
        const light = (slope * x) / width + edge + (random() - 0.5) * grain;
        data[at++] = Math.max(0, Math.min(255, light + 30));
        data[at++] = Math.max(0, Math.min(255, light + (60 * y) / height));
        data[at++] = Math.max(0, Math.min(255, light + 90 - (60 * x) / width));
      }
    }
    const jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 90 })
      .toBuffer();
    const path = join(folder, `${n}.jpg`);
    writeFileSync(path, jpeg);
    pictures.push({ path, bytes: new Uint8Array(jpeg) });
  }
  return pictures;
}

/** A small picture of one of 4096 colours, sixteen steps of each part. */
export function pictureOf(number: number): Promise<Buffer> {
  const [r, g, b] = [8, 4, 0].map((shift) => (((number % 4096) >> shift) & 15) * 16 + 8) as [
    number,
    number,
    number,
  ];
  return sharp({ create: { width: 64, height: 64, channels: 3, background: { r, g, b } } })
    .jpeg({ quality: 95, chromaSubsampling: "4:4:4" })
    .toBuffer();
}
