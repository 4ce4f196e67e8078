import type pg from "pg";
import type { Sql } from "sql-template-tag";
import type { Database } from "../db/database.ts";
import { showProgress } from "./demo-progress.ts";
import {
  createSellerNumbers,
  createSharedPictures,
  insertListings,
  insertStudents,
  selectSlowParts,
} from "./demo-bulk.sql.ts";
import { upsertDemoMark } from "./demo.sql.ts";

type Options = {
  db: Database;
  count: number;
  /** The same seed gives the same catalogue, except for its times. */
  seed: number;
  log: (line: string) => void;
};

const batch = 10_000;
const listingsPerStudent = 25;

/** Adds `count` listings for measuring, in one transaction. */
export async function fillWithListings({ db, count, seed, log }: Options): Promise<void> {
  const started = performance.now();
  const client = await db.connect();
  try {
    await client.query("begin");
    await upsertDemoMark(
      {
        query: async (statement) => (await client.query(statement)).rows,
        run: (text, values) => client.query(text, values),
      },
      "loaded",
    );
    await fill(client, count, seed);
    await client.query("commit");
    log("Collecting statistics");
    await client.query("set statement_timeout = 0");
    await client.query("select count_search_words()");
    await client.query(
      "vacuum (analyze) products, photos, users, identities, search_entries, search_words",
    );
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release(true);
  }
  log(
    `${count.toLocaleString("en-IN")} listings in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
}

async function fill(client: pg.PoolClient, count: number, seed: number): Promise<void> {
  await client.query("set local statement_timeout = 0");
  await client.query("set local maintenance_work_mem = '256MB'");
  await client.query("select setseed($1)", [(seed % 1000) / 1000]);
  const slow = (await client.query<{ drop: string; create: string }>(selectSlowParts)).rows;
  for (const part of slow) await client.query(part.drop);

  const students = Math.max(50, Math.ceil(count / listingsPerStudent));
  await client.query(insertStudents(1, students, seed));
  await client.query(createSellerNumbers);
  await client.query(createSharedPictures);
  await client.query("analyze seller_number, shared_picture");
  const sellers = await countRows(client, "seller_number");
  const pictures = await countRows(client, "shared_picture");

  const progress = showProgress("Listings", count);
  for (let from = 1; from <= count; from += batch) {
    const to = Math.min(count, from + batch - 1);
    const statement: Sql = insertListings(from, to, count, seed, sellers, pictures);
    await client.query(statement);
    progress.step(to);
  }
  progress.end();

  const indexing = showProgress("Indexes and references", slow.length);
  for (const [made, part] of slow.entries()) {
    await client.query(part.create);
    indexing.step(made + 1);
  }
  indexing.end();
}

async function countRows(client: pg.PoolClient, table: "seller_number" | "shared_picture") {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from ${table}`,
  );
  return rows[0]?.count ?? 0;
}
