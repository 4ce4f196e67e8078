/** The kind of a file by its first bytes; it only selects the refusal. */
type PictureKind = "photo" | "heic" | "other-picture" | "unknown";

export const kindBytes = 512;

const heicBrands = "heic heix heim heis hevc hevx hevm hevs mif1 msf1".split(" ");
const avifBrands = ["avif", "avis"];

const otherKinds = [
  "GIF8|BM|8BPS|%PDF|qoif|v/1\x01|SIMPLE  =|#?RADIANCE|\x1f\x8b|\xff\x4f\xff\x51|\xff\x0a",
  "II*\0|MM\0*|II+\0|MM\0+|\0\0\x01\0|\0\0\0\x0cjP  |\0\0\0\x0cJXL ",
].flatMap((starts) => starts.split("|"));

export function kindOf(start: Buffer): PictureKind {
  const text = start.toString("latin1");
  if (text.startsWith("\xff\xd8\xff") || text.startsWith("\x89PNG\r\n\x1a\n")) return "photo";
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return "photo";
  if (text.slice(4, 8) === "ftyp") return kindOfBrands(text);
  if (otherKinds.some((bytes) => text.startsWith(bytes))) return "other-picture";
  if (/^(\xef\xbb\xbf)?\s*<(\?xml|!--|!doctype svg|!DOCTYPE svg|svg)/.test(text))
    return "other-picture";
  return "unknown";
}

/** Distinguishes AVIF from HEIC: both use one container, whose brands differ (ISO/IEC 14496-12 section 4.3). */
function kindOfBrands(text: string): PictureKind {
  const length = Math.min(text.charCodeAt(2) * 256 + text.charCodeAt(3), text.length);
  const brands = [text.slice(8, 12)];
  for (let at = 16; at + 4 <= length; at += 4) brands.push(text.slice(at, at + 4));
  if (brands.some((brand) => avifBrands.includes(brand))) return "photo";
  return brands.some((brand) => heicBrands.includes(brand)) ? "heic" : "unknown";
}
