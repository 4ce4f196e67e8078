/** What the first bytes of a file say it is. They only choose the refusal; whether it is a photo, decoding decides. */
export type PictureKind = "photo" | "heic" | "other-picture" | "unknown";

/** Bytes to look at. */
export const kindBytes = 512;

const heicBrands = new Set([
  "heic",
  "heix",
  "heim",
  "heis",
  "hevc",
  "hevx",
  "hevm",
  "hevs",
  "mif1",
  "msf1",
]);
const avifBrands = new Set(["avif", "avis"]);

/** Pictures and documents that are real, and that we do not take. */
const otherStarts = [
  "GIF8",
  "II*\0",
  "MM\0*",
  "II+\0",
  "MM\0+",
  "BM",
  "\0\0\x01\0",
  "8BPS",
  "%PDF",
  "\0\0\0\x0cjP  ",
  "\xff\x4f\xff\x51",
  "\xff\x0a",
  "\0\0\0\x0cJXL ",
  "v/1\x01",
  "SIMPLE  =",
  "#?RADIANCE",
  "\x1f\x8b",
  "qoif",
];

export function kindOf(start: Buffer): PictureKind {
  const text = start.toString("latin1");
  if (text.startsWith("\xff\xd8\xff") || text.startsWith("\x89PNG\r\n\x1a\n")) return "photo";
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return "photo";
  if (text.slice(4, 8) === "ftyp") return kindOfBrands(text);
  if (otherStarts.some((bytes) => text.startsWith(bytes))) return "other-picture";
  if (/^(\xef\xbb\xbf)?\s*<(\?xml|!--|!doctype svg|!DOCTYPE svg|svg)/.test(text))
    return "other-picture";
  return "unknown";
}

/** AVIF and HEIC share one container; its brands tell them apart (ISO/IEC 14496-12 section 4.3). */
function kindOfBrands(text: string): PictureKind {
  const length = Math.min(text.charCodeAt(2) * 256 + text.charCodeAt(3), text.length);
  const brands = [text.slice(8, 12)];
  for (let at = 16; at + 4 <= length; at += 4) brands.push(text.slice(at, at + 4));
  if (brands.some((brand) => avifBrands.has(brand))) return "photo";
  return brands.some((brand) => heicBrands.has(brand)) ? "heic" : "unknown";
}
