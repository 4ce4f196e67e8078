import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import {
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/database.ts";
import { makeTemporaryFolder, temporaryFolder } from "../../test/folder.ts";
import { list } from "../../test/listings.ts";
import { openTestMarket } from "../../test/market.ts";
import { runCli } from "../../test/run-cli.ts";
import { execute } from "../../test/postgres.ts";
import { openDatabase } from "../db/database.ts";
import { createBackup } from "./create.ts";
import { findNamed } from "./tables.ts";
import { BackupStore } from "./backup-store.ts";

/** A folder with one backup of a market with one listing. */
let whole: string;
let home: TestDatabase;

beforeAll(async () => {
  whole = await makeTemporaryFolder();
  const campus = await openTestMarket();
  await list(await campus.student("Asha"));
  const { config, storage } = campus.parts;
  const [url, backupStore] = [config.DATABASE_SESSION_URL ?? "", await BackupStore.open(whole, {})];
  await createBackup({ url, storage, backupStore, progress: () => {} });
  await campus.close();
  home = await createTestDatabase();
  await execute(home.url, "drop schema public cascade");
  await execute(home.url, "drop schema if exists jobs cascade");
  await execute(home.url, "create schema public");
});
afterAll(async () => {
  await home.drop();
  await rm(whole, { recursive: true });
});

type Stored = {
  schema: number;
  tables: { name: string; columns: string[]; rows: number }[];
  sequences: { name: string; value: string }[];
};

/** A copy of the backup with an attacker's changes and new checksums. */
async function tamper(change: (folder: string, name: string) => void): Promise<string> {
  const folder = await temporaryFolder();
  cpSync(whole, folder, { recursive: true });
  const name = readdirSync(folder).find((each) => /^\d/.test(each)) ?? "";
  change(folder, name);
  const inside = join(folder, name);
  const lines = readFileSync(join(inside, "SHA256SUMS"), "utf8")
    .trim()
    .split("\n")
    .map((line) => {
      const file = line.slice(66);
      const path = join(inside, file);
      return `${hash("sha256", readFileSync(path))}  ${file}`;
    });
  writeFileSync(join(inside, "SHA256SUMS"), `${lines.join("\n")}\n`);
  return folder;
}

const withManifest = (change: (manifest: Stored) => void) =>
  tamper((folder, name) => {
    const path = join(folder, name, "manifest.json");
    const manifest = JSON.parse(readFileSync(path, "utf8"));
    change(manifest);
    writeFileSync(path, JSON.stringify(manifest));
  });

const tableOf = (manifest: Stored, name: string) => {
  const table = manifest.tables.find((each) => each.name === name);
  if (table === undefined) throw new Error(`no ${name}`);
  return table;
};

async function restore(folder: string) {
  const DATA_DIR = await temporaryFolder();
  const settings = { DATABASE_URL: home.url, DATABASE_SESSION_URL: home.url, DATA_DIR };
  const done = await runCli(settings, "restore", "--from", folder);
  return { ...done, files: readdirSync(join(DATA_DIR, "photos"), { recursive: true }) };
}

/** Both commands refuse it in a sentence, and nothing at all was written. */
async function expectRefused(folder: string, sentence: RegExp, by = ["verify-backup", "restore"]) {
  for (const command of by) {
    const { code, text, files } =
      command === "restore"
        ? await restore(folder)
        : { ...(await runCli({}, command, folder)), files: [] };
    expect([code, text], command).toEqual([1, expect.stringMatching(sentence)]);
    expect(text).not.toContain("    at ");
    expect(files).toEqual([]);
  }
  expect(await contents()).toEqual([]);
}

async function contents(): Promise<string[]> {
  const db = openDatabase(home.url, () => {}, { size: 1 });
  try {
    const rows = await db.query<{ name: string }>(
      sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace`,
    );
    return rows.map(({ name }) => name);
  } finally {
    await db.close();
  }
}

describe("a forged manifest", () => {
  const command =
    "created_at) from stdin; create table pwned(x text); copy pwned from program 'id' --";

  it("R850 runs no SQL in the place of a column", async () => {
    const folder = await withManifest((manifest) => {
      tableOf(manifest, "consents").columns = [command];
    });
    await expectRefused(folder, /manifest\.json is not one that a market has written: tables\.\d+/);
  });

  it("R850 runs no SQL in the place of a table or a sequence", async () => {
    const table = "consents (given_at) from program 'id' --";
    const folder = await tamper((copy, name) => {
      const path = join(copy, name, "manifest.json");
      const manifest = JSON.parse(readFileSync(path, "utf8"));
      tableOf(manifest, "consents").name = table;
      writeFileSync(path, JSON.stringify(manifest));
    });
    await expectRefused(folder, /is not one that a market has written/);
    const sequence = await withManifest((manifest) => {
      manifest.sequences.push({ name: "x'; drop table users; --", value: "1" });
    });
    await expectRefused(sequence, /is not one that a market has written/);
  });

  it("R850 names tables and columns of the release's own schema, or nothing is changed", async () => {
    const rename = (to: string) =>
      tamper((copy, name) => {
        const path = join(copy, name, "manifest.json");
        const manifest = JSON.parse(readFileSync(path, "utf8"));
        tableOf(manifest, "consents").name = to;
        writeFileSync(path, JSON.stringify(manifest));
        renameSync(join(copy, name, "consents.copy.zst"), join(copy, name, `${to}.copy.zst`));
        const sums = join(copy, name, "SHA256SUMS");
        writeFileSync(sums, readFileSync(sums, "utf8").replace(/consents(?=\.copy)/, to));
      });
    const nowhere = /names the table migrations, which .* nothing was changed/;
    await expectRefused(await rename("migrations"), nowhere, ["restore"]);
    const column = await withManifest((manifest) => {
      tableOf(manifest, "consents").columns.push("xmin");
    });
    await expectRefused(column, /names consents with xmin, which .* nothing was changed/, [
      "restore",
    ]);
    const schema = await withManifest((manifest) => {
      manifest.schema = 1_000;
    });
    await expectRefused(schema, /is of a newer release/, ["restore"]);
  });

  it("R850 leads to no file outside of the backup", async () => {
    const table = await withManifest((manifest) => {
      tableOf(manifest, "consents").name = "../../../../etc/passwd";
    });
    await expectRefused(table, /is not one that a market has written/);
    const link = await tamper((folder, name) => {
      const path = join(folder, name, "manifest.json");
      renameSync(path, join(folder, "elsewhere"));
      symlinkSync("../elsewhere", path);
    });
    await expectRefused(link, /manifest\.json is a link, or no file/);
    const photos = await tamper((folder) => {
      renameSync(join(folder, "photos"), join(folder, "pictures"));
      symlinkSync("pictures", join(folder, "photos"));
    });
    await expectRefused(photos, /photos\/.* is a link, or no file/);
  });

  it("R850 waits for no pipe", async () => {
    const pipe = await tamper(() => {});
    const name = readdirSync(pipe).find((each) => each !== "photos") ?? "";
    rmSync(join(pipe, name, "consents.copy.zst"));
    execFileSync("sh", ["-c", 'mkfifo "$0"', join(pipe, name, "consents.copy.zst")]);
    await expectRefused(pipe, /consents\.copy\.zst is a link, or no file/);
  });
});

describe("what a manifest names", () => {
  const catalogue = {
    tables: [{ name: "order", quoted: '"order"', columns: ["id", '"user"'] }],
    sequences: new Map([["order_id_seq", 'public."order_id_seq"']]),
  };
  const empty = {
    format: 1,
    createdAt: "",
    schema: 1,
    postgres: "",
    removed: [],
    lost: [],
  } as const;
  const find = (tables: Stored["tables"], sequences: Stored["sequences"] = []) =>
    findNamed(catalogue, { ...empty, tables, sequences, removed: [], lost: [] });

  it("R850 is found in the catalogue in its words, each name once, or refused", () => {
    const order = { name: "order", columns: ['"user"', "id"], rows: 1 };
    const sequence = { name: "order_id_seq", value: "7" };
    expect(find([order], [sequence])).toEqual({
      tables: [{ ...order, quoted: '"order"' }],
      sequences: [{ quoted: 'public."order_id_seq"', value: "7" }],
    });
    expect(() => find([{ ...order, name: "pg_authid" }])).toThrow(/names the table pg_authid/);
    expect(() => find([order, order])).toThrow(/names the table order/);
    expect(() => find([{ ...order, columns: ["id", "id"] }])).toThrow(/names order with id/);
    expect(() => find([], [{ name: "pg_seq", value: "1" }])).toThrow(/names the sequence pg_seq/);
  });
});

describe("forged sizes", () => {
  it("R851 are checked before anything is read", async () => {
    const manifest = await tamper(() => {});
    const name = readdirSync(manifest).find((each) => each !== "photos") ?? "";
    truncateSync(join(manifest, name, "manifest.json"), 1024 ** 3);
    await expectRefused(manifest, /manifest\.json is larger than the 16777216 bytes/);
    const photo = await tamper(() => {});
    const [first = ""] = readdirSync(join(photo, "photos"), { recursive: true })
      .map(String)
      .filter((each) => each.endsWith(".webp"));
    truncateSync(join(photo, "photos", first), 1024 ** 3);
    await expectRefused(photo, /\.webp is larger than the 67108864 bytes/);
  });

  it("R851 do not grow without end when they are unpacked", { tags: "sweep" }, async () => {
    for (const content of ["x", "\n"]) {
      const bomb = await withManifest((manifest) => {
        tableOf(manifest, "consents").rows = Number.MAX_SAFE_INTEGER;
      });
      const name = readdirSync(bomb).find((each) => each !== "photos") ?? "";
      const packed = zstdCompressSync(Buffer.alloc(64 * 1024 * 1024, content));
      const path = join(bomb, name, "consents.copy.zst");
      writeFileSync(path, packed);
      const sums = join(bomb, name, "SHA256SUMS");
      const line = `${hash("sha256", packed)}  consents.copy.zst`;
      writeFileSync(sums, readFileSync(sums, "utf8").replace(/^.{64} {2}consents\.copy.*$/m, line));
      await expectRefused(bomb, /more than a thousand times its size/);
    }
  });
});
