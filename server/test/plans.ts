import { escapeLiteral } from "pg";
import type { Sql } from "sql-template-tag";
import type { Database, Queries } from "../src/db/database.ts";

export type Plan = {
  /** Pages of the buffer cache that were touched, found there or read. */
  buffers: number;
  rows: number;
  /** Indexes by which the products themselves were found, in the order of the plan. */
  indexes: string[];
};

type Node = {
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  "Actual Rows": number;
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  Plans?: Node[];
};
type Explained = { Plan: Node };

/** Calls for which PostgreSQL makes a plan each before it compares them with one for all values. */
const untilCached = 5;

/**
 * Explains the first statement that `ask` makes, on a connection that has run it often:
 * EXPLAIN (ANALYZE, BUFFERS) after as many calls as it takes until a plan may be cached.
 * @param isForAll by the plan for all values, whether or not these calls would have led to it
 */
export async function planOf(
  db: Database,
  ask: (db: Queries) => Promise<unknown>,
  isForAll = false,
): Promise<Plan> {
  let statement: Sql | undefined;
  await ask({
    ...db,
    async query(text) {
      statement ??= text;
      return [];
    },
  });
  if (statement === undefined) throw new Error("no query was run");
  const { text, values } = statement;
  const given = values.map(literalOf);
  const call = `execute explained${given.length > 0 ? `(${given.join()})` : ""}`;
  return db.transaction(async (transaction) => {
    if (isForAll) await transaction.run("set local plan_cache_mode = force_generic_plan");
    await transaction.run(`prepare explained as ${text}`);
    for (let time = 0; time <= untilCached; time++) await transaction.run(call);
    const { rows } = await transaction.run(`explain (analyze, buffers, format json) ${call}`);
    await transaction.run("deallocate explained");
    const [{ Plan: top }] = (rows[0] as { "QUERY PLAN": [Explained] })["QUERY PLAN"];
    return {
      buffers: top["Shared Hit Blocks"] + top["Shared Read Blocks"],
      rows: top["Actual Rows"],
      indexes: scansOf(top),
    };
  });
}

function literalOf(value: unknown): string {
  const isList = Array.isArray(value);
  return escapeLiteral(
    isList ? `{${value.map((each) => JSON.stringify(each)).join()}}` : String(value),
  );
}

function scansOf(node: Node): string[] {
  const found = node["Index Name"] ?? (node["Relation Name"] && node["Node Type"]);
  const own = found && node["Relation Name"] === "products" ? [found] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)];
}
