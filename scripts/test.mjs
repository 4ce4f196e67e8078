// `npm test`: checks, then unit and server tests, then browser stories; one closing line.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser } from "./browser.mjs";
import { runChecks } from "./check.mjs";
import { show } from "./step.mjs";

const bin = "node_modules/.bin";
const reports = mkdtempSync(join(tmpdir(), "market-report-"));
process.on("exit", () => rmSync(reports, { recursive: true, force: true }));

const total = { passed: 0, failed: 0, skipped: 0 };

try {
  const browser = await findBrowser();
  add(await runChecks());
  add(await runVitest());
  add(await runPlaywright(browser));
} catch (error) {
  console.error(error.message);
  total.failed += 1;
}
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
  tellSecondTries(counts);
  return honest(code, {
    passed: counts?.numPassedTests ?? 0,
    failed: counts?.numFailedTests ?? 0,
    skipped: (counts?.numPendingTests ?? 0) + (counts?.numTodoTests ?? 0),
  });
}

/** What passed only when it was tried again: Playwright tells of it by itself, Vitest only in its report. */
function tellSecondTries(report) {
  const results = (report?.testResults ?? []).flatMap((file) => file.assertionResults);
  for (const { status, fullName, failureMessages } of results)
    if (status === "passed" && failureMessages.length > 0)
      console.log(`Passed at the second try: ${fullName}\n${failureMessages[0]}`);
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
