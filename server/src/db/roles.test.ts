import sql, { raw } from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/database.ts";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket } from "../../test/market.ts";
import { execute } from "../../test/postgres.ts";
import { runCli } from "../../test/run-cli.ts";
import { grantRights, ownsTables } from "./roles.ts";

const roleOf = (url: string) => decodeURIComponent(new URL(url).username);
const application = roleOf(inject("databaseApplication"));

let market: TestMarket;
beforeAll(async () => {
  market = await openTestMarket();
});
afterAll(() => market.close());

describe("the role that serves requests", () => {
  it.each([
    "create table pwned (id int)",
    "create table jobs.pwned (id int)",
    "create schema pwned",
    "create function public.pwned() returns int language sql as 'select 1'",
    "create extension hstore",
    "create role pwned superuser",
    "alter role current_user superuser",
    "drop table products",
    "alter table products add column pwned int",
    "alter table moderation_log disable trigger all",
    "alter table moderation_log disable trigger moderation_log_append_only",
    "drop trigger moderation_log_append_only on moderation_log",
    "create trigger pwned before insert on moderation_log for each row execute function refuse_change()",
    "create or replace function refuse_change() returns trigger language plpgsql as 'begin return old; end'",
    "delete from moderation_log",
    "truncate moderation_log",
    "truncate products cascade",
    "update moderation_log set action = 'dismiss'",
    "update moderation_log set created_at = now()",
    "set session_replication_role = replica",
    "delete from migrations",
    "copy products to program 'true'",
    `set role ${roleOf(inject("databaseServer"))}`,
  ])("R906 may not: %s", async (statement) => {
    await expect(market.parts.db.query(sql`${raw(statement)}`)).rejects.toThrow(
      /permission denied|must be (owner|superuser|able)|may only be added to/,
    );
  });

  it("R906 owns nothing and is no superuser, and the job queue uses it too", async () => {
    const { db } = market.parts;
    expect(await ownsTables(db)).toBe(false);
    const [role] = await db.query(sql`
      select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication
      from pg_roles where rolname = current_user`);
    expect(new Set(Object.values(role ?? {}))).toEqual(new Set([false]));
    const rows = await market.owner.query<{ usename: string }>(sql`
      select distinct usename::text from pg_stat_activity
      where datname = current_database() and application_name like 'campus-marketplace%'
        and pid <> pg_backend_pid()`);
    const [own] = await db.query<{ usename: string }>(sql`select current_user::text as usename`);
    expect(rows.filter(({ usename }) => usename !== own?.usename)).toEqual([]);
  });
});

describe("an owner's connection", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await execute(database.url, "drop schema public cascade");
    await execute(database.url, "drop schema jobs cascade");
    await execute(database.url, "create schema public");
  });
  afterAll(() => database.drop());

  it("R907 makes the tables of an empty database and of its job queue, and grants what is needed", async () => {
    const first = await openTestMarket(database.settings);
    const asha = await first.student("Asha");
    expect((await list(asha)).status).toBe(201);
    await first.parts.jobs.enqueue(first.parts.db, "first", {});
    const owners = await first.owner.query<{ tableowner: string }>(sql`
      select distinct tableowner::text from pg_tables where schemaname in ('public', 'jobs')`);
    const [owner] = await first.owner.query<{ tableowner: string }>(
      sql`select current_user::text as tableowner`,
    );
    expect(owners).toEqual([owner]);
    await first.close();

    // Tables of later migrations or a restore have no rights yet.
    await execute(database.url, `revoke all on products, jobs.job from ${application}`);
    const again = await openTestMarket(database.settings);
    expect((await list(await again.student("Rohan"))).status).toBe(201);
    await again.close();
  });

  it("R907 gives rights on tables of later migrations, and none on those of others", async () => {
    await execute(database.url, "create table elsewhere (id int)");
    await execute(database.url, "alter table elsewhere owner to pg_monitor");
    await execute(database.url, `revoke all on elsewhere from ${application}`);
    const market = await openTestMarket(database.settings);
    await execute(database.url, "create table later (id int generated always as identity)");
    await market.parts.db.query(sql`insert into later default values`);
    const read = market.parts.db.query(sql`select from elsewhere`).then(
      () => "read",
      ({ message }: Error) => message,
    );
    expect(await read).toContain("permission denied");
    await market.close();
    await execute(database.url, "drop table elsewhere, later");
  });

  it("R907 is not used when nothing is missing", async () => {
    const unreachable = "postgres://nobody@127.0.0.1:1/none";
    await expect(grantRights(market.parts.db, unreachable)).resolves.toBeUndefined();
  });

  it("R908 is the market's own where none is named, and the doctor says so", async () => {
    const { DATABASE_OWNER_URL, DATABASE_SESSION_URL } = database.settings;
    const doctor = async (settings: Record<string, string>) =>
      (await runCli({ ...settings, DATA_DIR: market.parts.config.DATA_DIR }, "doctor")).text;
    const one = await openTestMarket({ DATABASE_URL: database.url });
    expect((await list(await one.student("Meera"))).status).toBe(201);
    await one.close();
    expect(await doctor({ DATABASE_URL: database.url })).toMatch(
      /^note {2}Database: One role owns the tables and serves requests.*DATABASE_OWNER_URL/m,
    );
    expect(await doctor({ DATABASE_URL: DATABASE_SESSION_URL, DATABASE_OWNER_URL })).toMatch(
      /^ok {4}Database: The role that serves requests owns nothing\.$/m,
    );
    const sameRole = new URL(database.url);
    sameRole.searchParams.set("application_name", "owner");
    expect(await doctor({ DATABASE_URL: sameRole.href, DATABASE_OWNER_URL })).toMatch(
      /^FIX {3}Database: The role of DATABASE_URL owns tables/m,
    );
  });
});
