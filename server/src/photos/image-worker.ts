import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { AppError } from "../errors/errors.ts";
import { frame, readFrames } from "./frames.ts";
import {
  imageAnswer,
  type ImageJob,
  type ImageRefusal,
  maxFile,
  type PhotoLook,
} from "./image-job.ts";

export type MadeFile = { width: number; content: Buffer };
export type ProcessedPhoto = { files: MadeFile[]; look: PhotoLook | undefined };
export type ImageWorker = ReturnType<typeof startImageWorker>;

const program = fileURLToPath(new URL("./image-process.ts", import.meta.url));

/** Starts an image process, which works on one picture at a time. @param niceness 0 to 19 */
export function startImageWorker(niceness: number) {
  const child = spawn(
    "nice",
    ["-n", String(niceness), process.execPath, "--no-warnings", program],
    {
      cwd: "/",
      // Nothing of the server's environment; libvips keeps pictures in memory.
      env: { VIPS_DISC_THRESHOLD: "1g" },
      stdio: ["pipe", "pipe", "ignore"],
    },
  );
  const ended = new Promise<void>((resolve) => {
    child.once("exit", resolve).once("error", (error) => {
      child.stdout.destroy(error);
      resolve();
    });
  });
  child.stdin.on("error", () => {});
  const frames = readFrames(child.stdout, maxFile);

  async function next(): Promise<Buffer> {
    const { value } = await frames.next().catch((error: unknown) => {
      throw error instanceof RangeError ? misbehaved("wrote too much") : error;
    });
    if (value !== undefined) return value;
    await ended;
    throw child.signalCode === "SIGKILL" && !child.killed ? wasKilled() : misbehaved("died");
  }

  async function readAnswer(): Promise<ProcessedPhoto> {
    const { data: answer } = imageAnswer.safeParse(readJson(await next()));
    if (answer === undefined) throw misbehaved("answered nonsense");
    if (answer.kind === "failed") throw new Error(`a photo could not be made: ${answer.reason}`);
    if (answer.kind === "refused")
      throw answer.exceeded ? misbehaved("took too much", answer.code) : new AppError(answer.code);
    const files: MadeFile[] = [];
    for (const width of answer.widths) files.push({ width, content: await next() });
    return { files, look: answer.look };
  }

  return {
    isAlive: () => child.exitCode === null && child.signalCode === null,
    /** @param killAfter milliseconds @throws AppError of a refused picture; with a cause when the process must not be used again */
    async work(job: ImageJob, picture: Buffer, killAfter: number): Promise<ProcessedPhoto> {
      const killing = setTimeout(() => child.kill("SIGKILL"), killAfter);
      try {
        child.stdin.write(frame(JSON.stringify(job)));
        child.stdin.write(frame(picture));
        return await readAnswer();
      } catch (error) {
        throw child.killed ? misbehaved("took too long", "image-too-slow") : error;
      } finally {
        clearTimeout(killing);
      }
    },
    async end(): Promise<void> {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** The error of a process that the kernel killed; it kills image processes first when memory runs out, whatever the picture. */
const wasKilled = () =>
  new AppError("server-busy", {
    cause: new Error(
      "an image process was killed, probably because the machine has too little memory",
    ),
  });

/** Treats a process that died without an answer as killed by its picture. */
const misbehaved = (how: string, code: "image-too-slow" | ImageRefusal = "not-an-image") =>
  new AppError(code, { cause: new Error(`an image process ${how}`) });

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}
