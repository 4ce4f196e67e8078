// Only sharp: makes the files that a photo has when its upload is answered, and nothing else.
import { join } from "node:path";
import sharp from "sharp";

sharp.cache(false);
sharp.concurrency(1);
const [, , folder = ""] = process.argv;

process.on("message", (paths: string[]) => void draw(paths));
process.on("disconnect", () => process.exit());

async function draw(paths: string[]): Promise<void> {
  for (const path of paths) {
    const { data, info } = await sharp(path, { autoOrient: true })
      .resize({ width: 1280 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    let pixels = sharp(data, { raw: info });
    for (const width of [1280, 640, 320]) {
      if (width < 1280) {
        const smaller = await pixels.resize({ width }).raw().toBuffer({ resolveWithObject: true });
        pixels = sharp(smaller.data, { raw: smaller.info });
      }
      await pixels
        .clone()
        .webp({ quality: 75, effort: 2 })
        .toFile(join(folder, `${width}.webp`));
    }
  }
  process.send?.("drawn");
}
