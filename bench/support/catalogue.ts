import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { startEmbeddedDatabase } from "@market/server/db/postgres/embedded";
import { type Database, migrate, openDatabase } from "@market/server/db/database";
import { developmentIssuer } from "@market/server/identity/development-accounts";
import { fillWithListings } from "@market/server/development/demo-bulk";
import { product, productEnvironment, type Program, root, startProgram } from "./programs.ts";

export type Catalogue = { url: string; db: Database; dataDir: string; close(): Promise<void> };

/**
 * Opens a database with that many listings in its own folder, created by the first measurement that needs
 * it: data/bench-<listings> unless `BENCH_DATA` names another folder for all of them.
 */
export async function openCatalogue(
  listings: number,
  seed = 1,
  dataDir = dataDirOf(listings),
): Promise<Catalogue> {
  const log = { info: () => undefined, warn: console.warn };
  const { url, stop } = await startEmbeddedDatabase({ dataDir, log });
  await migrate(url);
  const db = openDatabase(url, console.warn, { size: 4 });
  const close = async () => {
    await db.close();
    await stop();
  };
  // A measurement in production marks the database, on which a trial would then refuse to start.
  await db.run("delete from settings where name = 'production'");
  await moveAccounts(db, measuredIssuer, developmentIssuer);
  rmSync(join(dataDir, "production"), { force: true });
  const { rows } = await db.run("select id from products limit 1");
  if (rows.length === 0) await fillWithListings({ db, count: listings, seed, log: console.log });
  return { url, db, dataDir, close };
}

export const dataDirOf = (listings: number): string =>
  resolve(process.env["BENCH_DATA"] ?? `${root}data`, `bench-data-${listings}`);

/**
 * Starts the product as a campus would run it, without the development provider, on its own embedded
 * PostgreSQL in the folder of a catalogue. The provider that it names is never called.
 */
export async function startInProduction(
  port: number,
  dataDir: string,
  asks: string,
): Promise<Program> {
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    ...productEnvironment(port, dataDir),
    OIDC_ISSUER: origin,
    OIDC_CLIENT_ID: "measured",
    OIDC_CLIENT_SECRET: "measured",
    COLLEGE_EMAIL_SUFFIX: "@cgu.example",
    CONTACT_EMAIL: "help@cgu.example",
  };
  return startProgram(product, port, { env, asks });
}

/** Accounts of the development provider are refused in production, those of the measured one in a trial. */
const measuredIssuer = "https://identity.example";
const moveAccounts = (db: Database, from: string, to: string) =>
  db.run("update identities set issuer = $2 where issuer = $1", [from, to]);

/** Takes the mark of demo data off a catalogue made for measuring, which production would refuse. */
export async function admitToProduction(listings: number): Promise<string> {
  const { db, dataDir, close } = await openCatalogue(listings);
  await db.run("delete from settings where name = 'demo_data'");
  await moveAccounts(db, developmentIssuer, measuredIssuer);
  await close();
  return dataDir;
}
