import { once } from "node:events";
import { text } from "node:stream/consumers";
import pg from "pg";
import { from } from "pg-copy-streams";

/**
 * Does what PostgreSQL's `createdb NAME` and `psql --single-transaction --set ON_ERROR_STOP=1 NAME` do with the script on
 * standard input, on a computer that has neither. The server is that of PGHOST, PGPORT, PGUSER and PGPASSWORD.
 */
const [program, ...args] = process.argv.slice(2);
const name = args.at(-1) ?? "";
const client = new pg.Client({ database: program === "createdb" ? "postgres" : name });
await client.connect();
try {
  if (program === "createdb")
    await client.query(`create database ${client.escapeIdentifier(name)}`);
  else await run(await text(process.stdin));
} finally {
  await client.end();
}

/** Sends statements up to each COPY together, and then its rows, which end with a line of their own. */
async function run(script: string): Promise<void> {
  await client.query("begin");
  const rest = script.split("\n").values();
  let statements = "";
  for (const line of rest) {
    const [, before = "", copy] = /^(.*?)(copy .* from stdin);$/.exec(line) ?? [];
    if (copy === undefined) {
      statements += `${line}\n`;
      continue;
    }
    await client.query(statements + before);
    statements = "";
    const rows = client.query(from(copy));
    for (const row of rest) {
      if (row === "\\.") break;
      if (!rows.write(`${row}\n`)) await once(rows, "drain");
    }
    rows.end();
    await once(rows, "finish");
  }
  await client.query(statements);
  await client.query("commit");
}
