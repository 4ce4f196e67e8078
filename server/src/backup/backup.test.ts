import { execFile, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { startFauxqs } from "fauxqs";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { temporaryFolder } from "../../test/folder.ts";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { compileCache, createProcesses, ready, root } from "../../test/process.ts";
import { databaseUrl, execute } from "../../test/postgres.ts";
import { knownSchema, migrate } from "../db/database.ts";
import { startEmbeddedDatabase } from "../db/postgres/embedded.ts";
import { verifyBackup } from "./manifest.ts";
import { openObjectStore } from "../storage/object-store.ts";
import { BackupStore } from "./backup-store.ts";
import { recurringJobs } from "../operations/recurring.ts";

const program = join(import.meta.dirname, "../market/market.ts");
const runFile = promisify(execFile);

type Ran = { code: number; text: string };

/** Runs `npm run market -- …` as a process of its own. */
async function market(given: Record<string, string>, ...args: string[]): Promise<Ran> {
  const env = { PATH: "/usr/bin:/bin", NODE_COMPILE_CACHE: compileCache, ...given };
  try {
    const { stdout, stderr } = await runFile(process.execPath, [program, ...args], { env });
    return { code: 0, text: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, text: stdout + stderr };
  }
}

const expectDone = ({ code, text }: Ran) => expect([code, text]).toEqual([0, text]);
const expectRefused = ({ code, text }: Ran, sentence: RegExp) => {
  expect([code, text]).toEqual([1, expect.stringMatching(sentence)]);
  expect(text).not.toContain("    at ");
};

const settingsOf = ({ parts }: TestMarket) => {
  const { DATABASE_URL = "", DATABASE_SESSION_URL = "", DATA_DIR, STORAGE_URL = "" } = parts.config;
  const { AWS_ACCESS_KEY_ID = "", AWS_SECRET_ACCESS_KEY = "" } = parts.config;
  const keys = { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY };
  return { DATABASE_URL, DATABASE_SESSION_URL, DATA_DIR, STORAGE_URL, ...keys };
};

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
const backupsIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => !["photos", "erasures.json"].includes(name))
    .toSorted();

/** An empty database without a table, and an empty data folder. */
async function emptyHome() {
  const { url, settings: given, drop } = await createTestDatabase();
  await execute(url, "drop schema public cascade");
  await execute(url, "drop schema if exists jobs cascade");
  await execute(url, "create schema public");
  const settings = { ...given, DATA_DIR: await temporaryFolder() };
  return { url, settings, drop };
}

let campus: TestMarket;
let asha: TestStudent;
const made: { id: string; photo: string }[] = [];

async function sell(student: TestStudent, name: string) {
  const description = `${name}: with \t, \\N, "quotes"\nand a second line`;
  const { body } = await list(student, { name, description }, ["#336699", "#993366"]);
  return { id: body.product._id as string, photo: body.product.images[0].url as string };
}

beforeAll(async () => {
  campus = await openTestMarket({
    LIMITS_NEW_LISTINGS_PER_DAY: "1000",
    LIMITS_ACTIVE_LISTINGS: "1000",
  });
  asha = await campus.student("Asha");
  for (let n = 0; n < 5; n++) made.push(await sell(asha, `Lamp ${n}`));
  // Written as by the outbox, whose job is not in a backup.
  await rowsIn(
    urlOf(campus),
    `insert into outbox (id, kind, recipient, subject, words, due_at)
     values (gen_random_uuid(), 'digest', 'asha@cgu.example', 'News', 'Words', 'infinity')`,
  );
});
const keyCount = "select count(*)::int as count from listing_keys";
const waitingMails = "select due_at <= now() as due from outbox where state = 'waiting'";
afterAll(() => campus.close());

describe("a backup", () => {
  it("R719 R721 R1034 of a market under writes restores, on another server, everything that was confirmed before it", async () => {
    const folder = await temporaryFolder();
    let isOver = false;
    const rohan = await campus.student("Rohan");
    expect((await rohan.call("POST", "/api/users/me/key")).status).toBe(201);
    const writer = (async () => {
      for (let n = 0; !isOver && n < 40; n++) made.push(await sell(rohan, `Chair ${n}`));
    })();
    await expect.poll(() => made.length).toBeGreaterThan(7);
    const confirmed = [...made];
    const backup = await market(settingsOf(campus), "backup", "--to", folder);
    isOver = true;
    await writer;
    expectDone(backup);
    expect(backup.text).toMatch(/holds \d+ listings of 2 students with \d+ photo files/);
    expectDone(await market(settingsOf(campus), "verify-backup", folder));

    const home = await emptyHome();
    const back = await market(home.settings, "restore", "--from", folder);
    expectDone(back);
    expect(back.text).toContain("All users must log in again.");
    // A key to listings that was ended since is not back.
    expect(await rowsIn(urlOf(campus), keyCount)).toEqual([{ count: 1 }]);
    expect(await rowsIn(home.url, keyCount)).toEqual([{ count: 0 }]);
    // Mails that waited have been sent since.
    expect(await rowsIn(home.url, waitingMails)).toEqual([]);
    const other = await openTestMarket(home.settings);
    try {
      for (const { id, photo } of confirmed) {
        const page = await other.app.inject({ url: `/item/${id}` });
        expect(page.statusCode).toBe(200);
        const [was, is] = await Promise.all(
          [campus, other].map((each) => each.app.inject({ url: photo })),
        );
        expect([
          photo,
          is?.statusCode,
          is?.rawPayload.equals(was?.rawPayload ?? Buffer.alloc(0)),
        ]).toEqual([photo, 200, true]);
      }
      // Texts with tabs, backslashes and line breaks are what they were.
      const texts = "select id, name, description from products where id = any($1) order by id";
      const ids = confirmed.map(({ id }) => id);
      expect(await rowsIn(home.url, texts, [ids])).toEqual(
        await rowsIn(urlOf(campus), texts, [ids]),
      );
      // Tokens and sessions are not.
      const { status } = await createCall(other, asha.token);
      expect(status).toBe(401);
      // Constraints and triggers are restored.
      expect(await watchersOf(home.url)).toEqual(await watchersOf(urlOf(campus)));
      // Search finds, and new listings come after the old.
      const { status: added } = await list(await other.student("Meera"));
      expect(added).toBe(201);
    } finally {
      await other.close();
      await home.drop();
    }
  });

  it(
    "R719 R914 copies only photos that are new, sends mails that waited, and refuses a database in use",
    { tags: "sweep" },
    async () => {
      const folder = await temporaryFolder();
      const first = await market(settingsOf(campus), "backup", "--to", folder);
      expectDone(first);
      const before = filesIn(join(folder, "photos")).length;
      await sell(asha, "One more");
      await nextSecond();
      const second = await market(settingsOf(campus), "backup", "--to", folder);
      expectDone(second);
      const fresh = filesIn(join(folder, "photos")).length - before;
      expect(fresh).toBeGreaterThan(0);
      expect(second.text).toContain(`; ${fresh} files were new`);

      expectRefused(
        await market(settingsOf(campus), "restore", "--from", folder),
        /A market is running on this database: stop it first|is not empty; nothing was changed/,
      );
      const used = await emptyHome();
      try {
        // The backup before a time is the first of the two.
        const [early = ""] = backupsIn(folder);
        const at = `${early.slice(0, 10)}T${early.slice(11, 19).replaceAll("-", ":")}Z`;
        expectDone(
          await market(used.settings, "restore", "--from", folder, "--at", at, "--keep-sessions"),
        );
        expect(await namesIn(used.url)).not.toContain("One more");
        expect(await rowsIn(used.url, waitingMails)).toEqual([{ due: true }]);
        const count = (await namesIn(used.url)).length;
        expectRefused(
          await market(used.settings, "restore", "--from", folder),
          /This database is not empty; nothing was changed\. Restore into an empty one\./,
        );
        expect(await namesIn(used.url)).toHaveLength(count);
      } finally {
        await used.drop();
      }
      expectRefused(
        await market(used.settings, "restore", "--from", folder, "--at", "2020-01-01"),
        /There is no backup of 2020-01-01 or before/,
      );
    },
  );

  it(
    "R720 with one byte flipped anywhere is refused by verify and restore, which then change nothing",
    { tags: "sweep" },
    async () => {
      const whole = await temporaryFolder();
      expectDone(await market(settingsOf(campus), "backup", "--to", whole));
      const home = await emptyHome();
      try {
        const files = filesIn(whole);
        const [firstPhoto = "", ...photos] = files.filter((path) => path.endsWith(".webp"));
        const more = new Set(photos.slice(15));
        const [name = ""] = backupsIn(whole);
        const backupStore = await BackupStore.open(whole, {});
        const verify = () => verifyBackup(backupStore, name, () => {});
        const refusal = /is not as it was written/;
        // Every table and some photos, in turn at the file's ends and somewhere in between.
        for (const [n, file] of files.filter((path) => !more.has(path)).entries()) {
          const content = readFileSync(file);
          const at = [0, (n * 7919) % content.length, content.length - 1][n % 3] ?? 0;
          const flipped = Buffer.from(content);
          flipped[at] = (flipped[at] ?? 0) ^ (1 << (n % 8));
          writeFileSync(file, flipped);
          // A byte in the name of a file makes the list of sums name one that is not there.
          const isList = file.endsWith("SHA256SUMS");
          const expected = isList ? /is not as it was written|is missing/ : refusal;
          await expect(verify(), `${file} at ${at}`).rejects.toThrow(expected);
          const isOneOfAKind = /\/products\.copy|manifest/.test(file);
          if (isOneOfAKind || file === firstPhoto) {
            expectRefused(await market(home.settings, "restore", "--from", whole), refusal);
            expectRefused(await market(home.settings, "verify-backup", whole), refusal);
          }
          writeFileSync(file, content);
        }
        rmSync(firstPhoto);
        expectRefused(
          await market(home.settings, "verify-backup", whole),
          new RegExp(`${basename(firstPhoto)} is missing`),
        );
        expect(await tablesOf(home.url)).toEqual([]);
      } finally {
        await home.drop();
      }
    },
  );

  it(
    "R722 every night keeps seven days, four weeks and six months, and no photo that none of these has",
    { tags: "sweep" },
    async () => {
      const folder = await temporaryFolder();
      const config = { ...campus.parts.config, BACKUP_TO: folder };
      const jobs = recurringJobs({ ...campus.parts, config });
      const spendNight = async () => {
        for (const { name, work } of jobs) if (name === "back-up") await work(undefined as never);
      };
      await spendNight();
      const [newest = ""] = backupsIn(folder);
      // Simulates seven months of nightly backups.
      for (let days = 1; days < 220; days++) {
        const time = new Date(Date.now() - days * 86_400_000).toISOString();
        cpSync(join(folder, newest), join(folder, `${time.slice(0, 10)}T02-23-00Z`), {
          recursive: true,
        });
      }
      mkdirSync(join(folder, "photos/zzz"), { recursive: true });
      writeFileSync(join(folder, "photos/zzz/zzzlost.webp"), "no row's");
      const photos = filesIn(join(folder, "photos")).length;
      await nextSecond();
      await spendNight();
      const left = backupsIn(folder).toReversed();
      const days = new Set(left.map((name) => name.slice(0, 10)));
      const months = new Set(left.map((name) => name.slice(0, 7)));
      const dayBefore = (n: number) =>
        new Date(Date.now() - n * 86_400_000).toISOString().slice(0, 10);
      for (let n = 0; n < 7; n++) expect(days).toContain(dayBefore(n));
      expect(months.size).toBe(6);
      expect(left.length).toBeGreaterThanOrEqual(7 + 5);
      expect(left.length).toBeLessThanOrEqual(7 + 4 + 6);
      expect(filesIn(join(folder, "photos"))).toHaveLength(photos - 1);
      expectDone(await market(settingsOf(campus), "verify-backup", folder));
    },
  );

  it("belongs to its owner alone", async () => {
    const folder = await temporaryFolder();
    expectDone(await market(settingsOf(campus), "backup", "--to", folder));
    for (const file of filesIn(folder))
      expect([file, statSync(file).mode & 0o077]).toEqual([file, 0]);
  });

  it("R724 is encrypted when configured, and is restored only with the secret", async () => {
    const folder = await temporaryFolder();
    const secret = { KEY_SECRET: "a secret of this campus", BACKUP_ENCRYPT: "on" };
    expectDone(await market({ ...settingsOf(campus), ...secret }, "backup", "--to", folder));
    const webp = filesIn(folder).find((path) => path.endsWith(".webp")) ?? "";
    expect(readFileSync(webp).toString("latin1")).not.toContain("WEBP");
    const [name = ""] = backupsIn(folder).filter((each) => each !== "key.jwe");
    expect(readFileSync(join(folder, name, "manifest.json"), "latin1")).not.toContain("products");
    const home = await emptyHome();
    try {
      const other = { ...home.settings, KEY_SECRET: "another" };
      for (const wrong of [home.settings, other])
        expectRefused(
          await market(wrong, "restore", "--from", folder),
          /are encrypted under another KEY_SECRET: set that one, or begin a new folder/,
        );
      const right = { ...home.settings, KEY_SECRET: secret.KEY_SECRET };
      expectDone(await market(right, "verify-backup", folder));
      expectDone(await market(right, "restore", "--from", folder));
      expect(await namesIn(home.url)).toHaveLength(await countIn(campus));
      const key = /([^/]+\.webp)$/.exec(webp)?.[1] ?? "";
      const stored = join(home.settings.DATA_DIR, "photos", key.slice(0, 3), key);
      expect(readFileSync(stored).toString("latin1", 8, 12)).toBe("WEBP");
    } finally {
      await home.drop();
    }
    const plain = await temporaryFolder();
    expectDone(await market(settingsOf(campus), "backup", "--to", plain));
    expectRefused(
      await market({ ...settingsOf(campus), ...secret }, "backup", "--to", plain),
      /are not encrypted, and BACKUP_ENCRYPT is on: begin a new folder/,
    );
    expectRefused(
      await market({ ...settingsOf(campus), BACKUP_ENCRYPT: "on" }, "backup", "--to", plain),
      /BACKUP_ENCRYPT=on needs KEY_SECRET/,
    );
  });

  it("R726 may lie in a bucket", { tags: "sweep" }, async () => {
    const store = await startFauxqs({ port: 0, host: "127.0.0.1", logger: false });
    store.createBucket("backups");
    const query = `endpoint=http://127.0.0.1:${store.port}&region=ap-south-1`;
    const to = `s3://backups/of/market?${query}`;
    const keys = { AWS_ACCESS_KEY_ID: "key", AWS_SECRET_ACCESS_KEY: "secret" };
    const given = { ...settingsOf(campus), ...keys };
    const home = await emptyHome();
    try {
      const made = await market(given, "backup", "--to", to);
      expectDone(made);
      expect(made.text).toContain("s3://backups/of/market/");
      expectDone(await market(given, "verify-backup", to));
      const into = { ...home.settings, ...keys };
      expectDone(await market(into, "restore", "--from", to));
      expect(await namesIn(home.url)).toHaveLength(await countIn(campus));
      const credentials = { accessKeyId: "key", secretAccessKey: "secret" };
      const objectStore = await openObjectStore("BACKUP_TO", to, credentials);
      const photos = await Array.fromAsync(objectStore.list("photos"));
      await objectStore.remove(photos[0]?.path ?? "");
      expectRefused(await market(given, "verify-backup", to), /photos\/.*\.webp is missing/);
      expectRefused(
        await market(given, "backup", "--to", `s3://lost?${query}`),
        /s3:\/\/lost cannot be used: there is no such bucket/,
      );
      expectRefused(await market(given, "backup", "--to", "ftp://x"), /neither a folder nor/);
    } finally {
      await home.drop();
      await store.stop();
    }
  });

  it("of a database that no market has started on yet is refused in one sentence", async () => {
    const home = await emptyHome();
    try {
      expectRefused(
        await market(home.settings, "backup", "--to", await temporaryFolder()),
        /There is nothing to back up yet: start the market first\./,
      );
    } finally {
      await home.drop();
    }
  });

  it("is made one at a time", async () => {
    const folder = await temporaryFolder();
    const client = new pg.Client({ connectionString: campus.parts.config.DATABASE_SESSION_URL });
    await client.connect();
    await client.query("select pg_advisory_lock(7202514)");
    expectRefused(
      await market(settingsOf(campus), "backup", "--to", folder),
      /Another backup of this market is running/,
    );
    await client.end();
  });
});

/** PostgreSQL's own programs, or substitutes where they are not installed. */
const standIn = `${process.execPath} ${join(root, "server/test/psql.ts")}`;
const clients = spawnSync("which", ["psql", "createdb"]).status === 0 ? ["", standIn] : [standIn];

describe("without the market's own command", () => {
  it.each(clients)(
    "R987 the lines of docs/operate/backup.md restore a backup %#",
    { tags: "sweep" },
    async (client) => {
      const [folder, home, programs] = [
        await temporaryFolder(),
        await temporaryFolder(),
        await temporaryFolder(),
      ];
      expectDone(await market(settingsOf(campus), "backup", "--to", folder));
      const { url, drop } = await createTestDatabase();
      await drop();
      const to = new URL(url);
      const name = to.pathname.slice(1);
      const host = to.searchParams.get("host") ?? to.hostname;
      // Replaces the account and the database of the commands by the test's own.
      const stub = `#!/bin/sh
shift 3
program=$1; shift
[ $program = createdb ] && exec ${client} createdb ${name}
exec ${client} $program $(for each; do [ "$each" = market ] && echo ${name} || echo "$each"; done)
`;
      for (const [program, text] of Object.entries({
        runuser: stub,
        install: `#!/bin/sh\nmkdir -p ${home}/data\n`,
        chown: "#!/bin/sh\n",
      }))
        writeFileSync(join(programs, program), text, { mode: 0o755 });
      const page = readFileSync(join(root, "docs/operate/backup.md"), "utf8");
      const [, lines = ""] = /```sh\n(cd [^`]*session_replication_role[^`]*)```/.exec(page) ?? [];
      expect(lines).not.toBe("");
      const [newest = ""] = backupsIn(folder);
      const script = lines
        .replace("/mnt/backup/market/2026-11-23T02-23-00Z", join(folder, newest))
        .replaceAll("/opt/market/current", root)
        .replaceAll("/var/lib/market", home)
        .replace("owner to market", "owner to current_user");
      try {
        const { status, stderr } = spawnSync("bash", ["--norc", "-euo", "pipefail", "-c", script], {
          encoding: "utf8",
          env: {
            PATH: `${programs}:/usr/bin:/bin`,
            PGHOST: host,
            PGUSER: decodeURIComponent(to.username),
            ...(to.password && { PGPASSWORD: decodeURIComponent(to.password) }),
            ...(to.port && { PGPORT: to.port }),
          },
        });
        expect([status, stderr]).toEqual([0, ""]);
        const restored = await openTestMarket({
          DATABASE_URL: url,
          DATABASE_SESSION_URL: url,
          DATA_DIR: join(home, "data"),
          STORAGE_URL: "",
        });
        try {
          expect(await countIn(restored)).toBe(await countIn(campus));
          for (const { id, photo } of made) {
            expect((await restored.stranger.get(`/item/${id}`)).status).toBe(200);
            expect((await restored.stranger.get(photo)).status).toBe(200);
          }
          // Search, ids from sequences and new rows work, too.
          const student = await restored.student("Newcomer");
          expect((await list(student, { name: "Restored by hand" })).status).toBe(201);
        } finally {
          await restored.close();
        }
      } finally {
        await execute(databaseUrl(url, "postgres"), `drop database if exists ${name} with (force)`);
      }
    },
  );
});

describe("moving to a database server", () => {
  it("R723 moves everything there, and prints the line for .env", { tags: "sweep" }, async () => {
    const DATA_DIR = await temporaryFolder();
    const folder = await temporaryFolder();
    const alone = { DATA_DIR };
    // An embedded database that is not empty.
    expectDone(await market(settingsOf(campus), "backup", "--to", folder));
    expectDone(await market(alone, "restore", "--from", folder));
    const home = await emptyHome();
    try {
      const moved = await market(alone, "move-to", home.url);
      expectDone(moved);
      expect(moved.text).toContain(`DATABASE_URL="${home.url}"`);
      expect(await namesIn(home.url)).toHaveLength(await countIn(campus));
      expect(await watchersOf(home.url)).toEqual(await watchersOf(urlOf(campus)));
      expectRefused(await market(alone, "move-to", home.url), /is not empty; nothing was changed/);
      expect(readdirSync(DATA_DIR).filter((name) => name.startsWith("moving-"))).toEqual([]);
    } finally {
      await home.drop();
      removeRelocated(DATA_DIR);
    }
  });
});

describe("an upgrade of the embedded database", () => {
  const processes = createProcesses();
  afterEach(() => processes.stopAll());

  it(
    "R725 begins with a backup, from which the previous release continues",
    { tags: "sweep" },
    async () => {
      const dataDir = await temporaryFolder();
      const versions = readdirSync(new URL("../../migrations/", import.meta.url))
        .map((name) => Number.parseInt(name, 10))
        .filter((version) => version < knownSchema());
      const previous = Math.max(...versions);
      const log = { info() {}, warn() {} };
      const embedded = await startEmbeddedDatabase({ dataDir, log });
      await migrate(embedded.url, previous);
      await embedded.stop();
      const one = await processes.start({ DATA_DIR: dataDir, DEMO_DATA: "off" });
      await ready(one);
      const folder = join(dataDir, "before-upgrade");
      const [name = ""] = backupsIn(folder);
      expect(one.output()).toContain(`as it was it is in ${join(folder, name)}`);
      one.child.kill("SIGTERM");
      expect(await one.exit).toBe(0);
      const manifest = JSON.parse(readFileSync(join(folder, name, "manifest.json"), "utf8"));
      expect(manifest.schema).toBe(previous);
      const home = await emptyHome();
      try {
        expectDone(await market(home.settings, "restore", "--from", folder));
        const versions = "select max(version)::int as version from migrations";
        expect(await rowsIn(home.url, versions)).toEqual([{ version: knownSchema() }]);
        // Nothing is about to change any more.
        const again = await processes.start({ DATA_DIR: dataDir, DEMO_DATA: "off" });
        await ready(again);
        expect(backupsIn(folder)).toHaveLength(1);
        again.child.kill("SIGTERM");
        await again.exit;
      } finally {
        await home.drop();
        removeRelocated(dataDir);
      }
    },
  );
});

const urlOf = ({ parts }: TestMarket) => parts.config.DATABASE_SESSION_URL ?? "";
const countIn = async (from: TestMarket) => (await namesIn(urlOf(from))).length;

/** As root below a closed folder the embedded database is elsewhere. */
function removeRelocated(dataDir: string): void {
  const pointer = join(dataDir, "postgres.location");
  if (existsSync(pointer))
    rmSync(readFileSync(pointer, "utf8").trim(), { recursive: true, force: true });
}

async function namesIn(url: string): Promise<string[]> {
  return (await rowsIn<{ name: string }>(url, "select name from products")).map(({ name }) => name);
}

const tablesOf = async (url: string) =>
  (
    await rowsIn<{ name: string }>(
      url,
      "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    )
  ).map(({ name }) => name);

/** Keys, constraints and triggers, as they are written. */
async function watchersOf(url: string): Promise<string[]> {
  const rows = await rowsIn<{ text: string }>(
    url,
    `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated as text
     from pg_constraint where connamespace = 'public'::regnamespace
     union all select tgenabled::text || ' ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
     union all select indexdef from pg_indexes where schemaname = 'public' order by 1`,
  );
  return rows.map(({ text }) => text);
}

async function rowsIn<Row extends object>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

const createCall = async ({ app }: TestMarket, token: string) => {
  const { statusCode } = await app.inject({
    url: "/api/auth/profile",
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: statusCode };
};

/** Backups are named by the second. */
const nextSecond = async () => {
  const now = Math.floor(Date.now() / 1_000);
  await expect.poll(() => Math.floor(Date.now() / 1_000)).toBeGreaterThan(now);
};
