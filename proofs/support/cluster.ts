import { execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chooseAccount } from "@market/server/db/postgres/location";
import { openDatabase } from "@market/server/db/database";

/** Debian's PostgreSQL: unlike the embedded one it brings what makes a standby. */
export const programs = "/usr/lib/postgresql/15/bin";

export type Node = { name: string; folder: string };

/** A primary and a synchronous standby, below the folder; their places change with every promotion. */
export async function openCluster(folder: string) {
  if (!existsSync(join(programs, "pg_basebackup"))) return undefined;
  const { uid, gid, drop } = await chooseAccount(null);
  const nodes = ["a", "b"].map((name): Node => ({ name, folder: join(folder, name) }));
  for (const { folder: own } of nodes) {
    mkdirSync(own, { recursive: true, mode: 0o700 });
    chownSync(own, uid, gid);
  }
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(programs, program), args, { ...drop, cwd: folder, stdio: "pipe" });
  const data = (node: Node) => join(node.folder, "data");
  const url = (node: Node, database: string) =>
    `postgres://market@localhost/${database}?host=${encodeURIComponent(node.folder)}`;
  const start = (node: Node) => {
    const options = `-c listen_addresses= -c unix_socket_directories=${node.folder} -c max_connections=100`;
    run("pg_ctl", "start", "-w", "-D", data(node), "-l", join(node.folder, "log"), "-o", options);
  };

  async function ask(node: Node, statement: string): Promise<object[]> {
    const db = openDatabase(url(node, "postgres"), () => undefined, { size: 1 });
    return db
      .run(statement)
      .then(({ rows }) => rows)
      .finally(db.close);
  }

  return {
    nodes,
    /** Makes the first node a primary with the product's database. */
    async found(node: Node): Promise<void> {
      run(
        "initdb",
        "-D",
        data(node),
        "-U",
        "market",
        "--auth=trust",
        "-E",
        "UTF8",
        "--locale=C.UTF-8",
      );
      start(node);
      await ask(node, "create database market");
    },
    /** Makes the node a copy of the primary, and waits until every commit of the primary waits for it. */
    async follow(node: Node, primary: Node): Promise<void> {
      rmSync(data(node), { recursive: true, force: true });
      run(
        "pg_basebackup",
        "-h",
        primary.folder,
        "-U",
        "market",
        "-D",
        data(node),
        "-R",
        "-c",
        "fast",
        "-X",
        "stream",
      );
      start(node);
      await ask(primary, "alter system set synchronous_standby_names = 'ANY 1 (*)'");
      await ask(primary, "select pg_reload_conf()");
      for (let tries = 0; tries < 400; tries++) {
        const state = "select from pg_stat_replication where sync_state in ('sync', 'quorum')";
        if ((await ask(primary, state)).length > 0) return;
        await sleep(50);
      }
      throw new Error("the standby does not become synchronous");
    },
    /** Makes the standby the primary; it waits for no standby until it has its own. */
    async promote(node: Node): Promise<void> {
      run("pg_ctl", "promote", "-w", "-D", data(node));
      await ask(node, "alter system reset synchronous_standby_names");
      await ask(node, "select pg_reload_conf()");
    },
    /** Kills every process of the node immediately, as a power cut does. */
    kill(node: Node): void {
      const postmaster = execFileSync("head", ["-1", join(data(node), "postmaster.pid")], {
        encoding: "utf8",
      }).trim();
      const children = execFileSync("ps", ["-o", "pid=", "--ppid", postmaster], {
        encoding: "utf8",
      });
      for (const pid of [postmaster, ...children.split(/\s+/)]
        .map(Number)
        .filter((each) => each > 1)) {
        try {
          process.kill(pid, "SIGKILL");
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
        }
      }
    },
    stop(node: Node): void {
      run("pg_ctl", "stop", "-m", "fast", "-D", data(node));
    },
  };
}

/** One address that leads to whichever node is the primary, as a cluster manager's does. */
export async function startSwitch(port: number, first: Node) {
  const open = new Set<Socket>();
  let target: Node | undefined = first;
  const server = createServer((incoming) => {
    if (target === undefined) return incoming.destroy();
    const outgoing = connect(join(target.folder, ".s.PGSQL.5432"));
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(one);
      one
        .on("error", () => other.destroy())
        .on("close", () => {
          open.delete(one);
          other.destroy();
        });
      one.pipe(other);
    }
    return undefined;
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const cut = () => open.forEach((socket) => socket.destroy());
  return {
    url: `postgres://market@127.0.0.1:${port}/market`,
    /** Lets new connections lead there; nowhere while there is none. */
    lead(node: Node | undefined) {
      target = node;
      cut();
    },
    close() {
      server.close();
      cut();
    },
  };
}
