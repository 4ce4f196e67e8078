// Draws the icons of the installed app from web/public/icon.svg: node web/art/icons.ts
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";

const folder = join(import.meta.dirname, "../public");
const drawing = await readFile(join(folder, "icon.svg"), "utf8");
/** To its edges, for systems that cut icons to their own shape: they may take a fifth on each side. */
const whole = drawing
  .replace('rx="16" ', "")
  .replace(/(<path.*)<\/svg>/s, '<g transform="translate(1.6 1.6) scale(.95)">$1</g></svg>');

for (const [name, svg, size] of [
  ["icon-192", drawing, 192],
  ["icon-512", drawing, 512],
  ["icon-maskable-512", whole, 512],
  ["icon-apple-180", whole, 180],
] as const) {
  await sharp(Buffer.from(svg), { density: (72 * size) / 64 })
    .resize(size, size)
    .flatten(svg === whole ? { background: "#0b6b4f" } : false)
    .png({ palette: true, compressionLevel: 9 })
    .toFile(join(folder, `${name}.png`));
}
