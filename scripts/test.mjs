// `npm test`: checks, then unit and server tests, then browser stories; one closing line.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { setPriority, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { findBrowser } from "./browser.mjs";
import { runChecks } from "./check.mjs";
import { show } from "./step.mjs";

const bin = "node_modules/.bin";
const reports = mkdtempSync(join(tmpdir(), "market-report-"));
process.on("exit", () => rmSync(reports, { recursive: true, force: true }));

const total = { passed: 0, failed: 0, skipped: 0 };
/** Said once more at the end: the stories' lines come after Vitest's, and some logs keep only the last. */
const reminders = [];

// That of image processes, which otherwise starve behind tests that need them; and a machine that is
// used meanwhile stays quick.
setPriority(10);

try {
  const browser = await findBrowser();
  add(await runChecks());
  add(await runVitest());
  add(await runPlaywright(browser));
} catch (error) {
  console.error(error.message);
  total.failed += 1;
}
for (const reminder of reminders) console.log(reminder);
const skipped = total.skipped === 0 ? "" : `, ${total.skipped} skipped`;
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

async function runVitest() {
  const report = join(reports, "vitest.json");
  const code = await show(`${bin}/vitest`, [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ]);
  const counts = readReport(report);
  remember(counts);
  return honest(code, {
    passed: counts?.numPassedTests ?? 0,
    failed: counts?.numFailedTests ?? 0,
    skipped: (counts?.numPendingTests ?? 0) + (counts?.numTodoTests ?? 0),
  });
}

/** What failed, in a test or around the tests of a file, and what passed only when it was tried again. */
function remember(report) {
  for (const file of report?.testResults ?? []) {
    const name = relative(process.cwd(), file.name);
    if (file.status === "failed") reminders.push(`Failed: ${name}\n${file.message}`);
    for (const { status, fullName, failureMessages } of file.assertionResults) {
      if (failureMessages.length === 0) continue;
      const title = status === "passed" ? "Passed at the second try" : "Failed";
      reminders.push(`${title}: ${fullName} (${name})\n${failureMessages.join("\n")}`);
    }
  }
}

async function runPlaywright(browser) {
  const report = join(reports, "playwright.json");
  const code = await show(
    `${bin}/playwright`,
    ["test", "--config=e2e/playwright.config.ts", "--reporter=list,json"],
    { env: { ...process.env, CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
  );
  const counts = readReport(report)?.stats;
  return honest(code, {
    passed: (counts?.expected ?? 0) + (counts?.flaky ?? 0),
    failed: counts?.unexpected ?? 0,
    skipped: counts?.skipped ?? 0,
  });
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
