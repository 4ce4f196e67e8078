// `npm run requirements`: which lines of docs/requirements.md nothing proves; with --all, what proves each.
// Titles are read, not run: they prove something as long as `npm test` passes.
// Exit code 1 when a line is open, when a title names more than three lines or a line appears twice, and when a
// title or a pointer names something that does not exist.
import { existsSync, globSync, readFileSync } from "node:fs";
import process from "node:process";

const testFiles = [
  "{contract,fixtures,server,web}/src/**/*.test.{ts,tsx}",
  "server/test/**/*.test.ts",
  "scripts/boot.test.ts",
  "e2e/**/*.e2e.ts",
];
const skipping =
  /\b(?:it|test|describe)(?:\.\w+)*\.(?:skip|todo|fixme|fails?|only)\b|\b(?:context|ctx)\.skip\(|\bskip\(/;
const perhapsSkipped = /\.(?:skipIf|runIf)\b/;
/** A title with more lines than these proves none, because a test hardly checks so many. */
const idsPerTitle = 3;

const faults = [];
const lines = readRequirements(readFileSync("docs/requirements.md", "utf8"));
const proofs = readProofs();

for (const [id, titles] of proofs) {
  if (!lines.has(id)) faults.push(`${titles[0]} names ${id}, which is not a requirement.`);
}

let open = 0;
for (const [section, all] of Map.groupBy(lines.values(), (line) => line.section)) {
  const missing = all.filter((line) => lacks(line));
  const proved = all.filter((line) => line.kind !== "L" && !lacks(line));
  open += missing.length;
  console.log(`\n${section}: ${proved.length} of ${all.length} proved`);
  for (const line of process.argv.includes("--all") ? all : missing) {
    const { id, kind, text, pointer } = line;
    const lack = lacks(line);
    console.log(`  ${id} ${kind} ${text}${lack ? ` [no ${lack}]` : ""}`);
    if (process.argv.includes("--all"))
      for (const proof of new Set([...(proofs.get(id) ?? []), ...(pointer ? [pointer] : [])]))
        console.log(`      ${proof}`);
  }
}
const later = [...lines.values()].filter(({ kind }) => kind === "L").map(({ id }) => id);
for (const id of later) {
  if (proofs.has(id))
    faults.push(`${id} is marked as not built yet, and ${proofs.get(id)[0]} names it.`);
}
const proved = lines.size - open - later.length;
console.log(
  `\n${proved} of ${lines.size} lines proved, ${open} open, ${later.length} not built yet`,
);
if (later.length > 0) console.log(`Not built yet: ${later.join(" ")}`);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length + open > 0 ? 1 : 0;

/**
 * What a line still needs: a D line its document, an L line nothing yet, every other one a test, and a V
 * line its picture too.
 */
function lacks({ id, kind, pointer }) {
  if (kind === "L") return undefined;
  if (kind === "D") return pointer ? undefined : "document";
  if (!proofs.has(id)) return "test";
  return kind === "V" && !/\.(?:webp|png)$/.test(pointer ?? "") ? "picture" : undefined;
}

function readRequirements(text) {
  const lines = new Map();
  const decided = new Set([...text.matchAll(/^\| (Q\d+) \|/gm)].map(([, mark]) => mark));
  let section = "";
  for (const line of text.split("\n")) {
    const heading = /^## (.*)$/.exec(line);
    if (heading) section = heading[1];
    const [, id, kind = "A", rest] = /^- \*\*([RD]\d+)\*\* (?:`([A-Z])` )?(.*)$/.exec(line) ?? [];
    if (id === undefined) continue;
    const [, statement, pointer] = /^(.*?)(?: → (\S+))?$/.exec(rest);
    if (pointer && !"VD".includes(kind)) faults.push(`${id} needs a test, not a pointer.`);
    const leads = pointer !== undefined && leadsSomewhere(pointer);
    if (pointer && !leads) faults.push(`${id} points to ${pointer}, which does not exist.`);
    const [, marks = ""] = /\(((?:Q\d+[:, ]*)+)[^)]*\)$/.exec(statement) ?? [];
    for (const mark of marks.match(/Q\d+/g) ?? []) {
      if (!decided.has(mark)) faults.push(`${id} refers to ${mark}, which is not decided.`);
    }
    if (lines.has(id)) faults.push(`${id} stands twice.`);
    lines.set(id, { id, kind, text: statement, pointer: leads ? pointer : undefined, section });
  }
  return lines;
}

/** `path`, or `path#word` where the file holds the word. */
function leadsSomewhere(pointer) {
  const [path, word] = pointer.split("#");
  if (!existsSync(path)) return false;
  return word === undefined || readFileSync(path, "utf8").includes(word);
}

function readProofs() {
  const proofs = new Map();
  for (const file of globSync(testFiles)) {
    const source = readFileSync(file, "utf8").replace(/^\s*(?:\/\/|\/?\*).*$/gm, "");
    const skipped = skipping.exec(source);
    if (skipped) {
      faults.push(`${file} leaves tests out (${skipped[0]}): nothing in it counts.`);
      continue;
    }
    for (const title of titlesOf(source)) {
      const ids = new Set(idsIn(title));
      if (ids.size > idsPerTitle) {
        faults.push(`${file} names ${ids.size} lines in one title: ${title}`);
        continue;
      }
      for (const id of ids) proofs.set(id, [...(proofs.get(id) ?? []), file]);
    }
  }
  return proofs;
}

/**
 * The first string of every it(…), test(…), describe(…) and test.step(…), also after .each(…); not of
 * those that run only on some machines.
 * A title that begins with the name of a table's row counts once for each row.
 */
function* titlesOf(source) {
  const starts = /\b(?:it|test|describe)((?:\.\w+)*)\s*(?:<(?:[^()]|\([^()]*\))*?>)?\(/g;
  for (const match of source.matchAll(starts)) {
    if (perhapsSkipped.test(match[1])) continue;
    let at = match.index + match[0].length;
    let table = "";
    if (/\.(each|for)$/.test(match[1])) {
      const end = endOfCall(source, at);
      table = source.slice(at, end);
      at = source.indexOf("(", end) + 1;
    }
    const title = /^\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/.exec(source.slice(at))?.[2];
    if (title === undefined) continue;
    const loop = /^\$\{(\w+)\}/.exec(title);
    if (loop) table = loopTable(source, match.index, loop[1]);
    const rows = loop || /^[%$]/.test(title) ? [...rowNames(table)] : [];
    if (rows.length === 0) yield title;
    for (const row of rows) yield `${row} ${title}`;
  }
}

/** The rows that `for (const [name, …] of …)` above this place goes through: written there, or a constant. */
function loopTable(source, before, name) {
  const loops = [...source.slice(0, before).matchAll(/\bfor \(const (.*?) of /gs)];
  const loop = loops.findLast((each) => new RegExp(`\\b${name}\\b`).test(each[1]));
  if (!loop) return "";
  const at = loop.index + loop[0].length;
  const constant = /^\w+/.exec(source.slice(at));
  if (!constant) return source.slice(at, endOfCall(source, at));
  const rows = new RegExp(`\\bconst ${constant[0]}\\b[^=]*=\\s*\\[`).exec(source);
  return rows ? source.slice(rows.index, endOfCall(source, rows.index + rows[0].length)) : "";
}

/** The strings of a table that begin with an id: what its rows are called. */
function* rowNames(table) {
  for (const [, , text] of table.matchAll(/(["'`])((?:[RD]\d{2,4}\b)(?:\\.|(?!\1)[^\\])*)\1/g)) {
    yield text;
  }
}

/** The place behind the bracket that closes a call, given the place behind the one that opens it. */
function endOfCall(source, from) {
  let depth = 1;
  // Brackets in strings close nothing.
  const tokens = /(["'`])(?:\\.|(?!\1)[^\\])*\1|[()[\]{}]/gs;
  tokens.lastIndex = from;
  for (let token = tokens.exec(source); token; token = tokens.exec(source)) {
    if ("([{".includes(token[0])) depth += 1;
    if (")]}".includes(token[0])) depth -= 1;
    if (depth === 0) return tokens.lastIndex;
  }
  return source.length;
}

/** Every id in a title; R260–R269, R260-R269 and R260 to R269 name all between. */
function* idsIn(title) {
  const named = /\b([RD])(\d{2,4})\b(?:\s*(?:–|-|to|…)\s*\1(\d{2,4})\b)?/g;
  for (const [, kind, first, last = first] of title.matchAll(named)) {
    if (kind === "R" ? first.length < 3 : first.length !== 2) continue;
    for (let number = Number(first); number <= Number(last); number += 1) {
      yield kind + String(number).padStart(first.length, "0");
    }
  }
}
