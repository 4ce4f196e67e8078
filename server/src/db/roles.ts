import pg from "pg";
import sql from "sql-template-tag";
import type { Queries } from "./database.ts";
import { locks } from "./locks.ts";

/**
 * The rights that the application's role lacks, as statements for the owner. It reads and writes rows and owns nothing, so
 * that no statement of the application can change a table, switch off a trigger or shorten the moderation log. Tables of
 * later migrations have rights by default, because the previous release may meet them before this release starts.
 */
async function selectMissingRights(db: Queries): Promise<string[]> {
  const rows = await db.query<{ statement: string }>(sql`
    with owner as (
      select class.relowner as role
      from pg_class class join pg_namespace namespace on namespace.oid = class.relnamespace
      where namespace.nspname = 'public' and class.relname = 'migrations'
    ), relation as (
      select class.oid, class.relkind, class.relname, namespace.nspname
      from pg_class class join pg_namespace namespace on namespace.oid = class.relnamespace
        join owner on owner.role = class.relowner
      where namespace.nspname in ('public', 'jobs') and class.relkind in ('r', 'p', 'S')
    ), default_right as (
      select acl.defaclnamespace as namespace, acl.defaclobjtype as kind
      from pg_default_acl acl join owner on owner.role = acl.defaclrole
        cross join aclexplode(acl.defaclacl) granted
      where granted.grantee = (select oid from pg_roles where rolname = current_user)
    ), rights as (
      select oid, privilege from relation
        cross join unnest(case when nspname = 'public' and relname = 'migrations' then '{select}'::text[]
          when nspname = 'public' and relname = 'moderation_log' then '{select,insert}'
          else '{select,insert,update,delete}' end) privilege
      where case when relkind <> 'S' then not has_table_privilege(oid, privilege) end
    )
    select format('grant usage on schema %I to %I', nspname, current_user) as statement
      from pg_namespace where nspname in ('public', 'jobs') and not has_schema_privilege(oid, 'usage')
    union all select format('grant %s on table %s to %I', string_agg(privilege, ', '), oid::regclass, current_user)
      from rights group by oid
    union all select format('grant update (note, user_id, actor_id) on table %s to %I', oid::regclass, current_user)
      from relation where case when nspname = 'public' and relname = 'moderation_log'
        then not has_column_privilege(oid, 'note', 'update') end
    union all select format('grant usage, select on sequence %s to %I', oid::regclass, current_user)
      from relation where case when relkind = 'S'
        then not (has_sequence_privilege(oid, 'usage') and has_sequence_privilege(oid, 'select')) end
    union all select format('alter default privileges in schema %I grant %s to %I', nspname, privileges, current_user)
      from pg_namespace
        cross join (values ('r', 'select, insert, update, delete on tables'), ('S', 'usage, select on sequences'))
          as given (kind, privileges)
      where nspname in ('public', 'jobs') and not exists (
        select from default_right where namespace = pg_namespace.oid and default_right.kind = given.kind::"char")`);
  return rows.map(({ statement }) => statement);
}

/** Grants the application's role, to which `db` is connected, what it needs, as the owner of the tables. */
export async function grantRights(db: Queries, ownerUrl: string): Promise<void> {
  const statements = await selectMissingRights(db);
  if (statements.length === 0) return;
  const owner = new pg.Client({
    connectionString: ownerUrl,
    application_name: "campus-marketplace migrations",
  });
  await owner.connect();
  try {
    await owner.query("begin");
    // Two processes that grant concurrently would change the same row of the catalogue.
    await owner.query("select pg_advisory_xact_lock($1)", [locks.migration]);
    for (const statement of statements) await owner.query(statement);
    await owner.query("commit");
  } finally {
    await owner.end();
  }
}

/** Whether a role owns or can own the market's tables, directly or by becoming their owner. */
export async function ownsTables(db: Queries): Promise<boolean> {
  const [row] = await db.query<{ owns: boolean }>(sql`
    select exists (
      select from pg_class class join pg_namespace namespace on namespace.oid = class.relnamespace
      where namespace.nspname in ('public', 'jobs') and class.relkind in ('r', 'p')
        and pg_has_role(class.relowner, 'member')
    ) or has_schema_privilege('public', 'create') as owns`);
  return row?.owns === true;
}
