import { pipeline } from "node:stream";
import { pipeline as run } from "node:stream/promises";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import { BackupFault } from "./fault.ts";

/** Bytes of one line; our rows are far shorter. */
const longestLine = 16 * 1024 * 1024;
/** The limit of decompression. Rows contain random ids and shrink to a fifth at best; a thousandth is a bomb. */
const mostGrowth = { times: 1_000, bytes: 1024 * 1024 };

/** Passes the compressed source to `take`, and closes the source if either fails. */
export const compress = <T>(
  source: AsyncIterable<Buffer>,
  take: (compressed: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> => run(source, createZstdCompress(), take);

/** Decompresses. @throws BackupFault if the content is far larger than its compressed form */
export async function* decompressed(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [packed, unpacked] = [0, 0];
  const counted = async function* () {
    for await (const chunk of source) {
      packed += chunk.length;
      yield chunk;
    }
  };
  const content = pipeline(counted, createZstdDecompress(), () => {});
  for await (const chunk of content as AsyncIterable<Buffer>) {
    unpacked += chunk.length;
    if (unpacked > mostGrowth.bytes + packed * mostGrowth.times)
      throw new BackupFault("A compressed file grows to more than a thousand times its size.");
    yield chunk;
  }
}

/** Splits blocks into lines. @throws BackupFault if a line is too long */
export async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let pieces: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      const last = chunk.subarray(start, end);
      yield (size > 0 ? Buffer.concat([...pieces, last]) : last).toString("utf8");
      [pieces, size] = [[], 0];
      start = end + 1;
    }
    if (start === chunk.length) continue;
    pieces.push(chunk.subarray(start));
    size += chunk.length - start;
    if (size > longestLine) throw new BackupFault(`A line has more than ${longestLine} bytes.`);
  }
  if (size > 0) yield Buffer.concat(pieces).toString("utf8");
}

export async function* rowsOf(source: AsyncIterable<Buffer>): AsyncGenerator<(string | null)[]> {
  for await (const line of linesOf(source))
    yield line.split("\t").map((field) => (field === "\\N" ? null : field));
}

export async function* blocksOf(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let text = "";
  for await (const line of lines) {
    text += `${line}\n`;
    if (text.length < 64 * 1024) continue;
    yield Buffer.from(text);
    text = "";
  }
  if (text !== "") yield Buffer.from(text);
}

/** Merges sorted sources into one sorted source without duplicates. */
export async function* union(sources: AsyncIterable<string>[]): AsyncGenerator<string> {
  const readers = sources.map((source) => source[Symbol.asyncIterator]());
  try {
    const heads = await Promise.all(readers.map((reader) => reader.next()));
    for (;;) {
      const least = heads
        .flatMap(({ done, value }) => (done ? [] : [value as string]))
        .reduce<string | undefined>((a, b) => (a === undefined || b < a ? b : a), undefined);
      if (least === undefined) return;
      yield least;
      for (const [i, reader] of readers.entries())
        if (!heads[i]?.done && heads[i]?.value === least) heads[i] = await reader.next();
    }
  } finally {
    for (const reader of readers) await reader.return?.();
  }
}
