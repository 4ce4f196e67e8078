import { gzipSync } from "node:zlib";
import { animated, bombs, oddJpegs, withChunk, withSegment } from "./bombs.ts";
import { heic, phoneJpeg, plain, svg } from "./pictures.ts";

/** A file that an attacker might send as a photo; `mark` is in those whose foreign bytes must be removed. */
export type HostileFile = { name: string; bytes: Buffer; must?: "refuse" | "accept" };
/** Contained in every smuggled text, so that it can be recognized. */
export const mark = "SMUGGLED-IN";
const script = Buffer.from(`<html><script>alert("${mark}")</script></html>`);

/** Numbers from 0 up to 1, the same ones for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** @param mutants how many mutations of each of the good pictures */
export async function hostileFiles(seed: number, mutants: number): Promise<HostileFile[]> {
  const good = await goodPictures();
  const random = randomFrom(seed);
  return [
    ...(await acceptable()),
    ...strangers(),
    ...(await polyglots()),
    ...(await bombs()),
    ...(await oddJpegs()),
    ...Object.entries(good).flatMap(([name, bytes]) => [
      ...truncated(name, bytes),
      ...Array.from({ length: mutants }, (_, number) => ({
        name: `${name}, mutant ${number}`,
        bytes: mutate(bytes, random),
      })),
    ]),
  ];
}

async function goodPictures(): Promise<Record<string, Buffer>> {
  return {
    JPEG: await phoneJpeg(120, 90),
    "progressive JPEG": await plain(120, 90).jpeg({ progressive: true }).toBuffer(),
    PNG: await plain(120, 90).png().toBuffer(),
    "interlaced PNG": await plain(60, 45).png({ progressive: true, palette: true }).toBuffer(),
    WebP: await plain(120, 90).webp().toBuffer(),
    "lossless WebP": await plain(60, 45).webp({ lossless: true }).toBuffer(),
    AVIF: await plain(120, 90).avif({ effort: 0 }).toBuffer(),
  };
}

/** Unusual, and yet photos. */
async function acceptable(): Promise<HostileFile[]> {
  const held = [1, 2, 3, 4, 5, 6, 7, 8].map(
    async (way) => [`held in way ${way}, with GPS`, await phoneJpeg(120, 90, way)] as const,
  );
  const others: [string, Promise<Buffer>][] = [
    ["CMYK", plain(120, 90).toColourspace("cmyk").jpeg().toBuffer()],
    ["16 bits", plain(120, 90).toColourspace("rgb16").png().toBuffer()],
    ["grey", plain(120, 90).greyscale().jpeg().toBuffer()],
    ["palette", plain(120, 90).png({ palette: true, colours: 4 }).toBuffer()],
    ["alpha", plain(120, 90).ensureAlpha(0.2).webp().toBuffer()],
    ["Display P3", plain(120, 90).withIccProfile("p3").png().toBuffer()],
    ["4:4:4", plain(120, 90).jpeg({ chromaSubsampling: "4:4:4" }).toBuffer()],
    ["animated, thousands of frames", animated(3000)],
  ];
  const all = [
    ...(await Promise.all(held)),
    ...(await Promise.all(others.map(async ([name, bytes]) => [name, await bytes] as const))),
  ];
  return all.map(([name, bytes]) => ({ name, bytes, must: "accept" }));
}

/** Pictures of kinds that are not taken, and what is no picture at all. */
function strangers(): HostileFile[] {
  const starts: Record<string, string> = {
    GIF: "GIF89a\x28\0\x1e\0\0\0\0;",
    "GIF with script": `GIF89a/*${mark}*/=1;alert(1)//`,
    TIFF: "II*\0\x08\0\0\0",
    BigTIFF: "II+\0\x08\0\0\0",
    BMP: "BM\x46\0\0\0\0\0\0\0",
    ICO: "\0\0\x01\0\x01\0",
    PSD: "8BPS\0\x01",
    PDF: "%PDF-1.7\n",
    "JPEG 2000": "\0\0\0\x0cjP  \r\n\x87\n",
    "JPEG XL": "\xff\x0a\xfa\x1f",
    OpenEXR: "v/1\x01\x02\0\0\0",
    FITS: "SIMPLE  =                    T",
    Radiance: "#?RADIANCE\n",
    QOI: "qoif\0\0\0\x28",
    "a page": "<!doctype html><script>alert(1)</script>",
    "a script": "alert(1)",
    "a program": "\x7fELF\x02\x01\x01",
    "a shell script": "#!/bin/sh\nid\n",
    "a table": "1,2,3\n4,5,6\n",
    "an archive": "PK\x03\x04",
    MP4: "\0\0\0\x18ftypmp42\0\0\0\0isommp42",
    "AVIF in name only": "\0\0\0\x18ftypavif\0\0\0\0avifmif1",
    "WebP in name only": "RIFF\x10\0\0\0WEBPVP8X",
    "JPEG in name only": "\xff\xd8\xff\xe0\0\x10JFIF\0",
    "PNG in name only": "\x89PNG\r\n\x1a\n",
    "MVG for ImageMagick": 'push graphic-context\nimage over 0,0 0,0 "|id"\n',
    nothing: "",
    "one byte": "\xff",
  };
  const drawings = {
    SVG: svg,
    "SVG with an entity":
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>',
    "SVG with a link":
      '<svg xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="file:///etc/passwd"/></svg>',
    "SVG of a billion laughs": `<!DOCTYPE svg [<!ENTITY a "x">${Array.from({ length: 9 }, (_, at) => `<!ENTITY ${"bcdefghij"[at]} "${`&${"abcdefghi"[at]};`.repeat(10)}">`).join("")}]><svg>&j;</svg>`,
    "SVG after spaces": `\ufeff  \n<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`,
    SVGZ: gzipSync(svg),
    HEIC: heic,
  };
  return [
    ...Object.entries(starts).map(([name, start]) => ({
      name,
      bytes: Buffer.concat([Buffer.from(start, "latin1"), Buffer.alloc(start === "" ? 0 : 300)]),
    })),
    ...Object.entries(drawings).map(([name, bytes]) => ({ name, bytes: Buffer.from(bytes) })),
  ].map((file) => ({ ...file, must: "refuse" }));
}

/** Photos with something else before, in or behind them. */
async function polyglots(): Promise<HostileFile[]> {
  const jpeg = await plain(120, 90).jpeg().toBuffer();
  const png = await plain(120, 90).png().toBuffer();
  const webp = await plain(120, 90).webp().toBuffer();
  const virus = Buffer.from(`X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR ${mark}`);
  const behind = {
    page: script,
    archive: Buffer.from(`PK\x03\x04${mark}`),
    PHP: Buffer.from(`<?php system("${mark}");`),
    video: Buffer.from(`\0\0\0\x18ftypmp42${mark}`),
  };
  return [
    ...Object.entries({ JPEG: jpeg, PNG: png, WebP: webp }).flatMap(([name, bytes]) =>
      Object.entries(behind).map(([what, tail]) => ({
        name: `${name} and ${what}`,
        bytes: Buffer.concat([bytes, tail]),
        must: "accept" as const,
      })),
    ),
    { name: "JPEG comment with a script", bytes: withSegment(jpeg, 0xfe, script), must: "accept" },
    {
      name: "JPEG comment with a test virus",
      bytes: withSegment(jpeg, 0xfe, virus),
      must: "accept",
    },
    {
      name: "JPEG with a false ICC profile",
      bytes: withSegment(jpeg, 0xe2, Buffer.from(`ICC_PROFILE\0\x01\x01${mark}`)),
    },
    {
      name: "JPEG with false EXIF",
      bytes: withSegment(jpeg, 0xe1, Buffer.from(`Exif\0\0${mark}`)),
    },
    {
      name: "JPEG with EXIF that loops",
      bytes: withSegment(
        jpeg,
        0xe1,
        Buffer.from(
          "Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\x08\0\0\0",
          "latin1",
        ),
      ),
    },
    {
      name: "JPEG with IPTC",
      bytes: withSegment(jpeg, 0xed, Buffer.from(`Photoshop 3.0\0${mark}`)),
      must: "accept",
    },
    {
      name: "PNG with text",
      bytes: withChunk(png, "tEXt", Buffer.from(`Comment\0${mark}`)),
      must: "accept",
    },
    { name: "PNG with EXIF", bytes: withChunk(png, "eXIf", Buffer.from(`II*\0${mark}`)) },
    {
      name: "PDF before a JPEG",
      bytes: Buffer.concat([Buffer.from("%PDF-1.7\n"), jpeg]),
      must: "refuse",
    },
    { name: "a page before a JPEG", bytes: Buffer.concat([script, jpeg]), must: "refuse" },
  ];
}

const truncated = (name: string, bytes: Buffer): HostileFile[] =>
  [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9].map((share) => ({
    name: `${name}, its first ${share * 100} %`,
    bytes: bytes.subarray(0, Math.floor(bytes.length * share)),
  }));

/** A few bytes changed, left out, said twice or filled in. */
function mutate(bytes: Buffer, random: () => number): Buffer {
  let copy = Buffer.from(bytes);
  const place = () => Math.floor(random() * copy.length);
  for (let times = 1 + Math.floor(random() * 8); times > 0; times--) {
    const way = Math.floor(random() * 5);
    const [at, length] = [place(), 1 + Math.floor(random() * 32)];
    if (way === 0) copy[at] = Math.floor(random() * 256);
    else if (way === 1) copy[at] = (copy[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    else if (way === 2) copy.fill(random() < 0.5 ? 0 : 255, at, Math.min(copy.length, at + length));
    else if (way === 3) copy = Buffer.concat([copy.subarray(0, at), copy.subarray(at + length)]);
    else copy = Buffer.concat([copy.subarray(0, at + length), copy.subarray(at)]);
  }
  return copy;
}
