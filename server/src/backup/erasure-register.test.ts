import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import sql from "sql-template-tag";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { makeTemporaryFolder, temporaryFolder } from "../../test/folder.ts";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { signedInAgain } from "../../test/people.ts";
import { execute } from "../../test/postgres.ts";
import { runCli } from "../../test/run-cli.ts";
import { readDump } from "../../test/whole-database.ts";
import { openMarket } from "../app.ts";
import { openDatabase, type Queries } from "../db/database.ts";
import { reencryptKeys } from "../db/secrets.ts";
import { recurringJobs } from "../operations/recurring.ts";
import { BackupStore } from "./backup-store.ts";
import { copyErasures } from "./erasure-register.ts";

const secret = { KEY_SECRET: "a secret of this campus, long enough" };

let market: TestMarket;
let friend: TestStudent;
let folder: string;
/** The photo files of the students who are erased. */
let files: string[];

/** The identifying texts of the three erased students, in lower case. */
const traces = [
  ..."zymurgiana xylorimba gorblimey ninetynine widdershins quillfeather persimmonia".split(" "),
  "9811122233",
];

const settings = () => {
  const { DATABASE_URL, DATABASE_SESSION_URL, DATA_DIR } = market.parts.config;
  return { DATABASE_URL, DATABASE_SESSION_URL, DATA_DIR, ...secret };
};

async function letTimePass(userId: string): Promise<void> {
  await market.parts.db.query(sql`
    update users set deleted_at = now() - interval '8 days' where id = ${userId}`);
}

/** Makes it a month since the last sign-in of any student. */
async function age(db: Queries): Promise<void> {
  await db.query(sql`
    update identities set created_at = created_at - interval '30 days', signed_in_at = signed_in_at - interval '30 days'`);
  await db.query(sql`
    update sessions set created_at = created_at - interval '30 days', last_seen_at = last_seen_at - interval '30 days'`);
}

/** Erases by the hourly job of a market whose backups are in the folder. */
async function erase(parts = market.parts, backups = folder): Promise<void> {
  const config = { ...parts.config, BACKUP_TO: backups };
  for (const { name, work } of recurringJobs({ ...parts, config }))
    if (name === "erase-deleted-accounts") await work(undefined as never);
}

/** An empty database and folder for a restore. */
async function emptyHome() {
  const { url, drop } = await createTestDatabase();
  await execute(url, "drop schema public cascade");
  await execute(url, "drop schema if exists jobs cascade");
  await execute(url, "create schema public");
  const home = { DATABASE_URL: url, DATABASE_SESSION_URL: url, DATA_DIR: await temporaryFolder() };
  const db = openDatabase(url, () => {});
  return {
    settings: { ...home, ...secret },
    db,
    photos: () => readdirSync(join(home.DATA_DIR, "photos"), { recursive: true }).map(String),
    async drop() {
      await db.close();
      await drop();
    },
  };
}

const tracesIn = async (home: Awaited<ReturnType<typeof emptyHome>>) => {
  const text = (await readDump(home.db)).toLowerCase();
  const stored = home.photos().join(" ");
  const all = [...traces, ...traces.map((trace) => Buffer.from(trace).toString("hex")), ...files];
  return all.filter((trace) => text.includes(trace) || stored.includes(trace));
};

let prepared: Promise<void> | undefined;
beforeEach(() => (prepared ??= prepare()));

/** Runs in the first test, because a command's folder is deleted with its test. */
async function prepare(): Promise<void> {
  // Photos in a folder, of which the test reads every name.
  market = await openTestMarket({
    MODERATOR_EMAILS: "mod@cgu.example",
    STORAGE_URL: "",
    ...secret,
  });
  folder = await makeTemporaryFolder();
  friend = await market.student("Friend");
  await list(friend, { name: "Plain lamp" });
  const { db } = market.parts;
  const erasedStudent = await market.student("Zymurgiana", { phone: "+919811122233" });
  const product = (
    await list(erasedStudent, { name: "Gorblimey", description: "Widdershins" }, ["#119944"], 480)
  ).body.product;
  await erasedStudent.call("PUT", `/api/products/${product._id}`, {
    form: (() => {
      const form = new FormData();
      const fields = {
        name: "Xylorimba",
        price: "3200",
        description: "Sound",
        locationType: "On-Campus",
      };
      const rest = { address: "Hostel Ninetynine", category: "Other", condition: "Used - Good" };
      for (const [name, value] of Object.entries({ ...fields, ...rest })) form.append(name, value);
      form.append("existingImages", product.images[0].url);
      return form;
    })(),
  });
  const deleted = (await list(erasedStudent, { name: "Xylorimba stand" }, ["#994411"], 480)).body
    .product;
  await erasedStudent.call("DELETE", `/api/products/${deleted._id}`);
  await friend.get(`/api/products/${product._id}`);
  await friend.call("PUT", `/api/outcomes/${product._id}`, { json: { bought: true } });
  await friend.call("POST", "/api/reports", {
    json: { productId: product._id, reason: "scam", details: "Zymurgiana wants 98111 22233" },
  });
  // Signed in, and never registered.
  await market.student("Persimmonia", { registered: false });
  // A student whose address changes after the backup.
  const renamed = await market.student("Quillfeather");
  await list(renamed, { name: "Quillfeather lamp" }, ["#123123"], 480);
  // No student uses an account between its deletion, eight days ago, and its erasure.
  await age(db);
  files = (
    await db.query<{ files: string[] }>(sql`
      select files from photos where owner_id in (${erasedStudent.userId}, ${renamed.userId})
      union select files from deleted_listings`)
  ).flatMap((row) => row.files);
  expect(files.length).toBeGreaterThan(3);

  expect(await runCli(settings(), "backup", "--to", folder)).toMatchObject({ code: 0 });

  // The college changes its provider: only the address is the same. Another one changes the address only.
  await db.query(sql`
    update identities set issuer = 'https://next.example', subject = 'another' where email = 'zymurgiana@cgu.example'`);
  await db.query(sql`
    update identities set email = 'married@cgu.example' where email = 'quillfeather@cgu.example'`);
  await db.query(sql`
    insert into users (id, identity_id, name, phone, country, course, semester)
    select gen_random_uuid(), id, name, '+919800000000', 'India', 'B.Tech', '3rd Semester'
    from identities where email = 'persimmonia@cgu.example'`);
  const [late] = await db.query<{ id: string }>(sql`
    select id from users where identity_id = (select id from identities where email = 'persimmonia@cgu.example')`);
  for (const userId of [erasedStudent.userId, renamed.userId, late?.id ?? ""])
    await letTimePass(userId);
  await erase();
}
afterAll(async () => {
  await market.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("a restore", () => {
  it("R964 leaves no account that was erased since the backup, before the market opens", async () => {
    const home = await emptyHome();
    try {
      const { code, text } = await runCli(home.settings, "restore", "--from", folder);
      expect([code, text]).toEqual([
        0,
        expect.stringContaining("3 accounts that were erased since have been erased again."),
      ]);
      expect(await tracesIn(home)).toEqual([]);
      expect(home.photos().length).toBeGreaterThan(0);
      const students = await home.db.query<{ name: string }>(sql`select name from users`);
      expect(students).toEqual([{ name: "Friend" }]);
      const opened = await openTestMarket(home.settings);
      try {
        expect((await opened.stranger.get("/api/products")).text).toContain("Plain lamp");
        expect(await tracesIn(home)).toEqual([]);
      } finally {
        await opened.close();
      }
    } finally {
      await home.drop();
    }
  });

  it(
    "R964 that was done by hand is followed by the erasures when the market starts",
    { tags: "sweep" },
    async () => {
      const home = await emptyHome();
      const copy = await temporaryFolder();
      cpSync(folder, copy, { recursive: true });
      rmSync(join(copy, "erasures.json"));
      try {
        const refused = await runCli(home.settings, "restore", "--from", copy);
        expect([refused.code, refused.text]).toEqual([
          1,
          expect.stringMatching(
            /^The register of erasures is missing in .*: accounts that were erased/,
          ),
        ]);
        const { code } = await runCli(
          home.settings,
          "restore",
          "--from",
          copy,
          "--without-register",
        );
        expect(code).toBe(0);
        expect((await tracesIn(home)).length).toBeGreaterThan(10);
        const opened = await openTestMarket({
          ...home.settings,
          BACKUP_TO: folder,
          STORAGE_URL: "",
        });
        try {
          expect(await tracesIn(home)).toEqual([]);
        } finally {
          await opened.close();
        }
      } finally {
        await home.drop();
      }
    },
  );

  it(
    "R964 keeps an account that was created after the erasure, of the same address",
    { tags: "sweep" },
    async () => {
      const again = await market.student("Zymurgiana");
      const later = await temporaryFolder();
      expect(await runCli(settings(), "backup", "--to", later)).toMatchObject({ code: 0 });
      const home = await emptyHome();
      try {
        const { code, text } = await runCli(home.settings, "restore", "--from", later);
        expect([code, text]).toEqual([0, expect.not.stringContaining("erased again")]);
        const [stored] = await home.db.query(sql`select id from users where id = ${again.userId}`);
        expect(stored).toBeDefined();
      } finally {
        await home.drop();
      }
    },
  );

  it(
    "R964 for a rehearsal erases no student who came back to the market since",
    { tags: "sweep" },
    async () => {
      const backups = await temporaryFolder();
      const returning = await market.student("Returning");
      const listing = await list(returning, { name: "Returning lamp" });
      await age(market.parts.db);
      const leaving = await signedInAgain(market, returning);
      const left = await leaving.call("DELETE", "/api/users/me", { json: { confirm: "DELETE" } });
      expect(left.status).toBe(200);
      expect(await runCli(settings(), "backup", "--to", backups)).toMatchObject({ code: 0 });
      const returned = await signedInAgain(market, returning);
      expect((await returned.call("POST", "/api/users/me/restore")).status).toBe(200);

      const home = await emptyHome();
      try {
        expect(await runCli(home.settings, "restore", "--from", backups)).toMatchObject({
          code: 0,
        });
        await home.db.query(sql`
        update users set deleted_at = deleted_at - interval '8 days'`);
        const rehearsal = await openTestMarket({ ...home.settings, STORAGE_URL: "" });
        try {
          await erase(rehearsal.parts, backups);
        } finally {
          await rehearsal.close();
        }
        const rows = await home.db.query(sql`select from users where id = ${returning.userId}`);
        expect(rows).toEqual([]);
      } finally {
        await home.drop();
      }

      const warn = vi.spyOn(market.parts.log, "warn");
      await erase(market.parts, backups);
      expect(warn.mock.calls).toEqual([
        [{ count: 1 }, expect.stringContaining("erased in another database")],
      ]);
      const page = await returned.get(`/api/products/${listing.body.product._id}`);
      expect([page.status, page.text]).toEqual([200, expect.stringContaining("Returning lamp")]);
    },
  );

  it("R965 refuses a register that was changed, or is of another market or secret, and changes nothing", async () => {
    const path = join(folder, "erasures.json");
    const content = readFileSync(path, "utf8");
    // The key is encrypted, and no student can be recognized.
    expect(content).not.toMatch(/zymurgiana|cgu\.example/i);
    const register = JSON.parse(content) as { key: string; erasures: { erasedAt: string }[] };
    expect([register.key.split(".").length, register.erasures.length]).toEqual([5, 3]);
    const home = await emptyHome();
    const restore = (given: Record<string, string>) =>
      runCli({ ...home.settings, ...given }, "restore", "--from", folder);
    try {
      for (const changed of [
        { ...register, erasures: register.erasures.slice(1) },
        { ...register, erasures: [{ ...register.erasures[0], erasedAt: "2020-01-01T00:00:00Z" }] },
        {},
      ]) {
        writeFileSync(path, JSON.stringify(changed));
        const { code, text } = await restore({});
        expect([code, text]).toEqual([
          1,
          expect.stringMatching(/erasures\.json is not as it was written\.$/),
        ]);
      }
      writeFileSync(path, content);
      const other = await restore({ KEY_SECRET: "another secret of this campus, long enough" });
      expect([other.code, other.text]).toEqual([
        1,
        expect.stringMatching(
          /erasures\.json is encrypted under another KEY_SECRET: set that one\.$/,
        ),
      ]);
      const tables = await home.db.query(sql`
        select from pg_tables where schemaname = 'public'`);
      expect(tables).toEqual([]);
    } finally {
      writeFileSync(path, content);
      await home.drop();
    }
  });

  it(
    "R964 after a change of KEY_SECRET works with the new one, and with the old one without the register",
    { tags: "sweep" },
    async () => {
      const fresh = { KEY_SECRET: "the next secret of this campus, long enough" };
      const backups = await temporaryFolder();
      cpSync(folder, backups, { recursive: true });
      // The market of today: its keys and its register are under the new secret.
      const { db } = market.parts;
      expect(await reencryptKeys(db, secret.KEY_SECRET, fresh.KEY_SECRET)).toBe(true);
      try {
        rmSync(join(backups, "erasures.json"));
        const url = settings().DATABASE_SESSION_URL ?? "";
        await copyErasures(url, await BackupStore.open(backups, fresh));
      } finally {
        expect(await reencryptKeys(db, fresh.KEY_SECRET, secret.KEY_SECRET)).toBe(true);
      }

      const home = await emptyHome();
      try {
        const given = { ...home.settings, ...fresh };
        const restored = await runCli(given, "restore", "--from", backups);
        expect([restored.code, restored.text]).toEqual([
          0,
          expect.stringContaining("3 accounts that were erased since have been erased again."),
        ]);
        expect(await tracesIn(home)).toEqual([]);
        await expect(openTestMarket(given)).rejects.toThrow("reencrypt");
        expect(await reencryptKeys(home.db, secret.KEY_SECRET, fresh.KEY_SECRET)).toBe(true);
        const opened = await openTestMarket({ ...given, BACKUP_TO: backups, STORAGE_URL: "" });
        await opened.close();
      } finally {
        await home.drop();
      }

      for (const given of [secret, fresh]) {
        const other = await emptyHome();
        try {
          const all = { ...other.settings, ...given };
          const restored = await runCli(all, "restore", "--from", backups, "--without-register");
          expect([restored.code, restored.text]).toEqual([
            0,
            expect.stringMatching(
              /^Restoring without the register of erasures: .*erasures\.json is/,
            ),
          ]);
          const rows = await other.db.query(
            sql`select from settings where name = 'unfinished_restore'`,
          );
          expect(rows).toEqual([]);
        } finally {
          await other.drop();
        }
        writeFileSync(join(backups, "erasures.json"), "changed");
      }
    },
  );

  it(
    "R964 is compared later with a register whose disk does not answer when the market starts",
    { tags: "sweep" },
    async () => {
      const silent = createServer(() => {}).listen(0, "127.0.0.1");
      await once(silent, "listening");
      const { port } = silent.address() as AddressInfo;
      const config = {
        ...market.parts.config,
        BACKUP_TO: `s3://backups?endpoint=http://127.0.0.1:${port}`,
        AWS_ACCESS_KEY_ID: "key",
        AWS_SECRET_ACCESS_KEY: "secret",
      };
      const warn = vi.spyOn(market.parts.log, "warn");
      const opened = await openMarket(config, market.parts.log, 1);
      try {
        expect(warn.mock.calls.flat()).toEqual([
          "the register of erasures in s3://backups does not answer: it is compared within the hour",
        ]);
      } finally {
        await opened.close();
        silent.closeAllConnections();
        silent.close();
      }
    },
  );

  it(
    "R964 that was interrupted before the erasures leaves a database that no market starts on",
    { tags: "sweep" },
    async () => {
      const { url, settings: given, drop } = await createTestDatabase();
      try {
        await execute(
          url,
          "insert into settings (name, value) values ('unfinished_restore', 'true')",
        );
        await expect(openTestMarket(given)).rejects.toThrow(
          "The restore into this database was interrupted: restore into an empty one again.",
        );
      } finally {
        await drop();
      }
    },
  );
});
