import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { AppError } from "../errors.ts";
import { type Made, Spent, startImageChild, work } from "./image-child.ts";
import type { CardWords, ImageOrder, PhotoLook } from "./image-job.ts";

/** Width in pixels of the largest file; the widths, ascending, for which `<width>.webp` was written. */
export type EncodedPhoto = PhotoLook & { width: number; widths: number[] };

export type ImageProcessor = {
  /**
   * Writes a picture into the folder as `<width>.webp` files. Students take turns, one picture of each at a time.
   * @throws AppError not-an-image, unsupported-image-type, heic-image, too-many-pixels, image-too-slow or server-busy
   */
  encode(input: string, outputFolder: string, studentId: string): Promise<EncodedPhoto>;
  /** Writes a stored photo as `<width>.avif` files, when no upload waits. @returns the widths */
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
  /** Milliseconds that one picture may take: others go first */
  killAfter?: number;
  /** Bytes that an image process may hold */
  maxMemory?: number;
  /** Milliseconds of processor time that one picture may take; a photo of a phone takes a third of a second */
  maxCpu?: number;
  /** Milliseconds after which an idle process is ended */
  idleFor?: number;
  /** Told when a process had to be ended or died by itself */
  onTrouble?: (reason: string) => void;
};

type Task = {
  order: ImageOrder;
  /** Whose picture it is, of uploads */
  studentId?: string;
  resolve: (made: Made) => void;
  reject: (error: Error) => void;
};

/** A few image processes, started when needed, used again, and replaced as soon as one misbehaves. */
export function createImageProcessor(options: ProcessorOptions = {}): ImageProcessor {
  const {
    processes = availableParallelism() > 2 ? 2 : 1,
    waiting = 64,
    killAfter = 30_000,
    maxMemory = 768 * 1024 * 1024,
    maxCpu = 5_000,
    idleFor = 60_000,
    onTrouble = () => {},
  } = options;
  /** By student; whose turn is next stands first. */
  const uploads = new Map<string, Task[]>();
  const others: Record<"card" | "avif", Task[]> = { card: [], avif: [] };
  const beingServed = new Set<string>();
  const children = new Set<ChildProcess>();
  const idle: { child: ChildProcess; end: NodeJS.Timeout }[] = [];
  let busy = 0;
  let waitingUploads = 0;
  let closed = false;

  function submit(order: ImageOrder, studentId?: string): Promise<Made> {
    return new Promise((resolve, reject) => {
      if (closed || (studentId !== undefined && waitingUploads >= waiting))
        return reject(new AppError("server-busy"));
      const task: Task = { order, resolve, reject };
      if (studentId !== undefined) {
        task.studentId = studentId;
        waitingUploads++;
        uploads.set(studentId, [...(uploads.get(studentId) ?? []), task]);
      } else others[order.task === "card" ? "card" : "avif"].push(task);
      startNext();
    });
  }

  function startNext(): void {
    if (busy >= processes) return;
    const task = takeUpload() ?? others.card.shift() ?? others.avif.shift();
    if (task) void run(task);
  }

  function takeUpload(): Task | undefined {
    for (const [studentId, [task, ...rest]] of uploads) {
      if (task === undefined || beingServed.has(studentId)) continue;
      uploads.delete(studentId);
      if (rest.length > 0) uploads.set(studentId, rest);
      beingServed.add(studentId);
      waitingUploads--;
      return task;
    }
    return undefined;
  }

  async function run({ order, studentId, resolve, reject }: Task): Promise<void> {
    busy++;
    let child: ChildProcess | undefined;
    try {
      child = takeIdle() ?? (await start());
      const limits = { maxMemory, maxCpu: studentId === undefined ? killAfter : maxCpu };
      const made = await work(child, order, limits, killAfter);
      rest(child);
      resolve(made);
    } catch (error) {
      if (error instanceof AppError && child) rest(child);
      else child?.kill("SIGKILL");
      if (error instanceof Spent && !closed) onTrouble(error.message);
      const refusal = error instanceof Spent ? error.refusal : (error as Error);
      reject(closed ? new AppError("server-busy") : refusal);
    } finally {
      busy--;
      if (studentId !== undefined) beingServed.delete(studentId);
      startNext();
    }
  }

  const start = () =>
    startImageChild((child) => {
      children.add(child);
      child.once("exit", () => {
        children.delete(child);
        const at = idle.findIndex((resting) => resting.child === child);
        if (at >= 0) clearTimeout(idle.splice(at, 1)[0]?.end);
      });
    });

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
    async encode(input, output, studentId) {
      const { files, look } = await submit({ task: "encode", input }, studentId);
      const widths = files.map(({ width }) => width);
      const width = widths.at(-1);
      if (look === undefined || width === undefined) throw new AppError("not-an-image");
      await write(files, (each) => join(output, `${each}.webp`));
      return { ...look, width, widths };
    },
    async encodeAvif(input, output) {
      const { files } = await submit({ task: "avif", input });
      await write(files, (width) => join(output, `${width}.avif`));
      return files.map(({ width }) => width);
    },
    async drawCard(input, output, words) {
      const { files } = await submit({ task: "card", input, words });
      await write(files.slice(0, 1), () => join(output, "card.jpg"));
    },
    async close() {
      closed = true;
      for (const task of [...[...uploads.values()].flat(), ...others.card, ...others.avif])
        task.reject(new AppError("server-busy"));
      uploads.clear();
      others.card = [];
      others.avif = [];
      const ended = [...children].map((child) => once(child, "exit"));
      for (const child of children) {
        child.ref();
        child.kill("SIGKILL");
      }
      await Promise.all(ended);
    },
  };
}

async function write(files: Made["files"], pathOf: (width: number) => string): Promise<void> {
  await Promise.all(files.map(({ width, content }) => writeFile(pathOf(width), content)));
}
