import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

// An interrupted proof ends its processes in its exit handlers.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

export type Product = {
  origin: string;
  pid: number;
  /** Milliseconds from the start to the first ready answer. */
  startedIn: number;
  hasEnded(): boolean;
  /** Sends the signal and waits until the process is gone. @returns its exit code, null when killed */
  end(signal: NodeJS.Signals): Promise<number | null>;
};

export type Setup = {
  /** The trial provider uses the next port. */
  port: number;
  dataDir: string;
  environment?: Record<string, string>;
  /** Folder of an unpacked release to run in place of these sources. */
  release?: string | undefined;
  /** Descriptor of a socket that listens on the port and outlives the product, as systemd's does. */
  socket?: number | undefined;
  /** A command that runs the product under observation, with the same process id. */
  under?: string[];
};

/** Settings of the product in every proof: without limits of students. */
export function environmentOf({ port, dataDir, environment }: Setup): Record<string, string> {
  const plenty = "1000000";
  const most = "100000";
  return {
    PATH: process.env["PATH"] ?? "",
    NODE_ENV: "production",
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO_DATA: "off",
    LOG_LEVEL: "warn",
    LIMITS_ACTIVE_LISTINGS: most,
    LIMITS_NEW_LISTINGS_PER_DAY: most,
    LIMITS_EDITS_PER_DAY: most,
    LIMITS_REQUESTS_PER_MINUTE: plenty,
    ...environment,
  };
}

/** Starts the product as `npm start` does, and waits until it is ready. Its output goes to a file beside its data. */
export async function startProduct(setup: Setup): Promise<Product> {
  const log = openSync(join(setup.dataDir, `../product-${setup.port}.log`), "a");
  const began = performance.now();
  const [command, args] = setup.release
    ? [join(setup.release, "market"), ["start"]]
    : [process.execPath, ["server/src/main.ts"]];
  const under = setup.under ?? [];
  const passed = setup.socket === undefined ? [] : [setup.socket];
  const onSocket = passed.map(() => "LISTEN_FDS=1 LISTEN_PID=$$ ");
  const child = spawn(
    "sh",
    ["-c", `${onSocket.join("")}exec "$@"`, "sh", ...under, command, ...args],
    {
      cwd: setup.release ?? root,
      env: environmentOf(setup),
      stdio: ["ignore", log, log, ...passed],
    },
  );
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const stopAtExit = () => child.kill("SIGTERM");
  process.once("exit", stopAtExit);
  child.once("exit", () => process.off("exit", stopAtExit));
  const origin = `http://127.0.0.1:${setup.port}`;
  await untilReady(origin, hasEnded);
  return {
    origin,
    pid: child.pid ?? 0,
    startedIn: performance.now() - began,
    hasEnded,
    end: (signal) => end(child, signal),
  };
}

async function untilReady(origin: string, hasEnded: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1_200; tries++) {
    if (hasEnded()) throw new Error("the product did not start; its log tells why");
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await sleep(50);
  }
  throw new Error("the product is not ready after a minute");
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const gone = once(child, "exit");
  child.kill(signal);
  return ((await gone) as [number | null])[0];
}
