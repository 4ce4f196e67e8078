import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { loadConfig } from "../config/config.ts";
import { createProcesses } from "../../test/process.ts";

const processes = createProcesses();
afterEach(() => processes.stopAll());

async function setup(args: string, lines: string[] = []) {
  const folder = await processes.makeFolder();
  writeFileSync(join(folder, "answers"), lines.join("\n"));
  const command = `exec node_modules/.bin/node server/src/market/market.ts setup ${args} < answers`;
  const run = async () => {
    const one = await processes.start({}, { folder, command });
    return { code: await one.exit, text: one.output() };
  };
  const path = join(folder, ".env");
  return { path, run, written: () => parseEnv(readFileSync(path, "utf8")) };
}

const answers = [
  "https://market.college.edu",
  "https://id.college.edu/realms/campus",
  "Campus ID",
  "market",
  'se"cr\\et',
  "@college.edu",
  "help@college.edu",
  "St. John's",
  "₹",
  "",
  "",
];

describe("setting up", () => {
  it("R718 asks, and writes a file of its owner that production starts with", async () => {
    const { path, run, written } = await setup("", answers);
    const { code, text } = await run();
    expect([code, text]).toEqual([0, expect.stringContaining(`${path} is written`)]);
    expect(text).toContain("https://market.college.edu/api/auth/callback");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(written()).toMatchObject({
      MODE: "production",
      OIDC_NAME: "Campus ID",
      OIDC_CLIENT_SECRET: 'se"cr\\et',
      CAMPUS_NAME: "St. John's",
      CART_CURRENCY_SYMBOL: "₹",
      TRUSTED_PROXIES: "1",
    });
    expect(written()["KEY_SECRET"]).toMatch(/^[\w-]{43}$/);
    expect(loadConfig(written()).mode).toBe("production");
    // A second one would take the key away that the first made.
    const again = await run();
    expect([again.code, again.text]).toEqual([1, expect.stringContaining("is there already")]);
  });

  it("R855 asks where backups go, and refuses folders that a service does not see", async () => {
    const { run, written } = await setup("", [
      ...answers,
      "",
      "/home/asha/backup",
      "/tmp/backup",
      "/mnt/backup/market",
    ]);
    const { code, text } = await run();
    expect([code, text]).toEqual([0, expect.stringContaining("a folder that a service sees")]);
    expect(written()["BACKUP_TO"]).toBe("/mnt/backup/market");
  });

  it("R718 asks again where an answer is wrong", async () => {
    const [origin = "", ...rest] = answers;
    const { run, written } = await setup("", ["market.college.edu", origin, ...rest]);
    const { code, text } = await run();
    expect([code, text]).toEqual([0, expect.stringContaining("PUBLIC_ORIGIN must be")]);
    expect(written()["PUBLIC_ORIGIN"]).toBe("https://market.college.edu");
  });

  it("R718 takes flags instead, names those that are missing, and refuses wrong ones", async () => {
    const flags = [
      "--public-origin https://market.college.edu --oidc-issuer https://accounts.google.com",
      "--oidc-name Google --oidc-client-id id --oidc-client-secret secret",
      "--college-email-suffix @college.edu --campus-name CGU",
      "--cart-currency-symbol ₹ --contact-email help@college.edu --photos",
    ];
    const unknown = await (await setup(flags.join(" "))).run();
    expect(unknown.code).toBe(1);
    expect(unknown.text).not.toContain("    at ");
    const most = flags.join(" ").replace(" --photos", "");
    const missing = await (await setup(most.replace(/--contact-email \S+/, ""))).run();
    expect([missing.code, missing.text]).toEqual([1, expect.stringContaining("--contact-email")]);
    const wrong = await (await setup(`${most} --database-url mysql://x`)).run();
    expect([wrong.code, wrong.text]).toEqual([1, expect.stringContaining("DATABASE_URL must be")]);
    const { run, written } = await setup(`${most} --database-url postgres://market@db/market`);
    expect((await run()).code).toBe(0);
    expect(written()["DATABASE_URL"]).toBe("postgres://market@db/market");
  });
});
