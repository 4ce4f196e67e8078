import type { Sharp } from "sharp";

/** Side in pixels of the grey picture from which a fingerprint is computed. */
const side = 32;
/** The lowest frequencies of a picture in each direction, without the constant ones: they survive resizing and compression. */
const frequencies = Array.from({ length: 8 }, (_, i) => i + 1);
/** The mean strength of these frequencies below which noise decides the bits. */
const flat = 12;

/** The weight of each pixel of a line in each frequency (DCT-II, orthonormal). */
const waves = frequencies.map((frequency) =>
  Array.from(
    { length: side },
    (_, at) => Math.sqrt(2 / side) * Math.cos((Math.PI * frequency * (2 * at + 1)) / (2 * side)),
  ),
);

/** A perceptual hash, 64 bits in hex: similar pictures differ in few. @returns undefined if the picture is too flat to tell */
export async function fingerprintOf(picture: Sharp): Promise<string | undefined> {
  const grey = await picture
    .resize(side, side, { fit: "fill", kernel: "linear" })
    .greyscale()
    .raw()
    .toBuffer();
  const strengths = waves.flatMap((down) => {
    const columns = Array.from({ length: side }, (_, x) =>
      sumOf(down, (y) => grey[y * side + x] ?? 0),
    );
    return waves.map((across) => sumOf(across, (x) => columns[x] ?? 0));
  });
  const meanStrength = strengths.reduce((sum, one) => sum + Math.abs(one), 0) / strengths.length;
  if (meanStrength < flat) return undefined;
  const median = strengths.toSorted((one, other) => one - other)[strengths.length / 2] ?? 0;
  const bits = strengths.map((one) => (one >= median ? "1" : "0")).join("");
  return BigInt(`0b${bits}`).toString(16).padStart(16, "0");
}

const sumOf = (wave: readonly number[], levelAt: (at: number) => number): number =>
  wave.reduce((sum, height, at) => sum + height * levelAt(at), 0);
