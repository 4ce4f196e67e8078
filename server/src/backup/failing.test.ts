import { execFileSync, spawnSync } from "node:child_process";
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { temporaryFolder } from "../../test/folder.ts";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { apart, mayMount } from "../../test/may-mount.ts";
import { compileCache } from "../../test/process.ts";
import { runCli } from "../../test/run-cli.ts";
import { execute } from "../../test/postgres.ts";
import { recurringJobs } from "../operations/recurring.ts";
import { watchHealthSnapshot } from "../operations/statistics/health-snapshot.ts";
import { readOperations } from "../operations/statistics/operations.ts";
import { createBackup } from "./create.ts";
import { requireAnswer } from "./disk.ts";
import { compress } from "./lines.ts";
import { saveBackupOutcome } from "./outcome.sql.ts";
import { isStalled } from "./stalls.ts";
import { openObjectStore } from "../storage/object-store.ts";
import { BackupStore, nameOfTime, photoPath } from "./backup-store.ts";
import { backUpTo } from "./run.ts";

/** A place where no account, not even root, can create a folder. */
const unwritable = "/sys/nowhere";
const metricsToken = "a token of thirty-two characters.";
let market: TestMarket;
let mod: TestStudent;

beforeAll(async () => {
  market = await openTestMarket({
    MODERATOR_EMAILS: "mod@cgu.example",
    METRICS_TOKEN: metricsToken,
    LIMITS_REQUESTS_PER_MINUTE: "1000000",
    BACKUP_TO: unwritable,
  });
  mod = await market.student("Mod");
  await list(mod);
});
afterAll(() => market.close());

const urlOf = () => market.parts.config.DATABASE_SESSION_URL ?? "";

/** Runs the nightly job. */
async function spendNight(BACKUP_TO: string): Promise<void> {
  const { parts } = market;
  const jobs = recurringJobs({ ...parts, config: { ...parts.config, BACKUP_TO } });
  await jobs.find(({ name }) => name === "back-up")?.work(undefined as never);
}

/** The warnings that another process, with nothing cached, would show. */
async function warningsWith(BACKUP_TO: string) {
  const { config, db } = market.parts;
  const parts = { config: { ...config, BACKUP_TO }, db };
  const snapshot = await watchHealthSnapshot(parts)();
  const seen = { config: parts.config, startedAt: new Date(), snapshot, stores: true };
  return (await readOperations(db, seen)).attention;
}

describe("a backup that fails", () => {
  it("R852 R853 leaves the market as it is; /operations, status and metrics say why until one is made", async () => {
    await expect(spendNight(unwritable)).rejects.toThrow(/EPERM|EACCES|EROFS/);
    const cause = expect.stringMatching(
      /^\/sys\/nowhere: this account may (not write|only read) there \(E\w+\)\.$/,
    );
    expect((await mod.get("/api/operations")).body.operations.attention).toEqual([
      { what: "backup-fails", count: 1, cause },
    ]);
    const { DATABASE_SESSION_URL, DATA_DIR } = market.parts.config;
    const settings = { DATABASE_URL: DATABASE_SESSION_URL, DATABASE_SESSION_URL, DATA_DIR };
    const { text } = await runCli({ ...settings, BACKUP_TO: unwritable }, "status");
    expect(text).toMatch(/^Backups do not work\. \/sys\/nowhere: this account may /m);
    const metrics = await market.app.inject({
      url: "/metrics",
      headers: { authorization: `Bearer ${metricsToken}` },
    });
    expect(metrics.body).toMatch(/^market_backup_failed\{cause="\/sys\/nowhere: .*"\} 1$/m);
    const folder = await temporaryFolder();
    await spendNight(folder);
    expect(await warningsWith(folder)).toEqual([]);
  });

  it("R852 because of a closed database connection, a bucket that hangs up or a full disk stops nothing else", async () => {
    const { storage } = market.parts;
    const backupStore = await BackupStore.open(await temporaryFolder(), {});
    const write = backupStore.write.bind(backupStore);
    vi.spyOn(backupStore, "write").mockImplementationOnce(async (...given) => {
      await execute(
        urlOf(),
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'campus-marketplace backup'",
      );
      return write(...given);
    });
    const parts = { url: urlOf(), storage, progress: () => {} };
    await expect(createBackup({ ...parts, backupStore })).rejects.toThrow();
    expect(await backupStore.backups()).toEqual([]);

    const store = createServer((request, response) => {
      if (request.method === "PUT") request.socket.destroy();
      else response.setHeader("content-type", "application/xml").end("<ListBucketResult/>");
    }).listen(0, "127.0.0.1");
    await once(store, "listening");
    const { port } = store.address() as AddressInfo;
    const keys = { AWS_ACCESS_KEY_ID: "key", AWS_SECRET_ACCESS_KEY: "secret" };
    const bucket = await openObjectStore(
      "BACKUP_TO",
      `s3://bucket?endpoint=http://127.0.0.1:${port}`,
      {
        accessKeyId: keys.AWS_ACCESS_KEY_ID,
        secretAccessKey: keys.AWS_SECRET_ACCESS_KEY,
      },
    );
    let isClosed = false;
    const source = async function* () {
      try {
        for (;;) yield Buffer.alloc(100_000, "never the same".repeat(2));
      } finally {
        isClosed = true;
      }
    };
    const large = async function* () {
      for (let n = 0; n < 30; n++) yield Buffer.alloc(100_000, n);
    };
    await expect(compress(large(), (rows) => bucket.put("a/b", rows))).rejects.toThrow();
    store.close();

    const folder = await temporaryFolder();
    mkdirSync(join(folder, "a"));
    symlinkSync("/dev/full", join(folder, "a/b.new"));
    const objectStore = await openObjectStore("BACKUP_TO", folder, undefined);
    await expect(compress(source(), (rows) => objectStore.put("a/b", rows))).rejects.toThrow(
      "ENOSPC",
    );
    await expect.poll(() => isClosed).toBe(true);
  });

  it("R852 R853 is explained in a sentence to the command too; one made in the same second is no failure", async () => {
    const { DATABASE_SESSION_URL, DATA_DIR } = market.parts.config;
    const settings = { DATABASE_URL: DATABASE_SESSION_URL, DATABASE_SESSION_URL, DATA_DIR };
    const { code, text } = await runCli({ ...settings, BACKUP_TO: unwritable }, "backup");
    expect(text.trim()).toMatch(
      /^\/sys\/nowhere\S*: this account may (not write|only read) there \(E\w+\)\. [^\n]+\.$/,
    );
    expect(code).toBe(1);
    const folder = await temporaryFolder();
    await spendNight(folder);
    // The second is the database's, so another backup is there in each second of the next minutes.
    for (let seconds = 0; seconds < 300; seconds++) {
      const other = join(folder, nameOfTime(new Date(Date.now() + seconds * 1_000)));
      mkdirSync(other, { recursive: true });
      writeFileSync(join(other, "SHA256SUMS"), "");
    }
    await expect(spendNight(folder)).rejects.toThrow("is there already");
    expect(await warningsWith(folder)).toEqual([]);
  });

  it("R979 is refused in one sentence for a folder whose parent is missing, and makes neither", async () => {
    const parent = join(await temporaryFolder(), "mnt");
    const { DATABASE_SESSION_URL, DATA_DIR } = market.parts.config;
    const settings = { DATABASE_URL: DATABASE_SESSION_URL, DATABASE_SESSION_URL, DATA_DIR };
    const ran = await runCli(settings, "backup", "--to", join(parent, "market"));
    const errors = `${parent}/market cannot be used: there is no folder ${parent}. Make that folder, mount its disk, or correct the path.`;
    expect(ran).toMatchObject({ code: 1, text: errors, errors });
    expect(existsSync(parent)).toBe(false);
  });

  it.skipIf(!mayMount())("R979 is refused in one sentence on a full disk", async () => {
    const folder = await temporaryFolder();
    const { DATABASE_SESSION_URL = "", DATA_DIR } = market.parts.config;
    const program = join(import.meta.dirname, "../market/market.ts");
    const backup = `mount -t tmpfs -o size=64m tmpfs ${folder} && exec ${process.execPath} ${program} backup --to ${folder}`;
    const { status, stdout, stderr } = spawnSync("unshare", [...apart, "sh", "-c", backup], {
      encoding: "utf8",
      env: {
        PATH: "/usr/sbin:/usr/bin:/sbin:/bin",
        NODE_COMPILE_CACHE: compileCache,
        DATABASE_URL: DATABASE_SESSION_URL,
        DATA_DIR,
      },
    });
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: "",
      stderr: `${folder}: less than 256 MB are free (ENOSPC). Make room on the disk.\n`,
    });
  });

  it("R852 is not begun on the disk of the market when the backup disk is not mounted", async () => {
    const folder = await temporaryFolder();
    await saveBackupOutcome(market.parts.db, { place: folder, isApart: true });
    const sentence = `The backup disk is not mounted: ${folder} is on the disk of the market now. Mount it, or set BACKUP_TO to another folder.`;
    await expect(spendNight(folder)).rejects.toThrow(sentence);
    expect(await (await openObjectStore("BACKUP_TO", folder, undefined)).folders()).toEqual([]);
    expect(await warningsWith(folder)).toEqual([
      { what: "backup-fails", count: 1, cause: sentence },
    ]);
    // Another folder is another decision.
    await spendNight(await temporaryFolder());
  });
});

it("R988 a backup disk that does not answer is touched by one process of its own, and named", async () => {
  const [folder, programs] = [await temporaryFolder(), await temporaryFolder()];
  // Simulates a share whose server is down: every call waits for ever.
  const started = join(programs, "started");
  const stat = `#!/bin/sh\necho $$ >> ${started}\nexec sleep 600\n`;
  writeFileSync(join(programs, "stat"), stat, { mode: 0o755 });
  const path = process.env["PATH"];
  process.env["PATH"] = `${programs}:${path}`;
  try {
    const sentence = `The disk of ${folder} does not answer.`;
    await expect(requireAnswer(folder, 50)).rejects.toThrow(sentence);
    await expect(requireAnswer(folder, 50)).rejects.toThrow(sentence);
    await expect.poll(() => existsSync(started)).toBe(true);
    const pids = readFileSync(started, "utf8").trim().split("\n");
    expect(pids).toHaveLength(1);
    process.kill(Number(pids[0]));
    process.env["PATH"] = path;
    await expect.poll(() => requireAnswer(folder).then(() => "answers")).toBe("answers");
  } finally {
    process.env["PATH"] = path;
  }
});

it("R1176 a backup disk that stops in the middle fails the backup with a sentence, and takes the market along in nothing", async () => {
  const folder = await temporaryFolder();
  const { db, storage } = market.parts;
  for (const color of ["#884422", "#228844"]) await list(mod, {}, [color]);
  const photos = await db.query<{ files: string[] }>(
    sql`select files from photos order by created_at desc limit 2`,
  );
  const keys = photos.flatMap(({ files }) => files);
  // Opening a pipe without a reader waits for ever, as on a share whose server has died.
  const pipes = keys.map((key) => `${join(folder, photoPath(key))}.new`);
  for (const pipe of pipes) {
    mkdirSync(dirname(pipe), { recursive: true });
    execFileSync("mkfifo", [pipe]);
  }
  const { config } = market.parts;
  const parts = { config, db, url: urlOf(), storage, progress: () => {} };
  const sentence = `The disk of ${folder} does not answer. Bring its server back, or unmount it: umount -f -l, as root.`;
  const past = { "cache-control": "no-cache" };
  // On a slow computer other calls may be as slow.
  while (!isStalled(folder)) {
    let isOver = false;
    const made = backUpTo(folder, { ...parts, silence: 500 })
      .catch((error: Error) => error.message)
      .finally(() => {
        isOver = true;
      });
    while (!isOver) {
      expect((await market.stranger.get("/api/products", past)).status).toBe(200);
      expect((await market.app.inject(`/photos/${keys[0]}`)).statusCode).toBe(200);
    }
    expect(await made).toBe(sentence);
  }

  expect(await warningsWith(folder)).toEqual([{ what: "backup-fails", count: 1, cause: sentence }]);
  const { DATABASE_SESSION_URL, DATA_DIR } = config;
  const settings = { DATABASE_URL: DATABASE_SESSION_URL, DATABASE_SESSION_URL, DATA_DIR };
  for (const command of ["status", "doctor"])
    expect((await runCli({ ...settings, BACKUP_TO: folder }, command)).text).toContain(
      sentence.replace(/\.$/, ""),
    );
  // While it is silent, no other backup takes another thread.
  await expect(spendNight(folder)).rejects.toThrow(sentence);

  // Its server is back: waiting calls continue.
  for (const pipe of pipes.filter((each) => existsSync(each)))
    closeSync(openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK));
  for (const pipe of pipes) rmSync(pipe, { force: true });
  await expect
    .poll(() =>
      requireAnswer(folder).then(
        () => "answers",
        () => "is silent",
      ),
    )
    .toBe("answers");
  await spendNight(folder);
  expect(await warningsWith(folder)).toEqual([]);
});

describe("a backup dated in the future", () => {
  it("R854 stops nothing, counts as no backup, uses no slot and is named", async () => {
    const folder = await temporaryFolder();
    const future = "2099-01-01T00-00-00Z";
    const parts = { url: urlOf(), storage: market.parts.storage, progress: () => {} };
    const backupStore = await BackupStore.open(folder, {});
    await createBackup({ ...parts, backupStore, now: new Date("2099-01-01T00:00:00Z") });
    expect(await warningsWith(folder)).toEqual([{ what: "backup-never", count: 1 }]);
    await spendNight(folder);
    expect(await backupStore.backups()).toHaveLength(2);
    expect(await backupStore.futureBackups()).toEqual([future]);
    expect(await warningsWith(folder)).toEqual([]);
  });
});
