import { readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** Who owns the cluster and runs PostgreSQL; `drop` is what `spawn` needs to become that account. */
export type Account = { uid: number; gid: number; drop: { uid: number; gid: number } | null };

/** PostgreSQL refuses uid 0, and initdb insists on an account that is listed. */
const accountsForRoot = ["postgres", "nobody"];

/**
 * The account PostgreSQL runs under. An ordinary user stays who they are. Root gives way to the
 * owner of a cluster that already exists, so that a folder begun by an ordinary user stays theirs,
 * otherwise to the first listed service account.
 */
export async function chooseAccount(existingHome: string | null): Promise<Account> {
  const uid = process.getuid?.() ?? 0;
  const gid = process.getgid?.() ?? 0;
  if (uid !== 0) return { uid, gid, drop: null };
  const owner = existingHome === null ? null : await stat(existingHome).catch(() => null);
  if (owner !== null && owner.uid !== 0) return dropTo(owner.uid, owner.gid);
  const listed = parseAccounts(await readFile("/etc/passwd", "utf8").catch(() => ""));
  for (const name of accountsForRoot) {
    const found = listed.get(name);
    if (found !== undefined) return dropTo(found.uid, found.gid);
  }
  throw new Error(
    "PostgreSQL cannot run as root and this machine lists neither the account postgres nor nobody: start as an ordinary user, or set DATABASE_URL.",
  );
}

function dropTo(uid: number, gid: number): Account {
  return { uid, gid, drop: { uid, gid } };
}

function parseAccounts(passwd: string): Map<string, { uid: number; gid: number }> {
  const accounts = new Map<string, { uid: number; gid: number }>();
  for (const line of passwd.split("\n")) {
    const [name, , uid, gid] = line.split(":");
    if (name && Number(uid) > 0) accounts.set(name, { uid: Number(uid), gid: Number(gid) });
  }
  return accounts;
}

/** Whether the account may walk into `folder`: every folder on the way must let it pass. */
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
