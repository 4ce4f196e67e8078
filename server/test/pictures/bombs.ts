import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import type { HostileFile } from "./hostile-pictures.ts";
import { claimingPng, plain } from "./pictures.ts";

/** Small files that expand to an enormous size. */
export async function bombs(): Promise<HostileFile[]> {
  const jpeg = await plain(120, 90).jpeg().toBuffer();
  const png = await plain(120, 90).png().toBuffer();
  const avif = await plain(120, 90).avif({ effort: 0 }).toBuffer();
  const webp = await plain(120, 90).webp().toBuffer();
  const zeros = deflateSync(Buffer.alloc(100_000_000));
  const sizes = [
    [30_000, 30_000],
    [65_535, 65_535],
    [1, 65_535],
    [65_535, 1],
    [2_147_483_647, 2_147_483_647],
    [0, 0],
    [0, 90],
  ] as const;
  const rows = Buffer.alloc(12_000 * 1501);
  return [
    ...sizes.map(([width, height]) => ({
      name: `PNG that claims ${width} by ${height}`,
      bytes: claimingPng(width, height),
      must: "refuse" as const,
    })),
    ...sizes.slice(0, 4).map(([width, height]) => ({
      name: `JPEG that claims ${width} by ${height}`,
      bytes: jpegSized(jpeg, width, height),
    })),
    ...sizes.slice(0, 4).map(([width, height]) => ({
      name: `AVIF that claims ${width} by ${height}`,
      bytes: avifSized(avif, width, height),
      must: "refuse" as const,
    })),
    {
      name: "WebP that claims 16383 by 16383",
      bytes: webpSized(webp, 16_383, 16_383),
      must: "refuse",
    },
    {
      name: "PNG of 144 million pixels in truth",
      bytes: pngOf(12_000, 12_000, deflateSync(rows)),
      must: "refuse",
    },
    {
      name: "PNG whose text unpacks to 100 MB",
      bytes: withChunk(png, "zTXt", Buffer.concat([Buffer.from("x\0\0"), zeros])),
    },
    {
      name: "PNG whose international text unpacks to 100 MB",
      bytes: withChunk(png, "iTXt", Buffer.concat([Buffer.from("x\0\x01\0\0\0"), zeros])),
    },
    {
      name: "PNG whose profile unpacks to 100 MB",
      bytes: withChunk(png, "iCCP", Buffer.concat([Buffer.from("x\0\0"), zeros])),
    },
    { name: "PNG whose pixels unpack to 100 MB too many", bytes: pngOf(100, 100, zeros) },
    {
      name: "APNG that claims two thousand million frames",
      bytes: withChunk(png, "acTL", Buffer.from([0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0])),
    },
  ];
}

/** JPEGs as hardly any camera writes them. */
export async function oddJpegs(): Promise<HostileFile[]> {
  const jpeg = await plain(120, 90).jpeg().toBuffer();
  const progressive = await plain(120, 90).jpeg({ progressive: true }).toBuffer();
  const frame = startOfFrame(jpeg);
  const patched = (at: number, value: number) => {
    const copy = Buffer.from(jpeg);
    copy[at] = value;
    return copy;
  };
  return [
    ...[0xc3, 0xc5, 0xc7, 0xc9, 0xcb].map((kind) => ({
      name: `JPEG of kind ${kind.toString(16)}`,
      bytes: patched(frame + 1, kind),
    })),
    ...[0, 2, 12, 16].map((bits) => ({
      name: `JPEG of ${bits} bits`,
      bytes: patched(frame + 4, bits),
    })),
    ...[0, 2, 5, 255].map((parts) => ({
      name: `JPEG of ${parts} components`,
      bytes: patched(frame + 9, parts),
    })),
    ...[0, 0x44, 0xff].map((factors) => ({
      name: `JPEG sampled ${factors.toString(16)}`,
      bytes: patched(frame + 11, factors),
    })),
    { name: "JPEG of a thousand scans", bytes: manyScans(progressive, 1000) },
  ];
}

/** Right behind the first marker of a JPEG. */
export function withSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

function chunkOf(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), body]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(body.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

/** Right behind the header of a PNG. */
export const withChunk = (png: Buffer, name: string, body: Buffer) =>
  Buffer.concat([png.subarray(0, 33), chunkOf(name, body), png.subarray(33)]);

/** One bit per pixel. */
function pngOf(width: number, height: number, packed: Buffer): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([
    signature,
    chunkOf("IHDR", header),
    chunkOf("IDAT", packed),
    chunkOf("IEND", Buffer.alloc(0)),
  ]);
}

const startOfFrame = (jpeg: Buffer) =>
  Math.max(jpeg.indexOf(Buffer.from([0xff, 0xc0])), jpeg.indexOf(Buffer.from([0xff, 0xc2])));

function jpegSized(jpeg: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(jpeg);
  copy.writeUInt16BE(height, startOfFrame(copy) + 5);
  copy.writeUInt16BE(width, startOfFrame(copy) + 7);
  return copy;
}

function avifSized(avif: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(avif);
  const at = copy.indexOf("ispe");
  copy.writeUInt32BE(width, at + 8);
  copy.writeUInt32BE(height, at + 12);
  return copy;
}

/** A lossy WebP's size follows its start code. */
function webpSized(webp: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(webp);
  const at = copy.indexOf(Buffer.from([0x9d, 0x01, 0x2a]));
  copy.writeUInt16LE(width, at + 3);
  copy.writeUInt16LE(height, at + 5);
  return copy;
}

/** The last scan of a progressive JPEG again and again: every one of them is work for a decoder. */
function manyScans(jpeg: Buffer, scans: number): Buffer {
  const last = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = jpeg.subarray(last, -2);
  return Buffer.concat([
    jpeg.subarray(0, -2),
    ...Array<Buffer>(scans).fill(scan),
    jpeg.subarray(-2),
  ]);
}

/** An animated WebP whose second frame comes again and again. */
export async function animated(frames: number): Promise<Buffer> {
  const one = await plain(120, 90).png().toBuffer();
  const two = await plain(120, 90).negate().png().toBuffer();
  const webp = await sharp([one, two], { join: { animated: true } })
    .webp()
    .toBuffer();
  const last = webp.lastIndexOf("ANMF");
  const all = Buffer.concat([webp, ...Array<Buffer>(frames - 2).fill(webp.subarray(last))]);
  all.writeUInt32LE(all.length - 8, 4);
  return all;
}
