import { readFileSync } from "node:fs";
import { cardBytes, cardSize } from "@market/contract/limits";
import opentype, { type Font } from "opentype.js";
import sharp, { type Sharp } from "sharp";
import type { CardWords, WordsOfOne, WordsOfSeveral } from "./image-job.ts";

const { width, height } = cardSize;
/** Pixels; the words are beside the photo. */
const photoWidth = 600;
const margin = 56;
const textWidth = width - photoWidth - 2 * margin;
const colors = { ground: "#f7f6f2", ink: "#14181f", muted: "#565d68", scrim: "#3a414c" };
const price = { size: 92, top: 176 };
const name = { size: 50, line: 64, top: 278, lines: 4 };
const site = { size: 30, top: height - margin };
const sold = { size: 104, top: 350 };
/** Pixels; of a card with several listings side by side. */
const row = { margin: 48, gap: 24, top: 128, height: 336, corner: 20 };
const heading = { size: 52, top: 88 };
const below = { price: { size: 42, top: 524 }, name: { size: 30, top: 572 } };
/** Messengers refuse large previews, so lower ones are tried in turn. */
const qualities = [84, 72, 58, 42];

/** Unblocked only while a card is drawn, because uploads come as buffers too. */
const svgLoader = { operation: ["VipsForeignLoadSvgBuffer"] };

/** Hind (OFL); the rupee sign is in the second file. */
const fonts = [
  import.meta.resolve("@fontsource/hind/files/hind-latin-600-normal.woff"),
  import.meta.resolve("@fontsource/hind/files/hind-latin-ext-600-normal.woff"),
].map(openFont);

function openFont(address: string): Font {
  return opentype.parse(new Uint8Array(readFileSync(new URL(address))).buffer);
}

/** A JPEG; letters that the font lacks are left out. */
export async function drawCard(photos: readonly Sharp[], words: CardWords): Promise<Buffer> {
  sharp.unblock(svgLoader);
  try {
    return await draw(photos, words);
  } finally {
    sharp.block(svgLoader);
  }
}

type Tile = { left: number; top: number; width: number; height: number };

function tilesOf(count: number): Tile[] {
  const [half, low] = [photoWidth / 2, height / 2];
  const wide = (top: number) => ({ left: 0, top, width: photoWidth, height: low });
  const small = (left: number, top: number) => ({ left, top, width: half, height: low });
  if (count === 1) return [{ left: 0, top: 0, width: photoWidth, height }];
  if (count === 2) return [wide(0), wide(low)];
  if (count === 3) return [wide(0), small(0, low), small(half, low)];
  return [small(0, 0), small(half, 0), small(0, low), small(half, low)];
}

function columnsOf(count: number): Tile[] {
  const width = Math.floor((cardSize.width - 2 * row.margin + row.gap) / count) - row.gap;
  return Array.from({ length: count }, (_, nth) => ({
    left: row.margin + nth * (width + row.gap),
    top: row.top,
    width,
    height: row.height,
  }));
}

async function draw(photos: readonly Sharp[], words: CardWords): Promise<Buffer> {
  const isOfSeveral = "items" in words;
  const tiles = isOfSeveral ? columnsOf(photos.length) : tilesOf(photos.length);
  const isGrey = !isOfSeveral && words.sold !== undefined;
  const drawing = isOfSeveral ? drawingOfSeveral(words, tiles) : drawingOfOne(words);
  const layers = [];
  for (const [at, { left, top, ...size }] of tiles.entries()) {
    const cropped = await photos[at]
      ?.resize({ ...size, fit: "cover" })
      .modulate(isGrey ? { saturation: 0.1 } : {})
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
    if (cropped === undefined) continue;
    const raw = { ...size, channels: cropped.info.channels };
    layers.push({ input: cropped.data, raw, left, top });
  }
  const card = await sharp({ create: { width, height, channels: 3, background: colors.ground } })
    .composite([...layers, { input: Buffer.from(drawing), left: 0, top: 0 }])
    .removeAlpha()
    .raw()
    .toBuffer();
  for (const quality of qualities) {
    const jpeg = await sharp(card, { raw: { width, height, channels: 3 } })
      .jpeg({ quality, mozjpeg: true })
      .toBuffer();
    if (jpeg.length < cardBytes) return jpeg;
  }
  throw new Error("a preview card could not be made small enough");
}

function drawingOfOne(words: WordsOfOne): string {
  const left = photoWidth + margin;
  const priceSize = Math.min(
    price.size,
    (price.size * textWidth) / measure(words.price, price.size),
  );
  const lines = wrap(words.name, name.size);
  const shapes = [
    path(words.price, left, price.top, priceSize, colors.ink),
    ...lines.map((line, at) => path(line, left, name.top + at * name.line, name.size, colors.ink)),
    path(words.site, left, site.top, site.size, colors.muted),
  ];
  if (words.sold !== undefined) {
    const middle = (photoWidth - measure(words.sold, sold.size)) / 2;
    shapes.push(
      `<rect width="${photoWidth}" height="${height}" fill="${colors.scrim}" fill-opacity="0.55"/>`,
      `<rect y="236" width="${photoWidth}" height="158" fill="${colors.scrim}"/>`,
      path(words.sold, middle, sold.top, sold.size, "#fff"),
    );
  }
  return drawingOf(shapes);
}

function drawingOfSeveral({ title, site: name, items }: WordsOfSeveral, tiles: Tile[]): string {
  const nameWidth = measure(name, site.size);
  const titleWidth = width - 2 * row.margin - nameWidth - row.gap;
  const shapes = [
    path(
      shorten(title, heading.size, titleWidth),
      row.margin,
      heading.top,
      heading.size,
      colors.ink,
    ),
    path(name, width - row.margin - nameWidth, heading.top, site.size, colors.muted),
  ];
  for (const [at, tile] of tiles.entries()) {
    const item = items[at];
    if (item === undefined) continue;
    const fitting = Math.min(1, tile.width / measure(item.price, below.price.size));
    const text = shorten(drawable(item.name) || item.category, below.name.size, tile.width);
    shapes.push(
      corners(tile),
      path(item.price, tile.left, below.price.top, below.price.size * fitting, colors.ink),
      path(text, tile.left, below.name.top, below.name.size, colors.muted),
    );
  }
  return drawingOf(shapes);
}

function corners({ left, top, width, height }: Tile): string {
  const r = row.corner;
  const [right, bottom] = [left + width, top + height];
  const outer = `M${left} ${top}H${right}V${bottom}H${left}Z`;
  const inner = `M${left + r} ${top}H${right - r}A${r} ${r} 0 0 1 ${right} ${top + r}V${bottom - r}A${r} ${r} 0 0 1 ${right - r} ${bottom}H${left + r}A${r} ${r} 0 0 1 ${left} ${bottom - r}V${top + r}A${r} ${r} 0 0 1 ${left + r} ${top}Z`;
  return `<path fill="${colors.ground}" fill-rule="evenodd" d="${outer}${inner}"/>`;
}

const drawingOf = (shapes: string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes.join("")}</svg>`;

/** Outlines need no installed font. They are scaled by the SVG: the library rounds some fractions to NaN. */
function path(text: string, x: number, y: number, size: number, fill: string): string {
  let at = x;
  const outlines = glyphs(text).map(({ font, glyph }) => {
    const outline = glyph.getPath(0, 0, font.unitsPerEm).toPathData(0);
    const place = `translate(${at} ${y}) scale(${size / font.unitsPerEm})`;
    at += advance(font, glyph.advanceWidth, size);
    return `<path transform="${place}" d="${outline}"/>`;
  });
  return `<g fill="${fill}">${outlines.join("")}</g>`;
}

function measure(text: string, size: number): number {
  const widths = glyphs(text).map(({ font, glyph }) => advance(font, glyph.advanceWidth, size));
  return widths.reduce((sum, each) => sum + each, 0);
}

const advance = (font: Font, units: number | undefined, size: number) =>
  ((units ?? 0) * size) / font.unitsPerEm;

function glyphs(text: string) {
  return [...text].flatMap((letter) => {
    const font = fonts.find((each) => each.charToGlyphIndex(letter) > 0);
    return font ? [{ font, glyph: font.charToGlyph(letter) }] : [];
  });
}

function wrap(text: string, size: number): string[] {
  const fits = (line: string) => measure(line, size) <= textWidth;
  const pieces = drawable(text)
    .split(" ")
    .filter(Boolean)
    .flatMap((word) => cut(word, fits));
  const lines: string[] = [];
  for (const piece of pieces) {
    const longer = lines.length === 0 ? piece : `${lines.at(-1)} ${piece}`;
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(piece);
  }
  if (lines.length <= name.lines) return lines;
  return [...lines.slice(0, name.lines - 1), end(lines[name.lines - 1] ?? "", size, textWidth)];
}

const shorten = (text: string, size: number, most: number): string =>
  measure(text, size) <= most ? text : end(text, size, most);

function end(text: string, size: number, most: number): string {
  const letters = [...text];
  while (letters.length > 0 && measure(`${letters.join("")}…`, size) > most) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

/** The part of a text for which the font has letters. */
const drawable = (text: string): string =>
  [...text.normalize("NFC")]
    .filter((letter) => /\s/.test(letter) || glyphs(letter).length > 0)
    .join("")
    .replace(/\s+/g, " ")
    .trim();

function cut(word: string, fits: (text: string) => boolean): string[] {
  const parts = [""];
  for (const letter of word) {
    const longer = parts.at(-1) + letter;
    if (fits(longer)) parts[parts.length - 1] = longer;
    else parts.push(letter);
  }
  return parts;
}
