// `npm test`: the checks beside the unit and server tests, then the browser tests; one closing line.
// `npm run test:all` (`--sweeps`): the tests that npm test leaves out: every case where it tries one of a kind, and rare tasks.
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { findBrowser } from "./browser.mjs";
import { runChecks } from "./check.mjs";
import { show } from "./step.mjs";

const sweeps = process.argv.includes("--sweeps");
const reports = mkdtempSync(join(tmpdir(), "market-report-"));
process.on("exit", () => rmSync(reports, { recursive: true, force: true }));

const total = { passed: 0, failed: 0, skipped: 0 };
/** Printed again at the end, since some logs keep only their last lines. */
const failures = [];

try {
  const browser = await findBrowser();
  const counts = await Promise.all([runVitest(), ...(sweeps ? [] : [runChecks()])]);
  counts.forEach(add);
  add(await runPlaywright(browser));
} catch (error) {
  console.error(error.message);
  total.failed += 1;
}
for (const failure of failures) console.log(failure);
const skipped = total.skipped === 0 ? "" : `, ${total.skipped} skipped`;
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
if (process.env.TEST_COUNTS)
  appendFileSync(process.env.TEST_COUNTS, `${JSON.stringify({ ...total, failures })}\n`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

async function runVitest() {
  const report = join(reports, "vitest.json");
  const code = await show("vitest", [
    "run",
    `--tagsFilter=${sweeps ? "sweep" : "!sweep"}`,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ]);
  const files = readReport(report)?.testResults ?? [];
  // Tests that the filter leaves out are in the report as skipped.
  const tests = files
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ tags }) => tags.includes("sweep") === sweeps);
  const having = (...statuses) => tests.filter(({ status }) => statuses.includes(status)).length;
  for (const file of files) remember(file);
  return honest(code, {
    passed: having("passed"),
    failed: having("failed"),
    skipped: having("skipped", "pending", "todo"),
  });
}

/** Collects failures, in the tests of a file or around them. */
function remember(file) {
  const name = relative(process.cwd(), file.name);
  if (file.status === "failed") failures.push(`Failed: ${name}\n${file.message}`);
  for (const { fullName, failureMessages } of file.assertionResults)
    if (failureMessages.length > 0)
      failures.push(`Failed: ${fullName} (${name})\n${failureMessages.join("\n")}`);
}

async function runPlaywright(browser) {
  const report = join(reports, "playwright.json");
  const config = `e2e/${sweeps ? "sweeps" : "playwright"}.config.ts`;
  const code = await show("playwright", ["test", `--config=${config}`, "--reporter=list,json"], {
    env: { ...process.env, CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  const results = readReport(report);
  results?.suites.forEach(rememberSpecs);
  const counts = results?.stats;
  return honest(code, {
    passed: counts?.expected ?? 0,
    failed: counts?.unexpected ?? 0,
    skipped: counts?.skipped ?? 0,
  });
}

/** The same for browser tests, in a suite and the suites within it. */
function rememberSpecs({ suites = [], specs }) {
  suites.forEach(rememberSpecs);
  for (const { ok, title, file, tests } of specs)
    if (!ok) {
      const messages = tests.flatMap((test) => test.results.map(({ error }) => error?.message));
      failures.push(`Failed: ${title} (${file})\n${messages.join("\n")}`);
    }
}

/** A part that ran no test, or that failed outside of a test, counts as one failure. */
function honest(code, counts) {
  const silent = code !== 0 && counts.failed === 0;
  if (silent || counts.passed + counts.failed === 0) counts.failed += 1;
  return counts;
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

function add(counts) {
  for (const key of Object.keys(total)) total[key] += counts[key];
}
