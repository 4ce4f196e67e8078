import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile, readlink, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** `ready` is false while starting, recovering or stopping. */
type PidFile = { pid: number; socketFolder: string; ready: boolean };

/** A setting that carries the pid of the process that started the server. */
export const ownerSetting = "market.owner";

export async function readPidFile(cluster: string): Promise<PidFile | null> {
  const text = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => null);
  const lines = text?.split("\n") ?? [];
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1) return null;
  return { pid, socketFolder: lines[4] ?? "", ready: lines[7]?.trim() === "ready" };
}

/** A number reused by another process is not a server. */
export async function findPostmaster(
  cluster: string,
): Promise<(PidFile & { orphan: boolean }) | null> {
  const file = await readPidFile(cluster);
  if (file === null) return null;
  const found = process.platform === "linux" ? await readProc(file.pid) : await askPs(file.pid);
  if (found === null || !found.worksIn(cluster)) return null;
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

async function askPs(pid: number): Promise<Found | null> {
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

/** PostgreSQL takes a pid file for a running server's though another process has its number now. */
export async function removeMistakenPidFile(cluster: string): Promise<void> {
  const before = await readPidFile(cluster);
  if (before === null || !isAlive(before.pid) || (await findPostmaster(cluster)) !== null) return;
  const now = await readPidFile(cluster);
  if (now?.pid === before.pid) await rm(join(cluster, "postmaster.pid"), { force: true });
}

export async function stopByPid(pid: number): Promise<void> {
  for (const [signal, patience] of [
    ["SIGINT", 60_000],
    ["SIGQUIT", 10_000],
    ["SIGKILL", 10_000],
  ] as const) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    const deadline = Date.now() + patience;
    while (isAlive(pid) && Date.now() < deadline) await wait(20);
  }
  if (isAlive(pid)) throw new Error(`PostgreSQL process ${pid} does not stop.`);
}

/** A zombie (in a container without init) is not alive. */
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
    return false;
  }
}
