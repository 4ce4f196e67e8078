import { expect, it } from "vitest";
import { production } from "../../test/process.ts";
import { loadConfig } from "./config.ts";
import { settings } from "./settings.ts";
import { listSettings } from "./settings-in-force.ts";

const valuesOf = (environment: Record<string, string>) =>
  new Map(
    listSettings(loadConfig({ ...production, ...environment })).map(({ name, value }) => [
      name,
      value,
    ]),
  );

it("R984 lists every setting with its value, and where that comes from", () => {
  const environment = {
    PORT: "4000",
    MODERATOR_EMAILS: "a@cgu.example,b@cgu.example",
    PUSH: "on",
    CAMPUS_NAME: "North",
  };
  const found = listSettings(loadConfig(environment, new Set(["CAMPUS_NAME", "TERM_ENDS"])));
  expect(found.map(({ name }) => name)).toEqual(Object.keys(settings));
  const one = (wanted: string) => found.find(({ name }) => name === wanted);
  expect(one("PORT")).toEqual({ name: "PORT", value: "4000", source: "environment" });
  expect(one("CAMPUS_NAME")).toMatchObject({ value: "North", source: ".env" });
  expect(one("MODERATOR_EMAILS")).toMatchObject({ value: "a@cgu.example, b@cgu.example" });
  expect(one("PUSH")).toMatchObject({ value: "on", source: "environment" });
  expect(one("PUBLIC_ORIGIN")).toMatchObject({ value: "http://localhost:4000", source: "default" });
  expect(one("AI_MODEL")).toEqual({ name: "AI_MODEL", value: "", source: "default" });
});

it("R984 shows no secret, and no password in an address", () => {
  const secrets = {
    KEY_SECRET: "hush",
    OIDC_CLIENT_SECRET: "hush",
    AWS_ACCESS_KEY_ID: "hush",
    AWS_SECRET_ACCESS_KEY: "hush",
    AWS_SESSION_TOKEN: "hush",
    AI_API_KEY: "hush",
    METRICS_TOKEN: "hush",
  };
  const addresses = {
    DATABASE_URL: "postgresql://market:hush@db/market?password=hush&sslmode=require",
    SMTP_URL: "smtp://asha:hush@mail.college.edu:587",
    AI_BASE_URL: "https://hush@ai.example/v1?key=hush#hush",
    STORAGE_URL: "s3://photos?endpoint=https://s3.example&secret=hush",
    BACKUP_TO: "s3://key:hush/of@backups",
  };
  const found = valuesOf({ ...secrets, ...addresses });
  expect([...found.values()].join(" ")).not.toContain("hush");
  for (const name of [...Object.keys(secrets), "BACKUP_TO"]) expect(found.get(name)).toBe(null);
  expect(found.get("DATABASE_URL")).toBe(
    "postgresql://market:***@db/market?password=***&sslmode=require",
  );
  expect(found.get("SMTP_URL")).toBe("smtp://asha:***@mail.college.edu:587");
});

it("R984 knows no setting that looks like a secret and is shown", () => {
  const secretNames = Object.entries(settings)
    .filter(([, { description = "" }]) => /secret|token|\bkey\b|password/i.test(description))
    .map(([name]) => name);
  const shown = valuesOf({});
  // What these contain is public, or masked as an address.
  const open = ["OIDC_PROMPT", "BACKUP_ENCRYPT", "SMTP_URL", "TOKEN_SYNC_URL"];
  const secret = secretNames.filter((name) => !open.includes(name));
  const environment = Object.fromEntries(secret.map((name) => [name, "hush"]));
  expect(secret.length).toBeGreaterThan(4);
  expect(shown.get("KEY_SECRET")).toBe("");
  expect([...valuesOf(environment).values()]).not.toContain("hush");
});
