import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

const script = resolve(import.meta.dirname, "requirements.mjs");
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "market-requirements-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the command on a project of just these files. */
function said(files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, "--all"], {
    cwd: folder,
    encoding: "utf8",
  });
  return { stdout, stderr, status };
}
const lines = (...all: string[]) => ["## One", ...all, "", "| Q01 | x | y | z |"].join("\n");
const one = lines("- **R001** `A` First.", "- **R002** `A` Second.", "- **R003** `A` Third. (Q01)");
const tests = "server/src/a.test.ts";

it("counts titles, ranges and the rows of tables", () => {
  const source = 'it("R001–R002 both", f); it.each([["R003 third", 1]])("%s", f);';
  const { stdout, stderr, status } = said({ "docs/requirements.md": one, [tests]: source });
  expect(stdout).toContain("3 of 3 lines proved, 0 open");
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
});

it("counts a table with brackets in its strings, and one whose rows have a type", () => {
  const source = [
    'it.each([["{", "R009"]])("R001 refuses %s", f);',
    'it.each<[string, (caller: Caller) => Promise<void>]>([["a", f]])("R002 refuses %s", f);',
    'it.each([["R003 (third", 1]])("%s", f);',
  ].join("\n");
  const { stdout, stderr } = said({ "docs/requirements.md": one, [tests]: source });
  expect(stdout).toContain("3 of 3 lines proved, 0 open");
  expect(stderr).toBe("");
});

it("counts the steps of a story, and each row of a loop together with its title", () => {
  const source = [
    'for (const [line, path] of [["R001", "/a"], ["R002", "/b"]] as const)',
    "  await test.step(`${line} R003 ${path}`, f);",
  ].join("\n");
  const { stdout, status } = said({ "docs/requirements.md": one, "e2e/a.e2e.ts": source });
  expect(stdout).toContain("3 of 3 lines proved, 0 open");
  expect(status).toBe(0);
});

it.each([
  ["it", 'it("R001-R004 all", f);', "4 lines in one title: R001-R004 all"],
  ["a step", 'test.step("R001 R002 R003 R004", f);', "4 lines in one title: R001 R002 R003 R004"],
  [
    "a row and its title",
    'it.each([["R001 R002", 1]])("%s with R003 R004", f);',
    "4 lines in one title: R001 R002 %s with R003 R004",
  ],
])(
  "refuses more than three lines in the title of %s, and counts none of them",
  (_, source, fault) => {
    const all = `${one}\n- **R004** \`A\` Fourth.`;
    const { stdout, stderr, status } = said({ "docs/requirements.md": all, [tests]: source });
    expect(stdout).toContain("0 of 4 lines proved");
    expect([stderr.trim(), status]).toEqual([`${tests} names ${fault}`, 1]);
  },
);

it("counts nothing in a file that leaves tests out or expects them to fail, and names it", () => {
  const sources = [
    'it.skip("R001 x", f);',
    'test.fixme("R001 x", f);',
    'it.todo("R001 x");',
    'describe.skip("x", () => { it("R001 x", f); });',
    'it("R001 x", () => { test.skip(isSlow); });',
    'it("R001 x", ({ skip }) => { skip(); });',
    'it.fails("R001 x", f);',
    'it("R001 x", f); it.only("y", f);',
  ];
  const files = sources.map((source, at) => [`server/src/${at}.test.ts`, source] as const);
  const { stdout, stderr, status } = said({
    "docs/requirements.md": one,
    ...Object.fromEntries(files),
  });
  expect(stdout).toContain("0 of 3 lines proved");
  for (const [file] of files) expect(stderr).toContain(`${file} leaves tests out`);
  expect(status).toBe(1);
});

it("counts no test that is commented out or runs on some machines only", () => {
  const source = '// it("R001 x", f);\nit.runIf(isRoot)("R002 x", f);\n/* it("R003 x", f);\n*/';
  const { stdout } = said({ "docs/requirements.md": one, [tests]: source });
  expect(stdout).toContain("0 of 3 lines proved");
});

it("wants a picture for a V line, a document for a D line, a decision for a mark", () => {
  const wanting = lines(
    "- **R001** `V` Seen. (Q02) → seen.webp",
    "- **R002** `V` Seen. → there.webp",
    "- **R003** `D` Read.",
    "- **R004** `D` Read. → words.ts#terms",
    "- **R005** `D` Read. → words.ts#privacy",
  );
  const { stdout, stderr } = said({
    "docs/requirements.md": wanting,
    "there.webp": "",
    "words.ts": "const terms = 1;",
    [tests]: 'it("R001 R002 x", f);',
  });
  expect(stdout).toContain("2 of 5 lines proved");
  expect(stdout).toContain("R001 V Seen. (Q02) [no picture]");
  expect(stdout).toContain("R003 D Read. [no document]");
  expect(stdout).toContain("R005 D Read. [no document]");
  expect(stderr.trim().split("\n")).toEqual([
    "R001 points to seen.webp, which does not exist.",
    "R001 refers to Q02, which is not decided.",
    "R005 points to words.ts#privacy, which does not exist.",
  ]);
});

it("fails while a line is open, not for one that is not built yet, which no test may name", () => {
  const waiting = {
    "docs/requirements.md": lines("- **D01** `L` Later.", "- **R001** `A` First."),
  };
  expect(said(waiting)).toMatchObject({ status: 1 });
  const done = said({ ...waiting, [tests]: 'it("R001 x", f);' });
  expect(done.stdout).toContain("1 of 2 lines proved, 0 open, 1 not built yet");
  expect(done.stdout).toContain("Not built yet: D01");
  expect(done.status).toBe(0);
  const early = said({ ...waiting, [tests]: 'it("R001 D01 x", f);' });
  expect(early.stderr).toContain(
    "D01 is marked as not built yet, and server/src/a.test.ts names it.",
  );
  expect(early.status).toBe(1);
});

it("names what is proved and is no requirement", () => {
  const { stderr, status } = said({ "docs/requirements.md": one, [tests]: 'it("R009 x", f);' });
  expect([stderr.trim(), status]).toEqual([
    "server/src/a.test.ts names R009, which is not a requirement.",
    1,
  ]);
});
