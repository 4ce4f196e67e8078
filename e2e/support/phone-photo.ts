import sharp from "sharp";

/** RGB colours of the four quarters of every upright photo. */
export const quarters = {
  topLeft: [220, 40, 40],
  topRight: [40, 180, 60],
  bottomLeft: [40, 70, 220],
  bottomRight: [240, 220, 60],
} as const satisfies Record<string, readonly [number, number, number]>;

/** Degrees by which a camera held that way turns what it stores (Exif 2.32 section 4.6.4). */
const storedTurn = { 1: 0, 3: 180, 6: 270, 8: 90 } as const;
export type Orientation = keyof typeof storedTurn;

const made = new Map<Orientation, Promise<Buffer>>();

/**
 * A 12-megapixel phone photo with grain, orientation, location and owner.
 * Held sideways (6, 8) it is seen as 3000 by 4000, else as 4000 by 3000.
 */
export function phonePhoto(orientation: Orientation): Promise<Buffer> {
  const photo = made.get(orientation) ?? makePhoto(orientation);
  made.set(orientation, photo);
  return photo;
}

async function makePhoto(orientation: Orientation): Promise<Buffer> {
  const [width, height] = orientation > 4 ? [3000, 4000] : [4000, 3000];
  const quarter = { width: width / 2, height: height / 2, channels: 3 } as const;
  const tile = ([r, g, b]: readonly [number, number, number], left: number, top: number) => ({
    input: { create: { ...quarter, background: { r, g, b } } },
    left: left * quarter.width,
    top: top * quarter.height,
  });
  const grain = { type: "gaussian", mean: 128, sigma: 24 } as const;
  const noise = await sharp({
    create: { width: 500, height: 500, channels: 3, background: "#888", noise: grain },
  })
    .png()
    .toBuffer();
  const seen = await sharp({ create: { width, height, channels: 3, background: "#000" } })
    .composite([
      tile(quarters.topLeft, 0, 0),
      tile(quarters.topRight, 1, 0),
      tile(quarters.bottomLeft, 0, 1),
      tile(quarters.bottomRight, 1, 1),
      { input: noise, blend: "soft-light", tile: true },
    ])
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(seen.data, { raw: { width, height, channels: seen.info.channels } })
    .rotate(storedTurn[orientation])
    .withExif({
      IFD0: { Make: "Campus", Model: "Phone", Artist: "Nandini Rao" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "20/1 17/1 45/1",
        GPSLongitudeRef: "E",
        GPSLongitude: "85/1 49/1 30/1",
      },
    })
    .withMetadata({ orientation })
    .jpeg({ quality: 88 })
    .toBuffer();
}

/** The colours in the middle of the four quarters of a picture, as it is stored. */
export async function quarterColours(
  picture: Buffer,
): Promise<Record<keyof typeof quarters, number[]>> {
  const { data } = await sharp(picture)
    .removeAlpha()
    .resize(4, 4, { fit: "fill", kernel: "cubic" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * 4 + x) * 3, (y * 4 + x) * 3 + 3)];
  return { topLeft: at(0, 0), topRight: at(3, 0), bottomLeft: at(0, 3), bottomRight: at(3, 3) };
}
