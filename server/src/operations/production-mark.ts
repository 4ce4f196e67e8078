import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sql from "sql-template-tag";
import type { Config } from "../config/config.ts";
import type { Queries } from "../db/database.ts";
import { developmentIssuer } from "../identity/development-accounts.ts";

const fileName = "production";
const note = "A market of students was run with this folder. Trial mode refuses it.\n";
const trialRefusal =
  "has been in production, and these settings make trial mode, in which anyone can log in as any student. Set those of production (is .env missing?), or try it out with another DATA_DIR and DATABASE_URL.";

export async function markProduction(db: Queries, config: Config): Promise<void> {
  await db.query(
    sql`insert into settings (name, value) values ('production', 'true') on conflict (name) do nothing`,
  );
  const file = join(config.DATA_DIR, fileName);
  if (existsSync(file)) return;
  // If photos and database are elsewhere, the folder may be read-only or absent.
  await mkdir(config.DATA_DIR, { recursive: true })
    .then(() => writeFile(file, note))
    .catch(() => undefined);
}

/** @returns why this database must not be used for a trial */
export async function productionInDatabase(db: Queries): Promise<string | undefined> {
  const rows = await db.query(sql`select from settings where name = 'production'`);
  return rows.length > 0 ? `This database ${trialRefusal}` : undefined;
}

/** @returns why this data folder must not be used for a trial */
export const productionInFolder = (config: Config): string | undefined =>
  existsSync(join(config.DATA_DIR, fileName)) ? `This data folder ${trialRefusal}` : undefined;

export async function holdsTrialData(db: Queries): Promise<boolean> {
  const [row] = await db.query<{ holds: boolean }>(sql`
    select exists (select from settings where name = 'demo_data')
      or exists (select from identities where issuer = ${developmentIssuer}) as holds`);
  return row?.holds === true;
}

/** Deletes the trial's rows; the sweep removes their photo files later. */
export async function deleteTrialData(db: Queries): Promise<void> {
  await db.query(sql`delete from identities where issuer = ${developmentIssuer}`);
  await db.query(sql`delete from daily_figures`);
  await db.query(sql`delete from settings where name = 'demo_data'`);
}
