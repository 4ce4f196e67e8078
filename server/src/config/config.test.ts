import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ConfigError, loadConfig } from "./config.ts";
import { settings } from "./settings.ts";

const production = {
  PUBLIC_ORIGIN: "https://market.college.edu",
  OIDC_ISSUER: "https://accounts.google.com",
  OIDC_CLIENT_ID: "id",
  OIDC_CLIENT_SECRET: "secret",
  COLLEGE_EMAIL_SUFFIX: "@college.edu",
  CONTACT_EMAIL: "help@college.edu",
};

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    loadConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
  }
  return [];
}

describe("loadConfig", () => {
  it("D24 needs nothing for a trial", () => {
    expect(loadConfig({})).toMatchObject({
      mode: "trial",
      PORT: 3000,
      HOST: "127.0.0.1",
      PUBLIC_ORIGIN: "http://localhost:3000",
      DEVELOPMENT_PROVIDER_PORT: 3001,
      DATABASE_URL: undefined,
      COLLEGE_EMAIL_SUFFIX: ["@cgu.example"],
      CAMPUS_NAME: "CGU",
      CART_CURRENCY_SYMBOL: "$",
      BUSY_NOTICE: "auto",
      DEMO_DATA: true,
      LIMITS_ACTIVE_LISTINGS: 30,
      LIMITS_NEW_LISTINGS_PER_DAY: 20,
      LIMITS_EDITS_PER_DAY: 200,
      LIMITS_CONTACTS_PER_DAY: 40,
      LIMITS_CONTACTS_PER_MINUTE: 8,
      LIMITS_AI_PER_HOUR: 10,
      LIMITS_REQUESTS_PER_MINUTE: 600,
    });
  });

  it("is production once a provider or a public address is set, and then has no demo data", () => {
    expect(loadConfig(production)).toMatchObject({ mode: "production", DEMO_DATA: false });
  });

  it("R833 is a trial for the local network with TRIAL_OPEN=on, at the address that it listens on", () => {
    const open = { TRIAL_OPEN: "on", HOST: "192.168.1.7", PORT: "4000" };
    expect(loadConfig(open)).toMatchObject({
      mode: "trial",
      PUBLIC_ORIGIN: "http://192.168.1.7:4000",
    });
    const container = { TRIAL_OPEN: "on", HOST: "0.0.0.0" };
    expect(loadConfig(container)).toMatchObject({ PUBLIC_ORIGIN: "http://localhost:3000" });
    const phone = { ...container, PUBLIC_ORIGIN: "http://10.0.0.5:3000" };
    expect(loadConfig(phone)).toMatchObject({ mode: "trial" });
  });

  it.each([
    [{ PORT: "80" }, "http://localhost"],
    [{ TRIAL_OPEN: "on", HOST: "192.168.1.7", PORT: "80" }, "http://192.168.1.7"],
    [{ TRIAL_OPEN: "on", HOST: "fd00::7", PORT: "4000" }, "http://[fd00::7]:4000"],
    [{ HOST: "::1", PORT: "4000" }, "http://localhost:4000"],
  ])("R978 is a trial with %j alone, at %s", (environment, origin) => {
    expect(loadConfig(environment)).toMatchObject({ mode: "trial", PUBLIC_ORIGIN: origin });
  });

  it.each<Record<string, string>>([
    { PUBLIC_ORIGIN: "http://192.168.1.7:3000" },
    { PUBLIC_ORIGIN: "http://192.168.1.7:3000", TRIAL_OPEN: "off" },
    { PUBLIC_ORIGIN: "http://172.32.0.1:3000", TRIAL_OPEN: "on" },
    { PUBLIC_ORIGIN: "https://192.168.1.7", TRIAL_OPEN: "on" },
    { PUBLIC_ORIGIN: "https://market.college.edu", TRIAL_OPEN: "on" },
    { PUBLIC_ORIGIN: "http://192.168.1.7.evil.example", TRIAL_OPEN: "on" },
    { ...production, PUBLIC_ORIGIN: "http://192.168.1.7:3000", TRIAL_OPEN: "on" },
  ])("R833 is no trial with %j", (environment) => {
    expect(faultsOf(environment).join("\n")).toMatch(/^(OIDC|PUBLIC_ORIGIN)/m);
  });

  it("R548 Q01 takes the suffixes of the college's addresses", () => {
    const suffixes = "@college.edu, .college.edu";
    expect(loadConfig({ COLLEGE_EMAIL_SUFFIX: suffixes }).COLLEGE_EMAIL_SUFFIX).toEqual([
      "@college.edu",
      ".college.edu",
    ]);
  });

  it.each(Object.keys(production))("D25 names %s when production lacks it", (name) => {
    const { [name]: _, ...rest } = production as Record<string, string>;
    expect(faultsOf(rest).join("\n")).toContain(name);
  });

  it("names all faults together", () => {
    const faults = faultsOf({
      PORT: "x",
      BUSY_NOTICE: "sometimes",
      COLLEGE_EMAIL_SUFFIX: "college.edu",
      DATABASE_URL: "mysql://x",
    });
    expect(faults).toHaveLength(4);
    expect(faultsOf({ PUBLIC_ORIGIN: "https://market.college.edu" })).toHaveLength(5);
  });

  it("takes plain http on loopback addresses only, for the public address and the provider", () => {
    expect(faultsOf({ ...production, PUBLIC_ORIGIN: "http://market.college.edu" })[0]).toMatch(
      /^PUBLIC_ORIGIN .*https/,
    );
    expect(faultsOf({ ...production, OIDC_ISSUER: "http://id.college.edu" })[0]).toMatch(
      /^OIDC_ISSUER .*https/,
    );
    expect(
      loadConfig({
        ...production,
        PUBLIC_ORIGIN: "http://localhost:3000",
        OIDC_ISSUER: "http://127.0.0.1:9",
      }).mode,
    ).toBe("production");
  });

  it.each([
    ["", undefined],
    ["/session/token", "/session/token"],
    ["https://tokens.college.edu/sync", "https://tokens.college.edu/sync"],
    ["http://127.0.0.1:9/sync", "http://127.0.0.1:9/sync"],
  ])("R457 takes %j as the address of the token sync", (text, address) => {
    expect(loadConfig({ TOKEN_SYNC_URL: text }).TOKEN_SYNC_URL).toBe(address);
  });

  it.each(["//tokens.college.edu", "http://tokens.college.edu", "sync", "ftp://x"])(
    "refuses to have tokens sent to %s",
    (address) => {
      expect(faultsOf({ TOKEN_SYNC_URL: address })[0]).toMatch(/^TOKEN_SYNC_URL must be /);
    },
  );

  it.each(["mail.college.edu:587", "https://mail.college.edu", "smtp://"])(
    "R745 refuses %s as a mail server",
    (address) => {
      expect(faultsOf({ SMTP_URL: address })[0]).toMatch(/^SMTP_URL must be like smtp:/);
    },
  );

  it("refuses demo data in production", () => {
    expect(faultsOf({ ...production, DEMO_DATA: "on" })[0]).toMatch(/^DEMO_DATA/);
  });

  it("reads secrets from files", () => {
    const file = join(mkdtempSync(join(tmpdir(), "config-")), "secret");
    writeFileSync(file, "from a file\n");
    const { OIDC_CLIENT_SECRET: _, ...rest } = production;
    expect(loadConfig({ ...rest, OIDC_CLIENT_SECRET_FILE: file }).OIDC_CLIENT_SECRET).toBe(
      "from a file",
    );
    expect(faultsOf({ ...rest, OIDC_CLIENT_SECRET_FILE: "/nowhere" }).join()).toContain(
      "OIDC_CLIENT_SECRET_FILE",
    );
  });
});

it(".env.example names every setting, and what it is when unset", async () => {
  const entries = Object.entries(settings).map(([name, setting]) => {
    const { description, default: fallback = "" } = z.toJSONSchema(setting, { io: "input" });
    return `\n# ${description}\n# ${name}=${String(fallback)}\n`;
  });
  const example = await readFile(new URL("../../../.env.example", import.meta.url), "utf8");
  expect(example.slice(example.indexOf("\n") + 1)).toBe(entries.join(""));
});
