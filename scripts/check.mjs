// Types, lint, format, unused code, titles of tests and what the oldest browsers lack: `npm run check`, and the first part of `npm test`.
import { fileURLToPath } from "node:url";
import { collect } from "./step.mjs";

const checks = [
  ["types", "tsc", ["-b"]],
  ["lint", "oxlint", ["--type-aware", "--max-warnings=0"]],
  ["format", "oxfmt", ["--check"]],
  ["unused code", "knip", []],
  ["requirements", "node", ["scripts/requirements.mjs"]],
  ["oldest browsers", "node", ["scripts/browser-floor.mjs"]],
];

/** Runs every check, also after one failed. Prints a line for each, and the output of those that fail. */
export async function runChecks() {
  let failed = 0;
  for (const [name, command, args] of checks) {
    const started = Date.now();
    const { code, output } = await collect(`node_modules/.bin/${command}`, args, {
      env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? "1" : "0" },
    });
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.log(`${code === 0 ? "✓" : "✗"} ${name} (${seconds} s)`);
    if (code !== 0) {
      failed += 1;
      console.log(output.trimEnd());
    }
  }
  return { passed: checks.length - failed, failed, skipped: 0 };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { failed } = await runChecks();
  process.exitCode = failed === 0 ? 0 : 1;
}
