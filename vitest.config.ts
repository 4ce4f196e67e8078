import { defineConfig } from "vitest/config";

const exclude = ["**/node_modules/**", "**/build/**"];

export default defineConfig({
  test: {
    // Few at a time: each server test runs PostgreSQL, image processes and HTTP of its own, and often waits.
    maxWorkers: 5,
    tags: [
      {
        name: "sweep",
        description:
          "Tries every case where `npm test` tries one of a kind, or a rare task: `npm run test:all`",
      },
    ],
    // Tests wait for a state; these limits only end what hangs, on however slow a machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 300_000 } },
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
          setupFiles: ["server/test/each-file.ts"],
          // Files share the loaded server: loading it for each takes a third of their time.
          isolate: false,
        },
      },
    ],
  },
});
