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
import { join } from "node:path";
import { type Account, canReach, chooseAccount } from "./account.ts";

/** Where things live: `home` is owner-only, `cluster` is PostgreSQL's data directory inside it. */
export type Location = { home: string; cluster: string; account: Account };

/** Survives reboots and is open to service accounts, unlike a closed home folder. */
export const defaultReachableRoot = "/var/lib/campus-marketplace";

/** A socket path may have 107 bytes on Linux and 103 on macOS. */
const maxSocketPathBytes = 103;
const socketName = ".s.PGSQL.5432";

/** The place that an earlier start chose for `dataDir`, or null when there was none. */
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

/**
 * Finds or makes the home of the database. It lies in `dataDir`, except when PostgreSQL cannot run
 * as root and the account it runs under may not enter there: then it lies under `reachableRoot` and
 * `dataDir` keeps a pointer to it.
 */
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
  // The random part keeps a new folder of the same name from finding an old cluster.
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

/**
 * The folder of the socket: in the home when its path is short and plain enough for a socket address
 * and for PostgreSQL's settings, otherwise a new owner-only folder among the temporary ones.
 */
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

/** Gives a folder of ours to the account, closed to everybody else. */
export async function own(folder: string, account: Account): Promise<void> {
  if (account.drop !== null) await chown(folder, account.uid, account.gid);
  await chmod(folder, 0o700);
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
