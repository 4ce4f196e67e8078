import { type ChildProcess, spawn } from "node:child_process";
import { rm, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { bareEnvironment, type Binaries } from "./binaries.ts";
import { type Location, makeSocketFolder } from "./location.ts";
import { type LogFile, openLogFile } from "./logfile.ts";
import { readPidFile, stopByPid } from "./postmaster.ts";
import { settings } from "./settings.ts";

export type DatabaseLog = { info(message: string): void; warn(message: string): void };

type Supervised = { socketFolder: string; stop(): Promise<void>; exited: Promise<Error | null> };

const slowStartMs = 5_000;
const steadyMs = 1_000;
const maxFailures = 6;
const firstPauseMs = 100;
/** PostgreSQL cannot recover without room for a few segments of its log, of 16 MB each. */
const roomToRecover = 64 * 1024 * 1024;
const roomCheckMs = 500;

/**
 * Runs PostgreSQL on the cluster until `stop`. A server that dies is started again after a pause
 * that doubles; after six starts in a row that fail or last less than a second `exited` resolves with the
 * reason. While its disk is full no start is tried, however long that is.
 */
export async function supervise(
  place: Location,
  binaries: Binaries,
  log: DatabaseLog,
): Promise<Supervised> {
  const socketFolder = await makeSocketFolder(place);
  const logFile = await openLogFile(join(place.home, "postgres.log"), place.account);
  const { promise: exited, resolve: end } = Promise.withResolvers<Error | null>();
  const stopping = new AbortController();
  let child: ChildProcess | null = null;
  let failures = 0;
  let ended = false;

  function launch(): ChildProcess {
    const started = spawn(binaries.postgres, ["-D", place.cluster, ...settings(socketFolder)], {
      ...place.account.drop,
      // In a session of its own: Ctrl-C reaches only us, and we stop it after the last request.
      detached: true,
      cwd: place.home,
      env: bareEnvironment,
      stdio: ["ignore", logFile.descriptor, logFile.descriptor],
    });
    started.on("error", (error) => log.warn(`PostgreSQL cannot be started: ${error.message}`));
    return started;
  }

  async function begin(): Promise<void> {
    const startedAt = Date.now();
    child = launch();
    await untilReady(child, place.cluster, logFile, log);
    child.once("exit", (code, signal) => {
      if (stopping.signal.aborted) return;
      if (Date.now() - startedAt > steadyMs) failures = 0;
      log.warn(`The database stopped by itself (${signal ?? code}) and is started again.`);
      void again();
    });
  }

  async function again(): Promise<void> {
    while (failures < maxFailures) {
      const pause = firstPauseMs * 2 ** failures;
      failures += 1;
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => null);
      await untilRoom();
      if (stopping.signal.aborted) return;
      try {
        return await begin();
      } catch (error) {
        if (stopping.signal.aborted) return;
        log.warn((error as Error).message);
      }
    }
    await finish(new Error(await logFile.lastFatal()));
  }

  async function untilRoom(): Promise<void> {
    let isTold = false;
    while (!stopping.signal.aborted && !(await hasRoom(place.cluster))) {
      if (!isTold) log.warn("The database's disk is full: it is started again when there is room.");
      isTold = true;
      failures = 0;
      await wait(roomCheckMs, undefined, { signal: stopping.signal }).catch(() => null);
    }
  }

  async function finish(reason: Error | null): Promise<void> {
    if (ended) return;
    ended = true;
    process.off("exit", stopAtExit);
    await logFile.close();
    // In the home it may already be another application's.
    const outside = dirname(socketFolder) !== place.home;
    if (outside) await rm(socketFolder, { recursive: true, force: true });
    end(reason);
  }

  // The last resort when this process leaves without stop(): no server stays behind.
  function stopAtExit(): void {
    child?.kill("SIGINT");
  }

  async function stop(): Promise<void> {
    stopping.abort();
    if (child?.pid !== undefined && isRunning(child)) await stopByPid(child.pid);
    await finish(null);
    await exited;
  }

  process.on("exit", stopAtExit);
  try {
    await begin();
  } catch (error) {
    await finish(null);
    throw error;
  }
  return { socketFolder, stop, exited };
}

/** Recovery after a power cut may take long: waits as long as the server is at work. */
async function untilReady(
  child: ChildProcess,
  cluster: string,
  logFile: LogFile,
  log: DatabaseLog,
): Promise<void> {
  const slow = setTimeout(() => log.info("The database is still recovering…"), slowStartMs);
  try {
    while (isRunning(child)) {
      const file = await readPidFile(cluster);
      if (file?.pid === child.pid && file?.ready) return;
      await wait(15);
    }
  } finally {
    clearTimeout(slow);
  }
  throw new Error(await logFile.lastFatal());
}

async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= roomToRecover;
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}
