import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { availableParallelism, tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import { AppError } from "../errors.ts";
import { lowerPriority } from "./low-priority.ts";

const refusals = [
  "not-an-image",
  "unsupported-image-type",
  "heic-image",
  "too-many-pixels",
] as const;
export type ImageRefusal = (typeof refusals)[number];

const side = z.int().check(z.minimum(1), z.maximum(2560));
const widths = z.array(side).check(z.maxLength(3));
const encodedPhoto = z.strictObject({
  width: side,
  height: side,
  widths,
  thumbhash: z.string().check(z.regex(/^[A-Za-z0-9+/]{4,40}={0,2}$/)),
  color: z.string().check(z.regex(/^#[0-9a-f]{6}$/)),
});
/** Size in pixels of the largest file; the widths, ascending, for which `<width>.webp` was written; base64; #rrggbb. */
export type EncodedPhoto = z.infer<typeof encodedPhoto>;

const imageAnswer = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("ready") }),
  z.strictObject({ kind: z.literal("encoded"), photo: encodedPhoto }),
  z.strictObject({ kind: z.literal("avif"), widths }),
  z.strictObject({ kind: z.literal("card") }),
  z.strictObject({ kind: z.literal("refused"), code: z.enum(refusals), spent: z.boolean() }),
  z.strictObject({ kind: z.literal("failed"), reason: z.string().check(z.maxLength(2_000)) }),
]);
/** What an image process says. It is read as the word of a stranger: a hostile picture may be speaking. */
export type ImageAnswer = z.infer<typeof imageAnswer>;
/** What stands on a preview card; `sold` only where the product is. */
export type CardWords = { price: string; name: string; site: string; sold?: string };
type Order = { input: string; output: string } & (
  | { task: "encode" | "avif" }
  | { task: "card"; words: CardWords }
);
export type ImageJob = Order & { maxMemory: number };

export type ImageProcessor = {
  /**
   * Writes a picture into the folder as `<width>.webp` files.
   * @throws AppError not-an-image, unsupported-image-type, heic-image, too-many-pixels, image-too-slow or server-busy
   */
  encode(input: string, outputFolder: string): Promise<EncodedPhoto>;
  /** Writes a stored photo as `<width>.avif` files, when nobody is waiting for an upload. @returns the widths */
  encodeAvif(input: string, outputFolder: string): Promise<number[]>;
  /** Writes the preview card of a stored photo as `card.jpg`. The caller bounds how many wait. */
  drawCard(input: string, outputFolder: string, words: CardWords): Promise<void>;
  /** Ends every image process; work that has not ended is refused as server-busy. */
  close(): Promise<void>;
};

export type ProcessorOptions = {
  /** Image processes at a time */
  processes?: number;
  /** Uploads that may wait for one; the next is refused */
  waiting?: number;
  /** Milliseconds that one picture may take: it needs a third of a second, but others go first */
  killAfter?: number;
  /** Bytes that an image process may hold */
  maxMemory?: number;
  /** Milliseconds after which an idle process is ended */
  idleFor?: number;
  /** Milliseconds without an upload before AVIF files are begun: what is begun keeps the next photo waiting */
  calm?: number;
  /** Told when a process had to be ended or died by itself */
  onTrouble?: (reason: string) => void;
};

type Task = Order & {
  resolve: (answer: ImageAnswer) => void;
  reject: (error: Error) => void;
};

/** Milliseconds that an image process may take to load. */
const startTime = 15_000;
const program = fileURLToPath(new URL("./image-process.ts", import.meta.url));

/** A few image processes, started when needed, used again, and replaced as soon as one misbehaves. */
export function createImageProcessor(options: ProcessorOptions = {}): ImageProcessor {
  const {
    processes = availableParallelism() > 2 ? 2 : 1,
    waiting = 16,
    killAfter = 60_000,
    maxMemory = 768 * 1024 * 1024,
    idleFor = 60_000,
    calm = 3_000,
    onTrouble = () => {},
  } = options;
  const uploads: Task[] = [];
  const cards: Task[] = [];
  const background: Task[] = [];
  const children = new Set<ChildProcess>();
  const idle: { child: ChildProcess; end: NodeJS.Timeout }[] = [];
  let busy = 0;
  let closed = false;
  let calmAt = 0;
  let waking: NodeJS.Timeout | undefined;

  function submit(lane: Task[], job: Order): Promise<ImageAnswer> {
    if (closed || (lane === uploads && uploads.length >= waiting))
      return Promise.reject(new AppError("server-busy"));
    if (lane === uploads) calmAt = performance.now() + calm;
    return new Promise((resolve, reject) => {
      lane.push({ ...job, resolve, reject });
      startNext();
    });
  }

  function startNext(): void {
    if (busy >= processes) return;
    const task = uploads.shift() ?? cards.shift() ?? takeBackground();
    if (task) void run(task);
  }

  function takeBackground(): Task | undefined {
    const left = calmAt - performance.now();
    if (left <= 0 || background.length === 0) return background.shift();
    clearTimeout(waking);
    waking = setTimeout(startNext, left + 1);
    return undefined;
  }

  async function run(task: Task): Promise<void> {
    busy++;
    let child: ChildProcess | undefined;
    try {
      child = takeIdle() ?? (await start());
      const answer = await ask(child, task);
      if (answer.kind === "refused" && answer.spent)
        throw new Spent("held too much memory", new AppError(answer.code));
      rest(child);
      task.resolve(answer);
    } catch (error) {
      child?.kill("SIGKILL");
      if (error instanceof Spent && !closed) onTrouble(error.message);
      task.reject(
        closed
          ? new AppError("server-busy")
          : error instanceof Spent
            ? error.refusal
            : (error as Error),
      );
    } finally {
      busy--;
      startNext();
    }
  }

  async function start(): Promise<ChildProcess> {
    const child = fork(program, {
      execArgv: ["--max-old-space-size=128", "--no-warnings"],
      cwd: tmpdir(),
      // A full list, not an addition: no secret of the server's environment goes along.
      env: { MALLOC_ARENA_MAX: "2", VIPS_DISC_THRESHOLD: "1g" },
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      serialization: "json",
      // A session of its own; it ends with the connection to this process.
      detached: true,
    });
    children.add(child);
    child.once("exit", () => {
      children.delete(child);
      const at = idle.findIndex((resting) => resting.child === child);
      if (at >= 0) clearTimeout(idle.splice(at, 1)[0]?.end);
    });
    const answer = await nextAnswer(child, startTime).catch((error: unknown) => {
      child.kill("SIGKILL");
      throw new Error("an image process did not start", { cause: error });
    });
    if (answer.kind !== "ready") throw new Error("an image process did not start");
    await lowerPriority(child);
    return child;
  }

  function ask(
    child: ChildProcess,
    { resolve: _resolve, reject: _reject, ...order }: Task,
  ): Promise<ImageAnswer> {
    const answer = nextAnswer(child, killAfter);
    const job: ImageJob = { ...order, maxMemory };
    child.send(job, () => {});
    return answer;
  }

  function takeIdle(): ChildProcess | undefined {
    const resting = idle.pop();
    clearTimeout(resting?.end);
    resting?.child.ref();
    return resting?.child;
  }

  function rest(child: ChildProcess): void {
    child.unref();
    child.channel?.unref();
    idle.push({ child, end: setTimeout(() => child.kill("SIGKILL"), idleFor).unref() });
  }

  return {
    async encode(input, output) {
      const answer = await submit(uploads, { task: "encode", input, output });
      calmAt = performance.now() + calm;
      if (answer.kind === "encoded") return answer.photo;
      throw refusalOf(answer);
    },
    async encodeAvif(input, output) {
      const answer = await submit(background, { task: "avif", input, output });
      if (answer.kind === "avif") return answer.widths;
      throw refusalOf(answer);
    },
    async drawCard(input, output, words) {
      const answer = await submit(cards, { task: "card", input, output, words });
      if (answer.kind !== "card") throw refusalOf(answer);
    },
    async close() {
      closed = true;
      clearTimeout(waking);
      for (const task of [...uploads.splice(0), ...cards.splice(0), ...background.splice(0)])
        task.reject(new AppError("server-busy"));
      const ended = [...children].map((child) => once(child, "exit"));
      for (const child of children) {
        child.ref();
        child.kill("SIGKILL");
      }
      await Promise.all(ended);
    },
  };
}

/** The process cannot be used any more; the uploader hears the refusal, the operator the reason. */
class Spent extends Error {
  readonly refusal: AppError;
  constructor(reason: string, refusal: AppError) {
    super(`an image process ${reason}`);
    this.refusal = refusal;
  }
}

function nextAnswer(child: ChildProcess, killAfter: number): Promise<ImageAnswer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => fail(new Spent("took too long", new AppError("image-too-slow"))),
      killAfter,
    );
    const onExit = () => fail(new Spent("died", new AppError("not-an-image")));
    const onError = (error: Error) => fail(error);
    const onMessage = (message: unknown) => {
      const read = imageAnswer.safeParse(message);
      if (!read.success) return fail(new Spent("spoke nonsense", new AppError("not-an-image")));
      stop();
      resolve(read.data);
    };
    const stop = () => {
      clearTimeout(timer);
      child.off("exit", onExit).off("error", onError).off("message", onMessage);
    };
    const fail = (error: Error) => {
      stop();
      reject(error);
    };
    child.on("exit", onExit).on("error", onError).on("message", onMessage);
  });
}

function refusalOf(answer: ImageAnswer): Error {
  if (answer.kind === "refused") return new AppError(answer.code);
  const reason = answer.kind === "failed" ? answer.reason : "an unexpected answer";
  const code = /no space left/i.test(reason) ? "ENOSPC" : undefined;
  return Object.assign(new Error(`a photo could not be made: ${reason}`), { code });
}
