import {
  type ChildProcessWithoutNullStreams,
  execFileSync,
  spawn,
  spawnSync,
} from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import pg from "pg";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { makeTemporaryFolder, temporaryFolder } from "../../../test/folder.ts";
import { type EmbeddedDatabase, findEmbeddedDatabase, startEmbeddedDatabase } from "./embedded.ts";
import { isAlive, readPidFile } from "./postmaster.ts";

const silent = { info: () => undefined, warn: () => undefined };
const asRoot = process.getuid?.() === 0;
/** Only root can give a server a user namespace that an ordinary account does not own, as systemd does. */
const canIsolate = asRoot && spawnSync("unshare", ["--user", "--mount", "true"]).status === 0;

async function start(dataDir: string, reachableRoot?: string): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase({ dataDir, log: silent, reachableRoot });
  onTestFinished(() => database.stop());
  return database;
}

let prepared: string;

/** A data folder as an earlier run left it: cheaper than a first start. */
async function preparedFolder(): Promise<string> {
  const dataDir = join(await temporaryFolder(), "data");
  execFileSync("cp", ["-a", prepared, dataDir]);
  return dataDir;
}

async function ask(url: string, statement: string): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query({ text: statement, rowMode: "array" })).rows as unknown[][];
  } finally {
    await client.end();
  }
}

async function postmasterOf(dataDir: string): Promise<number> {
  return (await readPidFile(join(dataDir, "postgres", "cluster")))?.pid ?? 0;
}

beforeAll(async () => {
  const folder = await makeTemporaryFolder();
  prepared = join(folder, "data");
  const database = await startEmbeddedDatabase({ dataDir: prepared, log: silent });
  await database.stop();
  return () => rm(folder, { recursive: true, force: true });
});

describe("the embedded database", () => {
  it("answers on a socket only, keeps what it confirmed, and starts again with its data", async () => {
    const dataDir = join(await temporaryFolder(), "data");
    const first = await start(dataDir);
    expect(first.version).toMatch(/^18\./);
    expect(await ask(first.url, "select current_user, current_database()")).toEqual([
      ["market", "market"],
    ]);
    const settings = "fsync full_page_writes synchronous_commit listen_addresses".split(" ");
    const shown = await Promise.all(settings.map((name) => ask(first.url, `show ${name}`)));
    expect(shown.flat(2)).toEqual(["on", "on", "on", ""]);
    await ask(
      first.url,
      "create table survivors (word text); insert into survivors values ('साइकिल')",
    );
    // Without a UTF-8 ctype there would be no trigrams of Hindi words at all.
    await ask(first.url, "create extension pg_trgm");
    expect(await ask(first.url, "select array_length(show_trgm('साइकिल'), 1) > 3")).toEqual([
      [true],
    ]);
    await first.stop();
    expect(await first.exited).toBeNull();

    const second = await start(dataDir);
    expect(await ask(second.url, "select word from survivors")).toEqual([["साइकिल"]]);
  });

  it("R909 of an earlier release gets a role that owns nothing, and that release still runs on it", async () => {
    const dataDir = await preparedFolder();
    const earlier = await start(dataDir);
    await ask(earlier.url, "drop role market_app");
    await ask(earlier.url, "create table things as select 'old' as name");
    await earlier.stop();
    const rules = join(dataDir, "postgres", "cluster", "pg_hba.conf");
    await writeFile(rules, "local all market trust\n");

    const { url, applicationUrl } = await start(dataDir);
    expect(
      await ask(
        applicationUrl,
        "select current_user, rolsuper from pg_roles where rolname = current_user",
      ),
    ).toEqual([["market_app", false]]);
    await expect(ask(applicationUrl, "drop table things")).rejects.toThrow("must be owner");
    await expect(ask(applicationUrl, "create table more ()")).rejects.toThrow("permission denied");
    await ask(url, "insert into things values ('of the earlier release')");
    expect(await ask(url, "select count(*)::int from things")).toEqual([[2]]);
  });

  it("comes back by itself after its server is killed", async () => {
    const dataDir = await preparedFolder();
    const { url } = await start(dataDir);
    await ask(url, "create table survivors as select 1 as one");
    const killed = await postmasterOf(dataDir);
    process.kill(killed, "SIGKILL");
    const rows = await vi.waitFor(() => ask(url, "select one from survivors"), 300_000);
    expect(rows).toEqual([[1]]);
    expect(await postmasterOf(dataDir)).not.toBe(killed);
  });

  it("says so when its server cannot be brought back", { tags: "sweep" }, async () => {
    const dataDir = await preparedFolder();
    const { exited } = await start(dataDir);
    await rm(join(dataDir, "postgres", "cluster", "global", "pg_control"));
    process.kill(await postmasterOf(dataDir), "SIGKILL");
    expect((await exited)?.message).toMatch(
      /PostgreSQL does not start: postgres: could not find the database system/,
    );
  });

  it("takes over a server whose application was killed", async () => {
    const dataDir = await preparedFolder();
    const application = await startElsewhere(dataDir, "setInterval(() => undefined, 1000)");
    const orphan = await postmasterOf(dataDir);
    application.kill("SIGKILL");
    await once(application, "exit");
    expect(isAlive(orphan)).toBe(true);
    const { url } = await start(dataDir);
    expect(isAlive(orphan)).toBe(false);
    expect(await ask(url, "select 1")).toEqual([[1]]);
  });

  it("leaves no server behind when the application exits without stopping it", async () => {
    const dataDir = await preparedFolder();
    const application = await startElsewhere(
      dataDir,
      "process.stdin.once('data', () => process.exit(3))",
    );
    const server = await postmasterOf(dataDir);
    application.stdin.write("go");
    expect(await once(application, "exit")).toEqual([3, null]);
    await vi.waitFor(() => expect(isAlive(server)).toBe(false), 300_000);
  });

  it(
    "refuses a second application on the same folder in one sentence, which can still find the first",
    { tags: "sweep" },
    async () => {
      const dataDir = await preparedFolder();
      expect(await findEmbeddedDatabase(dataDir)).toBeNull();
      const { url } = await start(dataDir);
      await expect(start(dataDir)).rejects.toThrow(`Another process is already using ${dataDir}`);
      expect(await ask(url, "select 1")).toEqual([[1]]);
      expect(await findEmbeddedDatabase(dataDir)).toBe(url);
    },
  );

  it("R900 is found by its socket when its number means another process here, and its pid file stays", async () => {
    const dataDir = await preparedFolder();
    const { url } = await start(dataDir);
    const pidFile = join(dataDir, "postgres", "cluster", "postmaster.pid");
    const own = await readFile(pidFile, "utf8");
    const here = own.replace(/^\d+/, String(process.pid));
    await writeFile(pidFile, here);
    const found = await findEmbeddedDatabase(dataDir);
    const second = start(dataDir);
    await expect(second).rejects.toThrow(`Another process is already using ${dataDir}`);
    expect(await readFile(pidFile, "utf8")).toBe(here);
    // Within a minute PostgreSQL looks whether the file is still its own.
    await writeFile(pidFile, own);
    expect(found).toBe(url);
  });

  it.runIf(canIsolate)(
    "is found from outside the service's user namespace, and no command touches its pid file",
    async () => {
      const dataDir = await preparedFolder();
      const untilStopped = "process.stdin.once('data', () => process.exit())";
      const service = await startElsewhere(dataDir, untilStopped, isolated);
      const pidFile = join(dataDir, "postgres", "cluster", "postmaster.pid");
      const before = await readFile(pidFile, "utf8");
      const url = await findEmbeddedDatabase(dataDir);
      expect(url).not.toBeNull();
      const inUse = `Another process is already using ${dataDir}: stop it first, or set another DATA_DIR and PORT.`;
      const expected = { found: url, started: inUse };
      // From a shell the process is listed but unreadable; in market-backup.service it is not listed.
      expect(await lookAsItsAccount(dataDir, [])).toEqual(expected);
      const hidden = 'mount -t proc -o hidepid=invisible proc /proc && exec "$@"';
      const unlisted = ["unshare", "--mount", "sh", "-c", hidden, "sh"];
      expect(await lookAsItsAccount(dataDir, unlisted)).toEqual(expected);
      expect(await readFile(pidFile, "utf8")).toBe(before);
      service.stdin.write("stop\n");
      await vi.waitFor(() => expect(existsSync(pidFile)).toBe(false), 300_000);
    },
  );

  it("lets exactly one of two first starts win", { tags: "sweep" }, async () => {
    const dataDir = join(await temporaryFolder(), "data");
    const wait = "setInterval(() => undefined, 1000)";
    const both = await Promise.allSettled([
      startElsewhere(dataDir, wait),
      startElsewhere(dataDir, wait),
    ]);
    const lost = both.filter((outcome) => outcome.status === "rejected");
    expect(lost.map(({ reason }) => String(reason))).toEqual([
      expect.stringContaining(`Another process is already using ${dataDir}`),
    ]);
    const url = await findEmbeddedDatabase(dataDir);
    expect(await ask(url ?? "", "select 1")).toEqual([[1]]);
    // Their servers live in folders that go away: taking over stops the one that won.
    for (const outcome of both) {
      if (outcome.status === "rejected") continue;
      const gone = once(outcome.value, "exit");
      outcome.value.kill("SIGKILL");
      await gone;
    }
    await start(dataDir);
  });

  it(
    "runs below a path of 150 characters with spaces, quotes and other scripts",
    { tags: "sweep" },
    async () => {
      const dataDir = join(await temporaryFolder(), 'it\'s a "long" पथ, ', "x".repeat(150), "data");
      await mkdir(dataDir, { recursive: true });
      const { url } = await start(dataDir);
      expect(await ask(url, "select 1")).toEqual([[1]]);
      expect(new URL(url).searchParams.get("host")?.length).toBeLessThan(90);
    },
  );

  it(
    "makes the database again after a first start that was cut off",
    { tags: "sweep" },
    async () => {
      const dataDir = join(await temporaryFolder(), "data");
      const home = join(dataDir, "postgres");
      await mkdir(join(home, "cluster.new-4194999", "base"), { recursive: true });
      const { url } = await start(dataDir);
      expect(await ask(url, "select 1")).toEqual([[1]]);
      expect((await readdir(home)).filter((name) => name.includes("new"))).toEqual([]);
    },
  );

  it(
    "starts despite a pid file whose number another process has now",
    { tags: "sweep" },
    async () => {
      const dataDir = await preparedFolder();
      const first = await start(dataDir);
      const pidFile = join(dataDir, "postgres", "cluster", "postmaster.pid");
      const lines = (await readFile(pidFile, "utf8")).split("\n");
      await first.stop();
      await writeFile(pidFile, [process.pid, ...lines.slice(1)].join("\n"));
      const { url } = await start(dataDir);
      expect(await ask(url, "select 1")).toEqual([[1]]);
    },
  );

  it("refuses a database that another major version made", { tags: "sweep" }, async () => {
    const dataDir = await preparedFolder();
    const first = await start(dataDir);
    await first.stop();
    await writeFile(join(dataDir, "postgres", "cluster", "PG_VERSION"), "17\n");
    await expect(start(dataDir)).rejects.toThrow(/was made by PostgreSQL 17, this is 18/);
  });

  it.runIf(asRoot)(
    "lives elsewhere when root's folder is closed to the account it runs under",
    { tags: "sweep" },
    async () => {
      const outside = await temporaryFolder();
      const dataDir = join(outside, "closed", "data");
      await mkdir(dirname(dataDir), { mode: 0o700 });
      const first = await start(dataDir, join(outside, "reachable"));
      await ask(first.url, "create table survivors as select 1 as one");
      await first.stop();
      const pointer = join(dataDir, "postgres.location");
      expect(await readFile(pointer, "utf8")).toContain(join(outside, "reachable"));

      const second = await start(dataDir, join(outside, "reachable"));
      expect(await ask(second.url, "select one from survivors")).toEqual([[1]]);
      await second.stop();
      await rm((await readFile(pointer, "utf8")).trim(), { recursive: true });
      await expect(start(dataDir)).rejects.toThrow(
        /which is gone: bring it back, or delete that file/,
      );
    },
  );
});

/** Imitates `PrivateUsers=`: root's user namespace with the outer accounts. */
const isolated = {
  command: ["unshare", "--user", "sh", "-c", 'echo unshared; read -r go; exec "$@"', "sh"],
  async prepare(child: ChildProcessWithoutNullStreams) {
    await once(child.stdout, "data");
    for (const map of ["uid_map", "gid_map"])
      await writeFile(`/proc/${child.pid}/${map}`, "0 0 65536");
    child.stdin.write("go\n");
  },
};

/** Another application with a database on `dataDir`; resolves when that one answers. */
async function startElsewhere(dataDir: string, then: string, inside?: typeof isolated) {
  const module = new URL("./embedded.ts", import.meta.url).href;
  const code = `
    import { startEmbeddedDatabase } from ${JSON.stringify(module)};
    const log = { info() {}, warn() {} };
    await startEmbeddedDatabase({ dataDir: ${JSON.stringify(dataDir)}, log }).catch((error) => {
      console.log(error.message);
      process.exit(1);
    });
    console.log("ready");
    ${then}`;
  const [command, ...args] = [...(inside?.command ?? []), process.execPath];
  const child = spawn(command, [...args, "--input-type=module", "-e", code], { stdio: "pipe" });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  await inside?.prepare(child);
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  if (said.toString().trim() !== "ready") throw new Error(said.toString());
  return child;
}

/** The view of an operator's command as the server's account: modules are loaded before root is dropped. */
async function lookAsItsAccount(dataDir: string, inside: string[]): Promise<unknown> {
  const module = new URL("./embedded.ts", import.meta.url).href;
  const { uid, gid } = await stat(join(dataDir, "postgres"));
  const code = `
    import { findEmbeddedDatabase, startEmbeddedDatabase } from ${JSON.stringify(module)};
    process.setgroups([]);
    process.setgid(${gid});
    process.setuid(${uid});
    const dataDir = ${JSON.stringify(dataDir)};
    const found = await findEmbeddedDatabase(dataDir);
    const log = { info() {}, warn() {} };
    const started = await startEmbeddedDatabase({ dataDir, log }).then(
      () => "started", ({ message }) => message,
    );
    console.log(JSON.stringify({ found, started }));
    process.exit();`;
  const [command, ...args] = [...inside, process.execPath];
  const child = spawn(command, [...args, "--input-type=module", "-e", code], { stdio: "pipe" });
  const [said, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return said === "" ? complaint : JSON.parse(said);
}
