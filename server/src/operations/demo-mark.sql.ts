import sql from "sql-template-tag";
import type { Queries } from "../db.ts";

/** Whether demo data was ever loaded into this database. */
export async function holdsDemoData(db: Queries): Promise<boolean> {
  const rows = await db.query(sql`select from settings where name = 'demo_data'`);
  return rows.length > 0;
}

/** Empties a trial database: everybody in it came from the development provider. Photo files remain to be swept. */
export async function deleteDemoData(db: Queries): Promise<void> {
  await db.query(sql`delete from identities`);
  await db.query(sql`delete from settings where name = 'demo_data'`);
}
