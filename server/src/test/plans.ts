import type { Queries } from "../db.ts";

export type Plan = {
  /** Pages of the buffer cache that were touched, found there or read. */
  buffers: number;
  /** Milliseconds in the executor. */
  milliseconds: number;
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
type Explained = { Plan: Node; "Execution Time": number };

/** How PostgreSQL answers the first statement that `ask` makes: run under EXPLAIN (ANALYZE, BUFFERS). */
export async function planOf(db: Queries, ask: (db: Queries) => Promise<unknown>): Promise<Plan> {
  let explained: Explained | undefined;
  await ask({
    ...db,
    async query(statement) {
      const text = `explain (analyze, buffers, format json) ${statement.text}`;
      const { rows } = await db.run(text, statement.values);
      explained ??= (rows[0] as { "QUERY PLAN": [Explained] })["QUERY PLAN"][0];
      return [];
    },
  });
  if (explained === undefined) throw new Error("nothing was asked");
  const { Plan: top, "Execution Time": milliseconds } = explained;
  return {
    buffers: top["Shared Hit Blocks"] + top["Shared Read Blocks"],
    milliseconds,
    rows: top["Actual Rows"],
    indexes: scansOf(top),
  };
}

function scansOf(node: Node): string[] {
  const found = node["Index Name"] ?? (node["Relation Name"] && node["Node Type"]);
  const own = found && node["Relation Name"] === "products" ? [found] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)];
}
