import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { readFile, readlink, rm } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** `ready` is false while starting, recovering or stopping. */
type PidFile = { pid: number; cluster: string; socketFolder: string; ready: boolean };

export const socketName = ".s.PGSQL.5432";

/** A setting that carries the pid of the process that started the server. */
export const ownerSetting = "market.owner";

export async function readPidFile(cluster: string): Promise<PidFile | null> {
  const text = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => null);
  const lines = text?.split("\n") ?? [];
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1) return null;
  const [, madeIn = "", , , socketFolder = "", , , status = ""] = lines;
  return { pid, cluster: madeIn, socketFolder, ready: status.trim() === "ready" };
}

/** Finds a server by its socket alone, because `/proc` shows little of a process in another user namespace (`PrivateUsers=`). */
export async function findReadyServer(cluster: string): Promise<PidFile | null> {
  const file = await readPidFile(cluster);
  // A copied folder has the pid file of the original.
  if (!file?.ready || file.cluster !== cluster) return null;
  const socket = connect(join(file.socketFolder, socketName));
  try {
    await once(socket, "connect");
    return file;
  } catch {
    return null;
  } finally {
    socket.destroy();
  }
}

/** The process that the pid file names. A reused number is no server; one that this account may signal but not look into could be. */
export async function findPostmaster(
  cluster: string,
): Promise<(PidFile & { orphan: boolean }) | null> {
  const file = await readPidFile(cluster);
  if (file === null) return null;
  const found = process.platform === "linux" ? await readProc(file.pid) : await readPs(file.pid);
  if (found === null)
    return maySignal(file.pid) && isAlive(file.pid) ? { ...file, orphan: false } : null;
  if (!found.worksIn(cluster)) return null;
  const owner = new RegExp(`${ownerSetting}=(\\d+)`).exec(found.command)?.[1];
  return { ...file, orphan: Number(owner) !== found.parent };
}

type Found = { parent: number; command: string; worksIn(cluster: string): boolean };

async function readProc(pid: number): Promise<Found | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8");
    const folder = await readlink(`/proc/${pid}/cwd`);
    return { parent, command, worksIn: (cluster) => folder === cluster };
  } catch {
    return null;
  }
}

async function readPs(pid: number): Promise<Found | null> {
  try {
    const { stdout } = await run("ps", ["-ww", "-o", "ppid=,command=", "-p", String(pid)]);
    const [parent, ...command] = stdout.trim().split(/\s+/);
    const line = command.join(" ");
    const worksIn = (cluster: string) => line.includes(cluster.split(/\s+/).join(" "));
    return { parent: Number(parent), command: line, worksIn };
  } catch {
    return null;
  }
}

/** Removes a pid file whose number another process has now, because PostgreSQL would take it for a running server. */
export async function removeMistakenPidFile(cluster: string): Promise<void> {
  const before = await readPidFile(cluster);
  if (before === null || !isAlive(before.pid) || (await findPostmaster(cluster)) !== null) return;
  const now = await readPidFile(cluster);
  if (now?.pid === before.pid) await rm(join(cluster, "postmaster.pid"), { force: true });
}

export async function stopByPid(pid: number): Promise<void> {
  for (const [signal, timeoutMs] of [
    ["SIGINT", 60_000],
    ["SIGQUIT", 10_000],
    ["SIGKILL", 10_000],
  ] as const) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    const deadline = performance.now() + timeoutMs;
    while (isAlive(pid) && performance.now() < deadline) await wait(20);
  }
  if (isAlive(pid)) throw new Error(`PostgreSQL process ${pid} does not stop.`);
}

function maySignal(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A zombie (in a container without init) is not alive; a process that `/proc` does not list may be. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  if (process.platform !== "linux") return true;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
  } catch {
    return maySignal(pid);
  }
}
