import type { Readable } from "node:stream";

const lengthBytes = 4;

/** A message between the server and an image process: its length in four bytes, then its content. */
export function frame(content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content);
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes]);
}

export function unframe(frames: Buffer): Buffer[] {
  const contents: Buffer[] = [];
  for (let at = 0; at < frames.length;) {
    const end = at + lengthBytes + frames.readUInt32LE(at);
    contents.push(frames.subarray(at + lengthBytes, end));
    at = end;
  }
  return contents;
}

/** The contents of the frames of a stream. @throws RangeError at one of more than `maxBytes` */
export async function* readFrames(stream: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let received = 0;
  let length: number | undefined;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    pieces.push(piece);
    received += piece.length;
    while (received >= (length ?? lengthBytes)) {
      const bytes = Buffer.concat(pieces);
      const used = length ?? lengthBytes;
      if (length === undefined) {
        length = bytes.readUInt32LE();
        if (length > maxBytes) throw new RangeError(`A frame of ${length} bytes is too long.`);
      } else {
        length = undefined;
        yield bytes.subarray(0, used);
      }
      pieces = [bytes.subarray(used)];
      received -= used;
    }
  }
}
