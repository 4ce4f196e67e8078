import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { browserArguments, findBrowser } from "../scripts/browser.mjs";

// Workers load this file again: what the first load decided travels in the environment.
process.env["CHROMIUM_PATH"] ??= await findBrowser();

/** The browser tests of `npm test`: all but the sweeps, which try every case of a class, or rare tasks. */
export default defineConfig({
  testDir: ".",
  testMatch: "*.e2e.ts",
  grepInvert: /@sweep/,
  globalSetup: "./support/run.ts",
  outputDir: "../test-results",
  forbidOnly: true,
  // A change that many tests meet is reported in minutes: each of them waits two minutes for what it expects.
  maxFailures: 10,
  fullyParallel: true,
  // Each has a market of its own, and waits for half of its time; the PostgreSQL of the run has connections for four.
  workers: Math.min(2 * availableParallelism(), 4),
  // These limits stop only tests that hang.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  use: {
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    launchOptions: { executablePath: process.env["CHROMIUM_PATH"], args: browserArguments },
  },
});
