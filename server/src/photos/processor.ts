import { availableParallelism } from "node:os";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { AppError } from "../errors/errors.ts";
import { createFairQueue } from "./fair-queue.ts";
import { frame } from "./frames.ts";
import type { CardWords, ImageJob, PhotoLook } from "./image-job.ts";
import {
  type ImageWorker,
  type ProcessedPhoto,
  type MadeFile,
  startImageWorker,
} from "./image-worker.ts";

export type EncodedPhoto = PhotoLook & { files: MadeFile[] };
type OpenPicture = () => Readable | Promise<Readable>;

export type ImageProcessor = {
  /** Makes the files of an upload. Students take turns. @throws AppError of a refused picture, or server-busy */
  encode(open: OpenPicture, studentId: string): Promise<EncodedPhoto>;
  /** Makes the AVIF files of a stored photo, when no upload waits. */
  encodeAvif(open: OpenPicture): Promise<MadeFile[]>;
  /** Draws the preview card of one to four stored photos as a JPEG, when no upload waits. */
  drawCard(open: readonly OpenPicture[], words: CardWords): Promise<Buffer>;
  close(): Promise<void>;
};

type ProcessorOptions = {
  processes?: number;
  niceness?: number;
  waiting?: number;
  /** Milliseconds */
  killAfter?: number;
  maxMemory?: number;
  /** Milliseconds of processor time; a photo of a phone takes 500 */
  maxCpu?: number;
  /** Milliseconds after which an image process without work is ended */
  idleFor?: number;
  onTrouble?: (reason: string) => void;
  /** Seconds that an upload took, waiting included */
  onEncoded?: (seconds: number) => void;
};

type Task = {
  job: ImageJob;
  open: OpenPicture;
  resolve: (made: ProcessedPhoto) => void;
  reject: (error: unknown) => void;
};

export function createImageProcessor(options: ProcessorOptions = {}): ImageProcessor {
  const {
    niceness = 10,
    processes = availableParallelism() > 2 ? 2 : 1,
    waiting = 64,
    killAfter = 60_000,
    maxMemory = 768 * 1024 * 1024,
    maxCpu = 5_000,
    idleFor = 60_000,
    onTrouble = () => {},
    onEncoded = () => {},
  } = options;
  const uploads = createFairQueue<Task>();
  const others = createFairQueue<Task>();
  const workers = new Set<ImageWorker>();
  let idle: ImageWorker[] = [];
  let idleTimer: NodeJS.Timeout | undefined;
  let busy = 0;
  let closed = false;

  function submit(queue: typeof uploads, owner: string, job: ImageJob, open: OpenPicture) {
    return new Promise<ProcessedPhoto>((resolve, reject) => {
      if (closed || (queue === uploads && queue.waiting() >= waiting))
        return reject(new AppError("server-busy"));
      queue.add(owner, { job, open, resolve, reject });
      startNext();
    });
  }

  function startNext(): void {
    if (closed || busy >= processes) return;
    const next = uploads.take() ?? others.take();
    if (next === undefined) return;
    const { task, done } = next;
    busy++;
    void run(task.job, task.open)
      .then(task.resolve, (error: unknown) => {
        if (closed) return task.reject(new AppError("server-busy"));
        if (error instanceof AppError && error.cause instanceof Error)
          onTrouble(error.cause.message);
        task.reject(error);
      })
      .finally(() => {
        busy--;
        done();
        startNext();
      });
  }

  async function run(job: ImageJob, open: OpenPicture): Promise<ProcessedPhoto> {
    const picture = await buffer(await open());
    if (closed) throw new AppError("server-busy");
    idle = idle.filter((each) => each.isAlive());
    const worker = idle.pop() ?? startImageWorker(niceness);
    workers.add(worker);
    try {
      const made = await worker.work(job, picture, killAfter);
      rest(worker);
      return made;
    } catch (error) {
      if (error instanceof AppError && error.cause === undefined) rest(worker);
      else await end(worker);
      throw error;
    }
  }

  function rest(worker: ImageWorker): void {
    idle.push(worker);
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => void Promise.all(idle.splice(0).map(end)), idleFor).unref();
  }

  async function end(worker: ImageWorker): Promise<void> {
    await worker.end();
    workers.delete(worker);
  }

  const limits = { maxMemory, maxCpu: killAfter };
  return {
    async encode(open, studentId) {
      const job = { task: "encode", maxMemory, maxCpu } as const;
      const started = performance.now();
      const { files, look } = await submit(uploads, studentId, job, open);
      onEncoded((performance.now() - started) / 1_000);
      if (look === undefined || files.length === 0) throw new AppError("not-an-image");
      return { ...look, files };
    },
    async encodeAvif(open) {
      return (await submit(others, "avif", { task: "avif", ...limits }, open)).files;
    },
    async drawCard(open, words) {
      const framed = async () => {
        const photos = [];
        for (const each of open) photos.push(frame(await buffer(await each())));
        return Readable.from(photos);
      };
      const { files } = await submit(others, "card", { task: "card", words, ...limits }, framed);
      if (files[0] === undefined) throw new Error("an image process drew no card");
      return files[0].content;
    },
    async close() {
      closed = true;
      for (const { reject } of [...uploads.clear(), ...others.clear()])
        reject(new AppError("server-busy"));
      clearTimeout(idleTimer);
      await Promise.all([...workers].map(end));
    },
  };
}
