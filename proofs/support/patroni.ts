import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chooseAccount } from "@market/server/db/postgres/location";
import { type Machine, makeMachine } from "./machines.ts";

const shipped = new URL("../../deploy/patroni/", import.meta.url);
const needed = [
  "/usr/bin/patroni",
  "/usr/bin/etcd",
  "/usr/sbin/haproxy",
  "/usr/lib/postgresql/15/bin/pg_rewind",
];

/** @returns what the machine lacks for a cluster */
export const missing = (): string[] => [
  ...(process.getuid?.() === 0 ? [] : ["root"]),
  ...needed.filter((program) => !existsSync(program)),
];

type Member = { name: string; role: string; state: string; timeline?: number; lag?: number };
type Report = {
  state: string;
  role: string;
  timeline?: number;
  replication?: { application_name: string; state: string; sync_state: string }[];
};
export type Roles = { primary: Machine; standby: Machine; timeline: number };

/** Three machines with etcd, Patroni and PostgreSQL, and HAProxy before them, from the files in deploy/patroni. */
export async function openPatroni(folder: string) {
  const { uid, gid } = await chooseAccount(null);
  const data = (name: string) => join(folder, name, "postgres");
  const addresses = ["10.0.0.11", "10.0.0.12", "10.0.0.13"];
  const machines = addresses.map((address, n): Machine => {
    const name = `node${n + 1}`;
    const others = addresses.filter((other) => other !== address).map((other) => `${other}:2379`);
    const own = join(folder, name);
    mkdirSync(own, { mode: 0o700 });
    const fill = (file: string) =>
      readFileSync(new URL(file, shipped), "utf8")
        .replaceAll("@NAME@", name)
        .replaceAll("@ADDRESS@", address)
        .replaceAll("@OTHERS@", others.join())
        .replaceAll("@PASSWORD@", "only-for-this-run")
        // All three machines share this computer's folders.
        .replaceAll("/var/lib/postgresql/15/market", data(name))
        .replaceAll("/var/lib/etcd/market", join(own, "etcd"))
        .replaceAll("/var/run/postgresql", own);
    const config = join(own, "patroni.yml");
    writeFileSync(config, fill("patroni.yml"), { mode: 0o600 });
    for (const path of [own, config]) chownSync(path, uid, gid);
    const settings = [...fill("etcd").matchAll(/^(ETCD_\w+)=(.*)$/gm)].map(([, key, value]) => [
      key,
      value,
    ]);
    return makeMachine(
      name,
      address,
      { uid, gid },
      [
        {
          name: "etcd",
          command: ["/usr/bin/etcd"],
          environment: Object.fromEntries(settings) as Record<string, string>,
        },
        { name: "patroni", command: ["/usr/bin/patroni", config] },
      ],
      (service) => join(folder, `${name}-${service}.log`),
    );
  });

  async function ask<Answer>({ address }: Machine, path: string): Promise<Answer | undefined> {
    const signal = AbortSignal.timeout(1_000);
    return fetch(`http://${address}:8008${path}`, { signal })
      .then(async (answer) => (await answer.json()) as Answer)
      .catch(() => undefined);
  }

  /** @returns who is what, when all three run, agree about it, and the primary sends to both others */
  async function roles(): Promise<Roles | undefined> {
    const views = await Promise.all(
      machines.map(
        async (machine) => (await ask<{ members: Member[] }>(machine, "/cluster"))?.members ?? [],
      ),
    );
    const has = (role: string) => {
      const found = views.map((members) => members.filter((member) => member.role === role));
      const names = new Set(found.map((members) => members.map(({ name }) => name).join()));
      const [name] = names;
      return names.size === 1 ? machines.find((machine) => machine.name === name) : undefined;
    };
    const [primary, standby, other] = [has("leader"), has("sync_standby"), has("replica")];
    if (!primary || !standby || !other) return undefined;
    const running = new Set(["running", "streaming"]);
    if (views.flat().some(({ state }) => !running.has(state))) return undefined;
    if (new Set(views.flat().map(({ timeline }) => timeline)).size !== 1) return undefined;
    const { timeline, replication = [] } = (await ask<Report>(primary, "/patroni")) ?? {};
    const isSent = replication.filter(({ state }) => state === "streaming").length === 2;
    return isSent && timeline !== undefined ? { primary, standby, timeline } : undefined;
  }

  const psql = (machine: Machine, database: string, statement: string) =>
    execFileSync(
      "psql",
      ["-h", join(folder, machine.name), "-XAtq", "-d", database, "-c", statement],
      {
        uid,
        gid,
        cwd: folder,
        encoding: "utf8",
        env: { PATH: process.env["PATH"] ?? "" },
      },
    ).trim();

  return {
    machines,
    /** Waits until the cluster has recovered. */
    async untilWhole(): Promise<Roles> {
      const began = performance.now();
      while (performance.now() - began < 180_000) {
        const found = await roles();
        if (found) return found;
        await sleep(200);
      }
      throw new Error("the cluster is not whole again after three minutes");
    },
    /** Creates the product's database as in docs/operate/cluster.md. */
    found(primary: Machine): string {
      psql(primary, "postgres", "create role market login password 'market'");
      psql(primary, "postgres", "create database market owner market");
      return "postgres://market:market@127.0.0.1:5432/market";
    },
    startProxy(): () => void {
      const log = openSync(join(folder, "haproxy.log"), "a");
      const file = new URL("haproxy.cfg", shipped).pathname;
      const child = spawn("/usr/sbin/haproxy", ["-db", "-f", file], {
        stdio: ["ignore", log, log],
      });
      return () => void child.kill("SIGTERM");
    },
    /** Kills only PostgreSQL on this machine. */
    crash({ name }: Machine): void {
      const [pid] = readFileSync(join(data(name), "postmaster.pid"), "utf8").split("\n");
      process.kill(Number(pid), "SIGKILL");
    },
    /** @returns what Patroni has written on this machine */
    words: ({ name }: Machine): string => readFileSync(join(folder, `${name}-patroni.log`), "utf8"),
    /** @returns the same on every machine that holds the same rows, once it has caught up */
    rowsOf: (machine: Machine): string =>
      psql(
        machine,
        "market",
        "select count(*), md5(string_agg(to_jsonb(p)::text, '' order by p.id)) from products p",
      ),
    stop(): void {
      for (const machine of machines) machine.remove();
    },
  };
}
