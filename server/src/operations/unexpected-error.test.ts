import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { isAlive } from "../db/postgres/postmaster.ts";
import { createProcesses, ready, root } from "../../test/process.ts";

const processes = createProcesses();
afterEach(() => processes.stopAll());

/** Fails as a mistake in the market would: outside of every request and job. */
const mistakes = `
  const failure = (name) => Object.assign(new Error(name + " failed", { cause: new Error("the deeper cause") }),
    { detail: "Key (phone)=(+919876543210) already exists." });
  process.on("SIGUSR2", () => { throw failure("a timer"); });
  process.on("SIGWINCH", () => void Promise.reject(failure("a promise")));`;

it("R989 an unexpected error is logged without data, and ends the market and its database with code 1", async () => {
  const folder = await processes.makeFolder();
  const module = join(folder, "mistakes.mjs");
  writeFileSync(module, mistakes);
  const settings = { DEMO_DATA: "off", NODE_OPTIONS: `--import=${module}` };
  for (const [signal, reason] of [
    ["SIGUSR2", "a timer failed"],
    ["SIGWINCH", "a promise failed"],
  ] as const) {
    const one = await processes.start(settings, { folder });
    await ready(one);
    const [, home = ""] = /The database is in (.+)/.exec(one.output()) ?? [];
    const server = Number.parseInt(readFileSync(join(home, "cluster/postmaster.pid"), "utf8"), 10);
    one.child.kill(signal);
    expect(await one.exit).toBe(1);
    const [line = "", ...more] = one
      .output()
      .split("\n")
      .filter((each) => each.includes("unexpected error: the market stops"));
    expect(more).toEqual([]);
    expect(JSON.parse(line)).toMatchObject({
      level: 60,
      cause: expect.any(String),
      stack: expect.stringContaining("    at "),
    });
    expect(line).toContain(reason);
    expect(line).toContain("the deeper cause");
    expect(one.output()).not.toContain("9876543210");
    expect(isAlive(server)).toBe(false);
  }
});

it("R989 systemd and the containers start the market again after it", () => {
  for (const name of ["market.service", "market@.service"])
    expect(readFileSync(join(root, "deploy", name), "utf8")).toMatch(
      /^Restart=(always|on-failure)$/m,
    );
  expect(readFileSync(join(root, "deploy/compose.yaml"), "utf8")).toContain(
    "restart: unless-stopped",
  );
});
