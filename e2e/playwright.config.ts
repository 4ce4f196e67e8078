import { mkdtempSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { browserArguments, findBrowser } from "../scripts/browser.mjs";

// Workers load this file again: what the first load decided travels in the environment.
process.env["E2E_PORT"] ??= String(await freePort(3110));
process.env["CHROMIUM_PATH"] ??= await findBrowser();
// Known to stories, of which one moves the clock of what the market remembers.
process.env["E2E_DATA_DIR"] ??= mkdtempSync(join(tmpdir(), "market-e2e-"));

const port = process.env["E2E_PORT"];
const origin = `http://localhost:${port}`;

export default defineConfig({
  testDir: ".",
  testMatch: "*.e2e.ts",
  outputDir: "../test-results",
  forbidOnly: true,
  // Told as flaky by the report (docs/decisions/020).
  retries: process.env["CI"] ? 1 : 0,
  // More than processors: a story often waits.
  workers: 5,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: origin,
    launchOptions: { executablePath: process.env["CHROMIUM_PATH"], args: browserArguments },
  },
  webServer: {
    command: "exec node_modules/.bin/node e2e/support/application.mjs",
    cwd: "..",
    env: {
      PORT: port,
      MODERATOR_EMAILS: "meera@cgu.example,lakshmi@cgu.example",
      PUSH: "on",
      // Nobody's: what a story subscribes to is never called.
      PUSH_SERVICES: "push.invalid",
    },
    url: `${origin}/readyz`,
    timeout: 300_000,
    stdout: "ignore",
    gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
  },
});

/** The first free port from `from` on whose neighbour, the development provider's, is free too. */
async function freePort(from: number): Promise<number> {
  for (let port = from; port < from + 200; port += 2) {
    if ((await isFree(port)) && (await isFree(port + 1))) return port;
  }
  throw new Error(`No two free ports from ${from} on.`);
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once("error", () => resolve(false));
  server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  return promise;
}
