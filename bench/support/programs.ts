import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
const ticksPerSecond = 100;

export type Program = {
  pid: number;
  origin: string;
  /** Milliseconds from its start to its first good answer. */
  startedIn: number;
  stop(): Promise<void>;
};

/** Whether processes can be pinned to one processor: Linux with util-linux, two processors at least. */
export const canPin = ((): boolean => {
  try {
    execFileSync("taskset", ["-c", "1", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

/** Keeps this process, and what it starts from now on, on these processors. */
export function stayOn(processors: string): void {
  if (canPin)
    execFileSync("taskset", ["-acp", processors, String(process.pid)], { stdio: "ignore" });
}

/** The command line of `npm start`, because its options are measured too. */
export const product: string[] = ((): string[] => {
  const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, "utf8")) as {
    scripts: { start: string };
  };
  const [, serve = ""] = scripts.start.split(" && ");
  return ["sh", "-c", serve];
})();
/** A Node program of ours, with its arguments. */
export const nodeProgram = (...words: string[]): string[] => [process.execPath, ...words];

/**
 * Starts a program that serves on a port and waits until it answers.
 * @param processors such as `0`, or `0,1` for all
 */
export async function startProgram(
  words: string[],
  port: number,
  options: { env?: Record<string, string>; processors?: string; asks?: string } = {},
): Promise<Program> {
  const { env = {}, processors, asks = "/" } = options;
  const command = [...words];
  if (canPin && processors !== undefined) command.unshift("taskset", "-c", processors);
  const started = performance.now();
  const child = spawn(command[0] ?? "", command.slice(1), {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production", ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const origin = `http://127.0.0.1:${port}`;
  const exited = once(child, "exit");
  const stopAtExit = () => child.kill("SIGTERM");
  process.once("exit", stopAtExit);
  child.once("exit", () => process.off("exit", stopAtExit));
  const stop = async () => {
    child.kill("SIGTERM");
    await exited;
  };
  for (let tries = 0; tries < 12_000; tries++) {
    if (child.exitCode !== null) throw new Error(`${words.join(" ")} did not start`);
    const answer = await fetch(origin + asks).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok)
      return { pid: child.pid ?? 0, origin, startedIn: performance.now() - started, stop };
    await sleep(5);
  }
  await stop();
  throw new Error(`${words.join(" ")} gave no good answer within a minute`);
}

/** The product as `npm start` runs it, without demo data and without the rate limit that one loader would hit. */
export function productEnvironment(port: number, dataDir: string, url?: string) {
  return {
    PORT: String(port),
    DEVELOPMENT_PROVIDER_PORT: String(port + 1),
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: url ?? "",
    DEMO_DATA: "off",
    LOG_LEVEL: "warn",
    LIMITS_REQUESTS_PER_MINUTE: "1000000",
  };
}

/** Processor seconds that a process has used: all threads, without children. */
export function processorSeconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Resident megabytes of a process: all, or only file-backed ones, such as the runtime's code. */
export function residentMegabytes(pid: number, kind: "VmRSS" | "RssFile" = "VmRSS"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${kind}:\\s+(\\d+)`, "m").exec(status)?.[1]) / 1024;
}

/**
 * Megabytes that a process and all its descendants hold (proportional set size): with an embedded database, everything.
 * A shared page counts once.
 */
export function treeMegabytes(root: number): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    const stat = readOptional(`/proc/${name}/stat`);
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
  }
  const isBelow = (pid: number | undefined): boolean =>
    pid === root || (pid !== undefined && pid > 1 && isBelow(parents.get(pid)));
  let kilobytes = 0;
  for (const pid of [...parents.keys()].filter(isBelow))
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(readOptional(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
  return kilobytes / 1024;
}

/** Empty once the process has ended. */
function readOptional(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
