import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** Older ones were released before these rules, and are never edited. */
const first = 22;
/** Tables with a row for each listing or student, or more: a lock on them stops the market. */
const large =
  "products|photos|search_entries|search_words|clicks|saved_products|users|identities|sessions|reveals|consents";

/** Statements that would break the previous release, which may still run or be restored, or block all requests for seconds. */
const rules: [what: string, found: RegExp][] = [
  ["drops what the release before reads", /\bdrop (table|column)\b/],
  ["renames what the release before reads", /\brename\b/],
  ["changes a type, and with it every row", /\balter (column )?\w+ (set data )?type\b/],
  ["demands a value that the release before does not give", /\bset not null\b/],
  [
    "demands a value that the release before does not give",
    /\badd (column )?(?!constraint|primary|unique|foreign|check)\w+ (?:(?!\bdefault\b)[^,;])*\bnot null\b(?:(?!\bdefault\b)[^,;])*(?=[,;])/,
  ],
  ["writes every row", /\bdefault [^,;]*\b(random|gen_random_uuid|clock_timestamp)\(/],
  [
    "reads every row under a lock: add it as not valid",
    /\badd (constraint \w+ )?(foreign key|check)\b(?![^;]*\bnot valid\b)/,
  ],
  [
    "holds up writers while it is made",
    new RegExp(`\\bcreate (unique )?index \\w+ on (${large})\\b`),
  ],
  ["touches every row in one statement", new RegExp(`\\bupdate (${large})\\b(?![^;]*\\bwhere\\b)`)],
  ["may end half done", /\b(commit|rollback|concurrently)\b/],
];

/** Statements without comments and the bodies of functions. @returns what is wrong with them */
function lint(sql: string): string[] {
  const plain = sql
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "")
    .replaceAll(/--.*$/gm, "")
    .replaceAll(/'[^']*'/g, "''")
    .replaceAll(/\s+/g, " ")
    .toLowerCase();
  // Tables that the migration creates are empty.
  const own = [...plain.matchAll(/\bcreate table (\w+)/g)].map(([, name = ""]) => name);
  return plain.split(";").flatMap((statement) => {
    if (own.some((name) => new RegExp(`\\b(on|table|update) ${name}\\b`).test(statement)))
      return [];
    return rules.filter(([, found]) => found.test(`${statement};`)).map(([what]) => what);
  });
}

const folder = new URL("../../migrations/", import.meta.url);
const files = readdirSync(folder).filter((name) => Number.parseInt(name, 10) >= first);

describe("a migration", () => {
  it("R727 has a number of its own", () => {
    const numbers = files.map((name) => Number.parseInt(name, 10));
    expect(numbers).toEqual([...new Set(numbers)]);
  });

  it.each(files)("R727 %s only adds, and blocks no request", (name) => {
    expect(lint(readFileSync(new URL(name, folder), "utf8"))).toEqual([]);
  });

  it.each([
    ["alter table products drop column bio;", "drops what"],
    ["drop table clicks;", "drops what"],
    ["alter table users rename column phone to number;", "renames"],
    ["alter table products alter column price_paise type bigint;", "changes a type"],
    ["alter table users alter column bio set not null;", "demands"],
    ["alter table users add column hostel text not null;", "demands"],
    ["alter table users add hostel text not null, add bio text;", "demands"],
    ["alter table users add column secret uuid default gen_random_uuid();", "writes every row"],
    ["alter table photos add constraint x check (bytes > 0);", "reads every row"],
    ["create index products_name on products (name);", "holds up writers"],
    ["update products set listed = false;", "touches every row"],
    ["create index concurrently a on reports (id);", "may end half done"],
  ])("R727 is refused: %s", (sql, why) => {
    expect(lint(sql).join()).toContain(why);
  });

  it.each([
    "alter table users add column seen_at timestamptz not null default now();",
    "alter table products add column confirmed_at timestamptz;",
    "alter table photos add constraint x check (bytes > 0) not valid;",
    "create table boxes (id uuid primary key, name text not null check (name <> ''));\ncreate index boxes_name on boxes (name);",
    "-- drop table products\ncreate or replace function f() returns void language sql as $$ update products set listed = true $$;",
    "update settings set value = 'drop table' where name = 'a';",
  ])("R727 is fine: %s", (sql) => {
    expect(lint(sql)).toEqual([]);
  });
});
