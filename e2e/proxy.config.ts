import { defineConfig } from "@playwright/test";
import { findBrowser } from "../scripts/browser.mjs";

process.env["CHROMIUM_PATH"] ??= await findBrowser();

// What needs a real nginx and Caddy: `npm run test:proxy`.
export default defineConfig({
  testDir: ".",
  testMatch: "*.proxy.ts",
  outputDir: "../test-results",
  forbidOnly: true,
  workers: 1,
  timeout: 600_000,
  expect: { timeout: 20_000 },
  use: { actionTimeout: 30_000 },
});
