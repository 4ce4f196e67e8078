import { createZstdCompress, createZstdDecompress } from "node:zlib";
import { type Readable, Readable as Streams } from "node:stream";

export const compressed = (source: AsyncIterable<Buffer> | Readable): AsyncIterable<Buffer> =>
  joined(source, createZstdCompress());
export const decompressed = (source: AsyncIterable<Buffer>): AsyncIterable<Buffer> =>
  joined(source, createZstdDecompress());

function joined(
  source: AsyncIterable<Buffer> | Readable,
  step: ReturnType<typeof createZstdCompress>,
): AsyncIterable<Buffer> {
  const from = Streams.from(source, { objectMode: false });
  from.on("error", (error) => step.destroy(error));
  step.on("close", () => from.destroy());
  return from.pipe(step) as AsyncIterable<Buffer>;
}

/** Whole lines without their end, whatever the blocks. */
export async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    const text = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let start = 0;
    for (let end = text.indexOf(10); end >= 0; end = text.indexOf(10, start)) {
      yield text.toString("utf8", start, end);
      start = end + 1;
    }
    rest = text.subarray(start);
  }
  if (rest.length > 0) yield rest.toString("utf8");
}

/** Lines of PostgreSQL's text format as fields; null where it has none. */
export async function* rowsOf(source: AsyncIterable<Buffer>): AsyncGenerator<(string | null)[]> {
  for await (const line of linesOf(source))
    yield line.split("\t").map((field) => (field === "\\N" ? null : field));
}

/** Blocks made of lines. */
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

/** Everything that any of these has, in order and once; each is in order. */
export async function* union(sources: AsyncIterable<string>[]): AsyncGenerator<string> {
  const readers = sources.map((source) => source[Symbol.asyncIterator]());
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
}
