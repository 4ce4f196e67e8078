import { fileURLToPath } from "node:url";
import sql from "sql-template-tag";
import { expect, it, onTestFinished } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { openDatabase } from "./database.ts";

const file = fileURLToPath(new URL("../../../docs/develop/schema.sql", import.meta.url));
/** The embedded server; others print a few expressions differently. */
const version = 18;

type Table = Record<"lines" | "indexes" | "triggers", string[]> & { name: string };

/** Tables with their columns and constraints, then their indexes and triggers. */
const tables = sql`
  select relname as name,
    array(
      select concat(quote_ident(attname), ' ', format_type(atttypid, atttypmod),
        case when attnotnull then ' not null' end,
        case when attidentity <> '' then ' generated always as identity' end,
        case when attgenerated = '' then ' default ' || pg_get_expr(adbin, adrelid)
          else ' generated always as (' || pg_get_expr(adbin, adrelid) || ') stored' end)
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = tables.oid and attnum > 0 and not attisdropped order by attnum
    ) || array(
      select concat('constraint ', quote_ident(conname), ' ', pg_get_constraintdef(oid, true))
      from pg_constraint where conrelid = tables.oid and contype <> 'n' order by contype = 'p' desc, conname
    ) as lines,
    array(
      select pg_get_indexdef(indexrelid, 0, true) from pg_index
      where indrelid = tables.oid and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
      order by indexrelid::regclass::text
    ) as indexes,
    array(
      select pg_get_triggerdef(oid, true) from pg_trigger
      where tgrelid = tables.oid and not tgisinternal order by tgname
    ) as triggers
  from pg_class tables
  where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`;

const functions = sql`
  select pg_get_functiondef(oid) as definition from pg_proc functions
  where pronamespace = 'public'::regnamespace and prokind = 'f'
    and not exists (select from pg_depend where objid = functions.oid and deptype = 'e')
  order by proname, oid`;

it("docs/develop/schema.sql is the schema that the migrations make", async () => {
  const database = await createTestDatabase();
  const db = openDatabase(database.url, () => undefined, { size: 1 });
  onTestFinished(async () => {
    await db.close();
    await database.drop();
  });
  const [server] = await db.query<{ version: number }>(
    sql`select current_setting('server_version_num')::int / 10000 as version`,
  );
  if (server?.version !== version) return;
  const parts = [
    "-- The tables of the market, as the migrations make them. To update: npm run schema",
  ];
  for (const { name, lines, indexes, triggers } of await db.query<Table>(tables)) {
    const statements = [
      `create table ${name} (\n  ${lines.join(",\n  ")}\n)`,
      ...indexes,
      ...triggers,
    ];
    parts.push(statements.map((statement) => `${statement};`).join("\n"));
  }
  for (const { definition } of await db.query<{ definition: string }>(functions))
    parts.push(`${definition.trimEnd()};`);
  await expect(
    `${parts
      .join("\n\n")
      .replaceAll(/\bpublic\./g, "")
      .replaceAll(" USING btree", "")}\n`,
    "The schema has changed. To update docs/develop/schema.sql: npm run schema",
  ).toMatchFileSnapshot(file);
});
