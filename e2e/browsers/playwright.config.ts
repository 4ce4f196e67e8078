import { defineConfig } from "@playwright/test";
import suite from "../playwright.config.ts";

/** `npm run test:browsers`; scripts/test-browsers.mjs says where the browsers are. */
export default defineConfig({
  ...suite,
  testDir: "..",
  testMatch: undefined,
  outputDir: "../../test-results/browsers",
  workers: 2,
  globalSetup: "../support/run.ts",
  use: { ...suite.use, serviceWorkers: "allow" },
  projects: [
    { name: "firefox", testMatch: "browsers/firefox.ts" },
    { name: "chromium 109", testMatch: ["main-job.e2e.ts", "browsers/oldest.ts"] },
    {
      name: "chromium 108",
      testMatch: "browsers/too-old.ts",
      use: { launchOptions: { ...suite.use?.launchOptions, executablePath: olderChromium() } },
    },
  ],
});

function olderChromium(): string | undefined {
  return process.env["OLDER_CHROMIUM_PATH"];
}
