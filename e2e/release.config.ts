import { defineConfig } from "@playwright/test";

// Makes and runs whole archives: `npm run test:release`.
export default defineConfig({
  testDir: ".",
  testMatch: "*.release.ts",
  outputDir: "../test-results",
  forbidOnly: true,
  workers: 1,
  timeout: 900_000,
});
