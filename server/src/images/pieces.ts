import type { FileHandle } from "node:fs/promises";
import type { ServerResponse } from "node:http";

/** Bytes that are read at once: most files of photos are one piece. */
const pieceBytes = 64 * 1024;
/** Buffers that are kept for the next file, 2 MB; whoever comes when none is left gets one of his own. */
const mostKept = 32;
const kept: Buffer[] = [];

/**
 * The content of an open file, which is closed at the end. Every piece is good only until the next is asked
 * for: hundreds who take photos slowly would otherwise leave gigabytes of used buffers to the collector.
 * @param bytes how many there are
 */
export async function* readPieces(file: FileHandle, bytes: number): AsyncGenerator<Uint8Array> {
  try {
    const buffer = kept.pop() ?? Buffer.allocUnsafeSlow(pieceBytes);
    for (let position = 0; position < bytes;) {
      const { bytesRead } = await file.read(
        buffer,
        0,
        Math.min(pieceBytes, bytes - position),
        position,
      );
      if (bytesRead === 0) throw new Error("a file ended before its end");
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
    // Not where somebody left early: his last piece may still be on its way.
    if (kept.length < mostKept) kept.push(buffer);
  } finally {
    await file.close();
  }
}

/**
 * Writes a piece, and ends the answer with the last.
 * @returns when the system has taken it, so that its bytes may change; false when the other end is gone
 */
export function writePiece(
  response: ServerResponse,
  piece: Uint8Array,
  isLast: boolean,
): Promise<boolean> {
  return new Promise((resolve) => {
    // Its close has been told already, and nothing else would be.
    if (response.destroyed) return resolve(false);
    const gone = () => resolve(false);
    const taken = (error?: Error | null) => {
      response.off("close", gone);
      resolve(!error);
    };
    response.once("close", gone);
    if (isLast) response.end(piece, taken);
    else response.write(piece, taken);
  });
}
