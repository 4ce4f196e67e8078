import { defineConfig } from "vitest/config";

const exclude = ["**/node_modules/**", "**/build/**"];

export default defineConfig({
  test: {
    // Few at a time: each server test runs PostgreSQL, image processes and HTTP of its own, and often waits.
    maxWorkers: 5,
    // Told by scripts/test.mjs (docs/decisions/020).
    retry: process.env["CI"] ? 1 : 0,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // As stories wait; a promise with a time of its own says so. The default is as long as answers are kept.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        test: {
          name: "parts",
          include: ["{contract,fixtures,web}/src/**/*.test.{ts,tsx}", "scripts/**/*.test.ts"],
          exclude,
        },
      },
      {
        test: {
          name: "server",
          include: ["server/{src,test}/**/*.test.ts"],
          exclude,
          globalSetup: ["server/test/setup.ts"],
          // Files share the loaded server: loading it for each takes a third of their time.
          isolate: false,
        },
      },
    ],
  },
});
