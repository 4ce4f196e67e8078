import { marketCommand } from "../../config/command-name.ts";
import type { Config } from "../../config/config.ts";
import { readKey } from "../../db/secrets.ts";
import pg from "pg";
import { knownSchema, newerSchema, openDatabase, schemaOf } from "../../db/database.ts";
import { asApplication, findEmbeddedDatabase } from "../../db/postgres/embedded.ts";
import { ownsTables } from "../../db/roles.ts";
import { assertDurable, waitForDatabase } from "../../db/server-check.ts";
import { readClock, toleratedSeconds } from "../../operations/clock.ts";
import { holdsTrialData } from "../../operations/production-mark.ts";
import { type Finding, fix, note, ok } from "./finding.ts";

const part = "Database";
/** The most connections that one process uses: queries, jobs and notices. */
const connectionsPerProcess = 12;
const [oldest, newest] = [15, 18];

type DatabaseFindings = { findings: Finding[]; applicationKey?: Buffer | undefined };

/** Checks the database without changing its schema. */
export async function examineDatabase(config: Config): Promise<DatabaseFindings> {
  const url = config.DATABASE_SESSION_URL ?? (await findEmbeddedDatabase(config.DATA_DIR));
  if (!url)
    return {
      findings: [
        note(
          part,
          `The embedded PostgreSQL is not running. Start the market, then: ${marketCommand} doctor`,
        ),
      ],
    };
  try {
    await waitForDatabase(url, { timeoutMs: 0, log: { warn: () => {} } });
  } catch (error) {
    const how = "Start PostgreSQL there, or correct DATABASE_URL";
    return { findings: [fix(part, (error as Error).message.replace(/\.$/, ""), how)] };
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = [await examineServer(client), await examineDurability(client)];
    found.push(await examineConnections(client), await examineExtension(client));
    const schema = await schemaOf(client);
    const newer = await newerSchema(client);
    if (newer !== undefined) found.push(fix(part, newer.replace(/\.$/, ""), ""));
    else if (schema === 0) found.push(note(part, "It is empty: the first start makes its tables."));
    else if (schema < knownSchema())
      found.push(
        note(part, `Its schema is ${schema}; the next start brings it to ${knownSchema()}.`),
      );
    else if (schema > knownSchema())
      found.push(
        note(part, `Its schema (${schema}) is of a newer release, and works with this one.`),
      );
    if (newer !== undefined || schema === 0) return { findings: found };
    found.push(await examineRoles(config, url));
    const inside = await examineContents(config, url);
    return { ...inside, findings: [...found, ...inside.findings] };
  } finally {
    await client.end();
  }
}

async function examineServer(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ number: number }>(
    "select current_setting('server_version_num')::int as number",
  );
  const major = Math.floor((rows[0]?.number ?? 0) / 10_000);
  if (major < oldest)
    return fix(
      part,
      `PostgreSQL ${major} is too old`,
      `Use a PostgreSQL ${oldest} to ${newest}: back the data up, restore it there, and change DATABASE_URL`,
    );
  return major > newest
    ? note(part, `PostgreSQL ${major} is newer than what this release was tested with (${newest}).`)
    : ok(part, `PostgreSQL ${major} answers.`);
}

async function examineDurability(client: pg.Client): Promise<Finding> {
  try {
    await assertDurable(client);
    return ok(part, "It keeps what it has confirmed.");
  } catch (error) {
    return fix(part, (error as Error).message.replace(/\.$/, ""), "");
  }
}

async function examineConnections(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ most: number; others: number }>(`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
      count(*) filter (where application_name not like 'campus-marketplace%')::int as others
    from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`);
  const { most = 0, others = 0 } = rows[0] ?? {};
  return most - others < connectionsPerProcess
    ? fix(
        part,
        `It has ${Math.max(0, most - others)} connections for the market, and a process needs ${connectionsPerProcess}`,
        "Raise max_connections, or close other connections",
      )
    : ok(part, `${most - others} of ${most} connections are free for the market.`);
}

async function examineExtension(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query("select from pg_available_extensions where name = 'pg_trgm'");
  return rows.length > 0
    ? ok(part, "The extension pg_trgm is there.")
    : fix(
        part,
        "The extension pg_trgm is missing, which search needs",
        "Install PostgreSQL's contrib package",
      );
}

/** Checks that the role that serves requests owns nothing. */
async function examineRoles(config: Config, url: string): Promise<Finding> {
  const { DATABASE_SESSION_URL: given, DATABASE_OWNER_URL: owner } = config;
  const db = openDatabase(given ?? asApplication(url), () => {}, { size: 1 });
  try {
    if (!(await ownsTables(db))) return ok(part, "The role that serves requests owns nothing.");
    return owner === given
      ? note(
          part,
          "One role owns the tables and serves requests, so a fault in a request could change them. Name an owner in DATABASE_OWNER_URL.",
        )
      : fix(
          part,
          "The role of DATABASE_URL owns tables, or may become their owner",
          "Let only the role of DATABASE_OWNER_URL own them: reassign owned by … to …",
        );
  } catch (error) {
    if (given !== undefined) throw error;
    return note(part, "The next start adds a role that serves requests and owns nothing.");
  } finally {
    await db.close();
  }
}

async function examineContents(config: Config, url: string): Promise<DatabaseFindings> {
  const db = openDatabase(url, () => {}, { size: 1 });
  const findings: Finding[] = [];
  try {
    const { difference, jumped } = await readClock(db);
    const seconds = Math.round(difference);
    if (jumped !== 0)
      findings.push(
        fix(
          "Clock",
          `The database's clock jumped ${Math.round(Math.abs(jumped))} s ${jumped > 0 ? "ahead" : "back"}, so nothing expires, ends or is erased`,
          `Set it by NTP, then: ${marketCommand} clock --accept`,
        ),
      );
    findings.push(
      Math.abs(seconds) > toleratedSeconds
        ? fix(
            "Clock",
            `This computer's clock is ${Math.abs(seconds)} s ${seconds > 0 ? "ahead of" : "behind"} the database's`,
            "Set both by NTP: timedatectl set-ntp true",
          )
        : ok("Clock", "It agrees with the database's."),
    );
    if (config.mode === "production" && (await holdsTrialData(db)))
      findings.push(
        fix(
          part,
          "It holds demo data or accounts of the trial mode, where anyone can log in as any student",
          `Use another database, or remove them: ${marketCommand} reset-demo`,
        ),
      );
    try {
      return { findings, applicationKey: await readKey(db, "application_key", config.KEY_SECRET) };
    } catch (error) {
      return { findings: [...findings, fix("KEY_SECRET", (error as Error).message, "")] };
    }
  } finally {
    await db.close();
  }
}
