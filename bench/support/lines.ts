import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { quantile, round } from "./statistics.ts";

/** One request as bytes, and its name in the metrics. */
export type Question = { name: string; bytes: Buffer };
/** Milliseconds are counted from when it was due; status 0: the connection ended without an answer. */
export type Answer = { name: string; at: number; ms: number; status: number; isBusy: boolean };

/** The response time in milliseconds at this quantile. */
export function within(answers: readonly Answer[], share: number): number {
  return round(
    quantile(
      answers.map(({ ms }) => ms),
      share,
    ),
  );
}

/** @param headers in addition to those of every request */
export function questionOf(
  name: string,
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
): Question {
  const own = Object.entries(headers).map(([field, value]) => `${field}: ${value}\r\n`);
  const head = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${own.join("")}`;
  return {
    name,
    bytes: Buffer.from(`${head}${method === "GET" ? "" : "content-length: 0\r\n"}\r\n`),
  };
}

/**
 * A persistent connection with one request at a time. It reads no more of an answer than the
 * metrics need, so that asking takes little of the processor that the database is on.
 */
class Line {
  readonly #socket: Socket;
  #done: ((status: number, isBusy: boolean) => void) | undefined;
  #text = "";
  #status = 0;
  #left = 0;
  isOpen = true;

  constructor(port: number) {
    const onread = { buffer: Buffer.alloc(64 * 1024), callback: this.#read };
    this.#socket = connect({ host: "127.0.0.1", port, noDelay: true, onread });
    this.#socket.on("error", () => undefined);
    this.#socket.on("close", () => {
      this.isOpen = false;
      this.#tell(0);
    });
  }

  opened(): Promise<unknown> {
    return once(this.#socket, "connect");
  }

  ask(bytes: Buffer, done: (status: number, isBusy: boolean) => void): void {
    this.#done = done;
    this.#socket.write(bytes);
  }

  close(): void {
    this.#socket.destroy();
  }

  readonly #read = (count: number, buffer: Uint8Array): boolean => {
    if (this.#status !== 0) this.#left -= count;
    else {
      this.#text += Buffer.from(buffer.buffer, buffer.byteOffset, count).toString("latin1");
      const end = this.#text.indexOf("\r\n\r\n");
      if (end < 0) return true;
      this.#status = Number(this.#text.slice(9, 12));
      const length = /\r\ncontent-length: (\d+)/i.exec(this.#text.slice(0, end + 2))?.[1];
      if (length === undefined && ![204, 304].includes(this.#status))
        throw new Error(`an answer without its length: ${this.#text.slice(0, end)}`);
      this.#left = Number(length ?? 0) - (this.#text.length - end - 4);
    }
    if (this.#left <= 0) this.#tell(this.#status);
    return true;
  };

  #tell(status: number): void {
    const done = this.#done;
    const isBusy =
      status === 503 &&
      /\r\nretry-after: \d+\r\n/i.test(this.#text) &&
      this.#text.includes('"code":"server-busy"');
    this.#done = undefined;
    this.#text = "";
    this.#status = 0;
    done?.(status, isBusy);
  }
}

type Asking = {
  port: number;
  next: () => Question;
  seconds: number;
  connections: number;
  /**
   * Whether this process looks for answers without a break instead of sleeping until one comes. To wake a processor
   * costs the sender, which a client on its own machine would not charge to the product.
   */
  isAwake?: boolean;
};

/** Sends each request as soon as the previous one is answered. */
export async function requestInTurn(asking: Asking): Promise<Answer[]> {
  const { port, next, seconds, connections, isAwake } = asking;
  const answers: Answer[] = [];
  const ends = performance.now() + seconds * 1000;
  const fallAsleep = isAwake ? stayAwake() : undefined;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const line = new Line(port);
      for (let at = performance.now(); at < ends && line.isOpen; at = performance.now())
        answers.push(await answerOf(line, next(), at));
      line.close();
    }),
  );
  fallAsleep?.();
  return answers;
}

/** @returns lets this process sleep again */
function stayAwake(): () => void {
  let turn = setImmediate(function look() {
    turn = setImmediate(look);
  });
  return () => clearImmediate(turn);
}

function answerOf(line: Line, { name, bytes }: Question, at: number): Promise<Answer> {
  return new Promise((resolve) => {
    line.ask(bytes, (status, isBusy) =>
      resolve({ name, at, ms: performance.now() - at, status, isBusy }),
    );
  });
}

/** `unsent`: no connection was free when they were due; `late`: milliseconds after which each was sent. */
export type Clocked = { answers: Answer[]; unsent: number; late: number[] };

/**
 * Sends requests by the clock, whether or not earlier ones were answered.
 * @param connections as many as are opened at most
 * @param before as many as are opened before the clock starts
 */
export async function requestByClock(
  asking: Asking & { perSecond: number; before?: number },
): Promise<Clocked> {
  const { port, next, seconds, connections, perSecond, before = 0 } = asking;
  const free: Line[] = [];
  for (let n = 0; n < before; n++) {
    const line = new Line(port);
    await line.opened();
    free.push(line);
  }
  const began = performance.now();
  const due = Math.round(seconds * perSecond);
  const lines = new Set(free);
  const clocked: Clocked = { answers: [], unsent: 0, late: [] };
  const waiting = new Set<Promise<void>>();
  const fallAsleep = asking.isAwake ? stayAwake() : undefined;
  const send = async (at: number) => {
    let line = free.pop();
    while (line && !line.isOpen) {
      lines.delete(line);
      line = free.pop();
    }
    if (line === undefined && lines.size < connections) lines.add((line = new Line(port)));
    if (line === undefined) return void clocked.unsent++;
    clocked.late.push(performance.now() - at);
    clocked.answers.push(await answerOf(line, next(), at));
    if (line.isOpen) free.push(line);
    else lines.delete(line);
  };
  await new Promise<void>((resolve) => {
    let sent = 0;
    const tick = setInterval(() => {
      const now = performance.now();
      for (let at; sent < due && (at = began + (sent * 1000) / perSecond) <= now; sent++) {
        const sending = send(at).finally(() => waiting.delete(sending));
        waiting.add(sending);
      }
      if (sent === due) resolve(clearInterval(tick));
    }, 1);
  });
  const cut = setTimeout(() => lines.forEach((line) => line.close()), 15_000);
  await Promise.all(waiting);
  clearTimeout(cut);
  fallAsleep?.();
  lines.forEach((line) => line.close());
  return clocked;
}
