import { once } from "node:events";
import { Readable } from "node:stream";
import type pg from "pg";

/** What the driver offers beside its types, as its own cursor and stream packages use it. */
type Wire = pg.Connection & {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
};

/** Bytes gathered before they are handed on: the server sends row by row. */
const block = 64 * 1024;

/** Rows of `copy … to stdout` as they come; `rows` is known at the end. */
export class CopyOut extends Readable {
  readonly #statement: string;
  #wire: Wire | undefined;
  #parts: Buffer[] = [];
  #size = 0;
  rows = 0;

  constructor(statement: string) {
    super({ highWaterMark: 4 * block });
    this.#statement = statement;
  }

  submit(connection: pg.Connection): void {
    this.#wire = connection as Wire;
    connection.query(this.#statement);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // The rest of the table arrives until the connection is closed.
    if (this.destroyed) return;
    // The driver uses its buffer again.
    this.#parts.push(Buffer.from(chunk));
    this.#size += chunk.length;
    this.rows += 1;
    if (this.#size >= block) this.#handOn();
  }

  handleCommandComplete(): void {
    this.#handOn();
  }

  handleReadyForQuery(): void {
    this.push(null);
  }

  handleError(error: Error): void {
    this.destroy(error);
  }

  #handOn(): void {
    if (this.#size === 0 || this.destroyed) return;
    const full = !this.push(Buffer.concat(this.#parts));
    this.#parts = [];
    this.#size = 0;
    if (full) this.#wire?.stream.pause();
  }

  override _read(): void {
    this.#wire?.stream.resume();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#wire?.stream.resume();
    callback(error);
  }
}

/** Sends what `copy … from stdin` reads. @throws what the source or the database throws */
export function copyIn(
  client: pg.ClientBase,
  statement: string,
  source: AsyncIterable<Buffer>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: Error | undefined;
    const send = async (wire: Wire) => {
      try {
        for await (const chunk of source) {
          if (failure) return;
          wire.sendCopyFromChunk(chunk);
          if (wire.stream.writableNeedDrain) await once(wire.stream, "drain");
        }
        wire.endCopyFrom();
      } catch (error) {
        failure ??= error as Error;
        wire.sendCopyFail("the source failed");
      }
    };
    client.query({
      submit: (connection: pg.Connection) => connection.query(statement),
      handleCopyInResponse: (connection: Wire) => void send(connection),
      handleCommandComplete() {},
      handleReadyForQuery: () => (failure ? reject(failure) : resolve()),
      handleError(error: Error) {
        failure ??= error;
        // A lost connection brings no ReadyForQuery.
        if (!("severity" in error)) reject(failure);
      },
    } as pg.Submittable);
  });
}
