import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { chooseAccount, own } from "../../src/db/postgres/location.ts";
import { makeTemporaryFolder } from "../folder.ts";

export type Pooler = { url: string; stop(): Promise<void> };

/**
 * Starts the machine's pgbouncer in transaction mode in front of a server, without a setting that tolerates more than
 * the default.
 * @param server a connection address
 * @throws Error with what to install when the machine has none
 */
export async function startPooler(server: string): Promise<Pooler> {
  const program = findProgram();
  const account = await chooseAccount(null);
  const folder = await makeTemporaryFolder();
  const url = new URL(server);
  const user = url.username || "postgres";
  const target = {
    host: url.searchParams.get("host") ?? url.hostname,
    port: url.port || "5432",
    user,
    ...(url.password && { password: url.password }),
  };
  const options = Object.entries(target).map(([name, value]) => `${name}=${value}`);
  await writeFile(join(folder, "users.txt"), `"${user}" ""\n`);
  await writeFile(
    join(folder, "pgbouncer.ini"),
    `[databases]
* = ${options.join(" ")}
[pgbouncer]
pool_mode = transaction
listen_port = 6432
unix_socket_dir = ${folder}
auth_type = trust
auth_file = ${folder}/users.txt
max_client_conn = 500
default_pool_size = 4
server_idle_timeout = 5
logfile = ${folder}/pgbouncer.log
`,
  );
  await own(folder, account);
  const child = spawn(program, ["-q", join(folder, "pgbouncer.ini")], {
    ...account.drop,
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const pooled = `postgres://${user}@localhost:6432/postgres?host=${encodeURIComponent(folder)}`;
  await untilReady(pooled, child);
  return {
    url: pooled,
    async stop() {
      const gone = once(child, "exit");
      child.kill("SIGINT");
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function findProgram(): string {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
  const found = folders.map((folder) => join(folder, "pgbouncer")).find(isProgram);
  if (found !== undefined) return found;
  throw new Error(
    "pgbouncer is not installed here: apt-get install pgbouncer (Debian, Ubuntu) or brew install pgbouncer (macOS).",
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200 && child.exitCode === null; tries++) {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => undefined);
    const isReady = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (isReady) return;
    await sleep(50);
  }
  throw new Error("pgbouncer does not answer");
}
