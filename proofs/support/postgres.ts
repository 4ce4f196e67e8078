import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chooseAccount } from "@market/server/db/postgres/location";

/** The path of Debian's PostgreSQL, which has `pg_dump`, unlike the embedded one. */
export const programs = "/usr/lib/postgresql/15/bin";

export type Server = { url: string; socket: string; stop(): Promise<void> };

/** Starts an empty server of Debian's PostgreSQL in the folder. @returns undefined if it is not installed */
export async function startDebianServer(folder: string): Promise<Server | undefined> {
  if (!existsSync(join(programs, "initdb"))) return undefined;
  const { uid, gid, drop } = await chooseAccount(null);
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, uid, gid);
  const account = { ...drop, cwd: folder };
  const cluster = join(folder, "cluster");
  execFileSync(
    join(programs, "initdb"),
    ["-D", cluster, "-U", "market", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"],
    { ...account, stdio: "ignore" },
  );
  const options = ["-D", cluster, "-k", folder, "-c", "listen_addresses=", "-p", "5432"];
  const child = spawn(join(programs, "postgres"), options, { ...account, stdio: "ignore" });
  const isReady = () => {
    try {
      execFileSync(join(programs, "pg_isready"), ["-h", folder], { stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  };
  while (!isReady()) await sleep(100);
  execFileSync(join(programs, "createdb"), ["-h", folder, "-U", "market", "market"]);
  return {
    url: `postgres://market@localhost/market?host=${encodeURIComponent(folder)}`,
    socket: folder,
    async stop() {
      child.kill("SIGINT");
      await once(child, "exit");
    },
  };
}
