import { fork, type ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { AppError } from "../errors.ts";
import {
  imageAnswer,
  type ImageAnswer,
  type ImageJob,
  type ImageOrder,
  type PhotoLook,
} from "./image-job.ts";

const program = fileURLToPath(new URL("./image-process.ts", import.meta.url));

/** The process cannot be used any more; the uploader hears the refusal, the operator the reason. */
export class Spent extends Error {
  readonly refusal: AppError;
  constructor(reason: string, refusal: AppError) {
    super(`an image process ${reason}`);
    this.refusal = refusal;
  }
}

export type Made = { files: { width: number; content: Buffer }[]; look: PhotoLook | undefined };

/** Milliseconds that a process may take to load, while everybody else goes first; no picture is open yet. */
const startTime = 60_000;

/**
 * Starts an image process.
 * @param onStart told of it at once, before it is ready
 */
export async function startImageChild(
  onStart: (child: ChildProcess) => void,
): Promise<ChildProcess> {
  const child = fork(program, {
    // Below the server's priority, so that browsing stays quick while photos are made.
    execPath: "nice",
    execArgv: ["-n", "10", process.execPath, "--no-warnings"],
    cwd: "/",
    // The whole environment: nothing of the server's goes along. The picture is held in memory, not in a file.
    env: { VIPS_DISC_THRESHOLD: "1g" },
    stdio: ["pipe", "pipe", "ignore", "ipc"],
    serialization: "json",
  });
  onStart(child);
  for (const stream of [child.stdin, child.stdout]) {
    (stream as Socket).unref();
    stream?.on("error", () => {});
  }
  const { answer } = await listen(child, startTime).catch((error: unknown) => {
    child.kill("SIGKILL");
    throw new Error("an image process did not start", { cause: error });
  });
  if (answer.kind === "ready") return child;
  child.kill("SIGKILL");
  const reason = answer.kind === "failed" ? `: ${answer.reason}` : "";
  throw new Error(`an image process did not start${reason}`);
}

/**
 * Has an image process do a job.
 * @throws Spent when the process must be ended
 */
export async function work(
  child: ChildProcess,
  { input, ...order }: ImageOrder,
  limits: Pick<ImageJob, "maxMemory" | "maxCpu">,
  killAfter: number,
): Promise<Made> {
  const picture = await readFile(input);
  const heard = listen(child, killAfter);
  const job: ImageJob = { ...order, bytes: picture.length, ...limits };
  child.send(job, () => {});
  child.stdin?.write(picture);
  const { answer, output } = await heard;
  if (answer.kind === "made") return { files: cut(answer.files, output), look: answer.look };
  if (answer.kind === "refused" && !answer.spent) throw new AppError(answer.code);
  if (answer.kind === "refused") throw new Spent("took too much", new AppError(answer.code));
  const reason = answer.kind === "failed" ? answer.reason : "an unexpected answer";
  throw new Error(`a photo could not be made: ${reason}`);
}

type Heard = { answer: ImageAnswer; output: Buffer };

/** Waits for an answer and for all the bytes of which it tells. */
function listen(child: ChildProcess, killAfter: number): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let received = 0;
    let answer: ImageAnswer | undefined;
    const refusal = new AppError("not-an-image");
    const timer = setTimeout(
      () => fail(new Spent("took too long", new AppError("image-too-slow"))),
      killAfter,
    );
    const settle = () => {
      if (answer === undefined) return;
      const expected = bytesOf(answer);
      if (received < expected) return;
      if (received > expected) return fail(new Spent("wrote too much", refusal));
      stop();
      resolve({ answer, output: Buffer.concat(pieces) });
    };
    const onData = (piece: Buffer) => {
      pieces.push(piece);
      received += piece.length;
      if (received > maxOutput) fail(new Spent("wrote too much", refusal));
      else settle();
    };
    const onMessage = (message: unknown) => {
      const read = imageAnswer.safeParse(message);
      if (!read.success) return fail(new Spent("spoke nonsense", refusal));
      answer = read.data;
      settle();
    };
    const onExit = () => fail(new Spent("died", refusal));
    const onError = (error: Error) => fail(error);
    const stop = () => {
      clearTimeout(timer);
      child.off("exit", onExit).off("error", onError).off("message", onMessage);
      child.stdout?.off("data", onData);
    };
    const fail = (error: Error) => {
      stop();
      reject(error);
    };
    child.on("exit", onExit).on("error", onError).on("message", onMessage);
    child.stdout?.on("data", onData);
    if (child.exitCode !== null || child.signalCode !== null) onExit();
  });
}

/** Bytes of all made files together. */
const maxOutput = 48 * 1024 * 1024;

const bytesOf = (answer: ImageAnswer): number =>
  answer.kind === "made" ? answer.files.reduce((sum, { bytes }) => sum + bytes, 0) : 0;

function cut(files: { width: number; bytes: number }[], output: Buffer): Made["files"] {
  let at = 0;
  return files.map(({ width, bytes }) => ({ width, content: output.subarray(at, (at += bytes)) }));
}
