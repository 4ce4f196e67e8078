import { type ChildProcess, spawn } from "node:child_process";
import { open, rename, rm, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { bareEnvironment, type Binaries } from "./binaries.ts";
import { type Account, type Location, makeSocketFolder } from "./location.ts";
import { ownerSetting, readPidFile, stopByPid } from "./postmaster.ts";

export type DatabaseLog = { info(message: string): void; warn(message: string): void };

const slowStartMs = 5_000;
const steadyMs = 1_000;
const maxFailures = 6;
const firstPauseMs = 100;
/** Recovery writes a few log segments of 16 MB. */
const spaceToRecover = 64 * 1024 * 1024;
const spaceCheckMs = 500;

/** Restarts PostgreSQL until `stop`, or until six starts in a row have failed; `exited` then has the reason. */
export async function supervise(
  place: Location,
  binaries: Binaries,
  log: DatabaseLog,
  connections: number,
) {
  const socketFolder = await makeSocketFolder(place);
  const logFile = await openLogFile(join(place.home, "postgres.log"), place.account);
  const { promise: exited, resolve: end } = Promise.withResolvers<Error | null>();
  const stopping = new AbortController();
  let child: ChildProcess | null = null;
  let failures = 0;
  let ended = false;

  function launch(): ChildProcess {
    const started = spawn(
      binaries.postgres,
      ["-D", place.cluster, ...settings(socketFolder, connections)],
      {
        ...place.account.drop,
        // Ctrl-C must not reach PostgreSQL before the last request is answered.
        detached: true,
        cwd: place.home,
        env: bareEnvironment,
        stdio: ["ignore", logFile.descriptor, logFile.descriptor],
      },
    );
    started.on("error", (error) => log.warn(`PostgreSQL cannot be started: ${error.message}`));
    return started;
  }

  async function begin(): Promise<void> {
    const startedAt = performance.now();
    child = launch();
    await untilReady(child, place.cluster, logFile, log);
    child.once("exit", (code, signal) => {
      if (stopping.signal.aborted) return;
      if (performance.now() - startedAt > steadyMs) failures = 0;
      log.warn(`The database stopped by itself (${signal ?? code}) and is started again.`);
      void again();
    });
  }

  async function again(): Promise<void> {
    while (failures < maxFailures) {
      const pause = firstPauseMs * 2 ** failures;
      failures += 1;
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => null);
      await untilDiskSpace();
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

  async function untilDiskSpace(): Promise<void> {
    let isLogged = false;
    while (!stopping.signal.aborted && !(await hasDiskSpace(place.cluster))) {
      if (!isLogged)
        log.warn("The database's disk is full: it is started again when there is room.");
      isLogged = true;
      failures = 0;
      await wait(spaceCheckMs, undefined, { signal: stopping.signal }).catch(() => null);
    }
  }

  async function finish(reason: Error | null): Promise<void> {
    if (ended) return;
    ended = true;
    process.off("exit", stopAtExit);
    await logFile.close();
    const outside = dirname(socketFolder) !== place.home;
    if (outside) await rm(socketFolder, { recursive: true, force: true });
    end(reason);
  }

  // No server stays behind when this process exits without stop().
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

/** Waits as long as the server runs, because recovery may take long. */
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

async function hasDiskSpace(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= spaceToRecover;
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/** Settings on the command line, which no file in the cluster can override; sized for a small machine. */
function settings(socketFolder: string, connections: number): string[] {
  const chosen: Record<string, string> = {
    listen_addresses: "",
    unix_socket_directories: socketFolder,
    unix_socket_permissions: "0700",
    port: "5432",
    fsync: "on",
    full_page_writes: "on",
    synchronous_commit: "on",
    max_connections: String(connections),
    shared_buffers: "128MB",
    effective_cache_size: "1GB",
    work_mem: "8MB",
    maintenance_work_mem: "64MB",
    max_wal_size: "512MB",
    max_parallel_workers_per_gather: "0",
    random_page_cost: "1.1",
    TimeZone: "UTC",
    log_timezone: "UTC",
    // Errors and their details quote personal data.
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    log_checkpoints: "off",
    [ownerSetting]: String(process.pid),
  };
  return Object.entries(chosen).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

const maxLogBytes = 8 * 1024 * 1024;

type LogFile = { descriptor: number; lastFatal(): Promise<string>; close(): Promise<void> };

async function openLogFile(path: string, account: Account): Promise<LogFile> {
  const size = (await stat(path).catch(() => null))?.size ?? 0;
  if (size > maxLogBytes) await rename(path, `${path}.old`);
  const from = size > maxLogBytes ? 0 : size;
  const file = await open(path, "a+", 0o600);
  if (account.drop !== null) await file.chown(account.uid, account.gid);
  return {
    descriptor: file.fd,
    async lastFatal() {
      const length = Math.max(0, (await file.stat()).size - from);
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, from);
      const lines = buffer.toString("utf8").match(/(?:FATAL|PANIC): .*|^postgres: .*/gm);
      return `PostgreSQL does not start: ${lines?.at(-1) ?? "it gave no reason"} (see ${path}).`;
    },
    close: () => file.close(),
  };
}
