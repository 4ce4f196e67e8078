import { createHash, randomBytes } from "node:crypto";
import {
  chmod,
  chown,
  link,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { socketName } from "./postmaster.ts";

/** `drop` is what `spawn` needs to become that account. */
export type Account = { uid: number; gid: number; drop: { uid: number; gid: number } | null };

/** PostgreSQL refuses root, so the owner of an existing cluster or a listed service account runs it. */
export async function chooseAccount(existingHome: string | null): Promise<Account> {
  const uid = process.getuid?.() ?? 0;
  const gid = process.getgid?.() ?? 0;
  if (uid !== 0) return { uid, gid, drop: null };
  const owner = existingHome === null ? null : await stat(existingHome).catch(() => null);
  if (owner !== null && owner.uid !== 0) return dropTo(owner.uid, owner.gid);
  const passwd = await readFile("/etc/passwd", "utf8").catch(() => "");
  for (const name of ["postgres", "nobody"]) {
    const [, user, group] = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, "m").exec(passwd) ?? [];
    if (Number(user) > 0) return dropTo(Number(user), Number(group));
  }
  throw new Error(
    "PostgreSQL cannot run as root and this machine lists neither the account postgres nor nobody: start as an ordinary user, or set DATABASE_URL.",
  );
}

function dropTo(uid: number, gid: number): Account {
  return { uid, gid, drop: { uid, gid } };
}

export async function canReach(account: Account, folder: string): Promise<boolean> {
  if (account.drop === null) return true;
  for (let at = folder; ; at = dirname(at)) {
    const found = await stat(at).catch(() => null);
    if (found !== null && !mayEnter(account, found)) return false;
    if (at === dirname(at)) return true;
  }
}

function mayEnter(account: Account, folder: { uid: number; gid: number; mode: number }): boolean {
  if (folder.uid === account.uid) return (folder.mode & 0o100) !== 0;
  if (folder.gid === account.gid) return (folder.mode & 0o010) !== 0;
  return (folder.mode & 0o001) !== 0;
}

/** `home` is owner-only, `cluster` is PostgreSQL's data directory inside it. */
export type Location = { home: string; cluster: string; account: Account };

export const defaultReachableRoot = "/var/lib/campus-marketplace";

/** A socket path may have 107 bytes on Linux and 103 on macOS. */
const maxSocketPathBytes = 103;

export async function findHome(dataDir: string): Promise<string | null> {
  const pointer = await readFile(pointerFile(dataDir), "utf8").catch(() => null);
  if (pointer === null) {
    const home = join(dataDir, "postgres");
    return (await exists(home)) ? home : null;
  }
  const home = pointer.trim();
  if (await exists(home)) return home;
  throw new Error(
    `${pointerFile(dataDir)} says that the database lives in ${home}, which is gone: bring it back, or delete that file to begin with an empty database.`,
  );
}

/** Finds the home: in `dataDir`, or under `reachableRoot` with a pointer in `dataDir` if its account may not enter. */
export async function settle(dataDir: string, reachableRoot: string): Promise<Location> {
  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const folder = await realpath(dataDir);
  const found = await findHome(folder);
  const account = await chooseAccount(found);
  const home =
    found ??
    ((await canReach(account, folder))
      ? join(folder, "postgres")
      : await relocate(folder, reachableRoot, account));
  await mkdir(home, { recursive: true, mode: 0o700 });
  await own(home, account);
  return { home, cluster: join(home, "cluster"), account };
}

function pointerFile(dataDir: string): string {
  return join(dataDir, "postgres.location");
}

async function relocate(dataDir: string, reachableRoot: string, account: Account): Promise<string> {
  await mkdir(reachableRoot, { recursive: true });
  await chmod(reachableRoot, 0o755);
  if (!(await canReach(account, reachableRoot))) {
    throw new Error(
      `PostgreSQL cannot run as root, and the account it runs under may enter neither ${dataDir} nor ${reachableRoot}: start as an ordinary user, or set DATABASE_URL.`,
    );
  }
  // Without the random part a new folder of the same name would find an old cluster.
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 12);
  const home = join(reachableRoot, `${name}-${randomBytes(3).toString("hex")}`);
  await mkdir(home, { mode: 0o700 });
  const draft = `${pointerFile(dataDir)}.${process.pid}`;
  await writeFile(draft, `${home}\n`, { flush: true });
  try {
    await link(draft, pointerFile(dataDir));
    return home;
  } catch (error) {
    await rm(home, { recursive: true });
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return (await readFile(pointerFile(dataDir), "utf8")).trim();
  } finally {
    await rm(draft, { force: true });
  }
}

export async function makeSocketFolder({ home, account }: Location): Promise<string> {
  const inside = join(home, "socket");
  if (fitsSocket(inside)) {
    await mkdir(inside, { recursive: true, mode: 0o700 });
    await own(inside, account);
    return inside;
  }
  const parent = [tmpdir(), "/tmp"].find((folder) => fitsSocket(join(folder, "market-XXXXXX")));
  const outside = await mkdtemp(join(parent ?? "/tmp", "market-"));
  await own(outside, account);
  return outside;
}

function fitsSocket(folder: string): boolean {
  const bytes = Buffer.byteLength(join(folder, socketName));
  return bytes <= maxSocketPathBytes && /^[\w/.-]+$/.test(folder);
}

export async function own(folder: string, account: Account): Promise<void> {
  if (account.drop !== null) await chown(folder, account.uid, account.gid);
  await chmod(folder, 0o700);
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
