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
  expect(found.get("DATABASE_URL")).toBe("postgresql://***:***@db/market?sslmode=require&***");
  expect(found.get("SMTP_URL")).toBe("smtp://***:***@mail.college.edu:587");
  expect(found.get("STORAGE_URL")).toBe("s3://photos?endpoint=https://s3.example&***");
});

const secretParts = [
  "https://hush@x.example",
  "https://x.example/v1?hush",
  "https://x.example/v1?hush=&region=eu",
  "https://x.example/v1?key=hush#hush",
  "https://x.example/v1#hush",
  "https://a:hush/hush@x.example",
  "smtp://hush:hush@mail.example:587",
  "smtps://hush@mail.example",
  "smtp://mail.example/?password=hush",
  "postgresql://hush:hush@db/market?user=hush",
  "postgres://db/market?host=/run&passfile=hush&hush",
  "s3://hush:hush@photos?endpoint=https://hush:hush@s3.example&region=eu",
  "s3://photos?endpoint=https%3A%2F%2Fhush%40s3.example%2F%3Fkey%3Dhush",
  "s3://photos?endpoint=hush@s3.example",
  "s3://photos?endpoint=https%253A%252F%252Fhush%2540s3.example",
  "/sync?key=hush",
  "/sync?hush",
  "/sync#hush",
];
const readable = (name: string, value: string) =>
  settings[name as keyof typeof settings].safeParse(value).success;

it.each(Object.keys(settings))("R984 shows no secret part of %s", (name) => {
  const values = secretParts.filter((value) => readable(name, value));
  const sources = Object.fromEntries(Object.keys(settings).map((each) => [each, ".env"]));
  for (const value of values) {
    const config = { [name]: value, sources } as unknown as Parameters<typeof listSettings>[0];
    const shown = listSettings(config).find((each) => each.name === name)?.value ?? "";
    expect(shown, value).not.toContain("hush");
  }
});

it("R984 shows what an address has besides its secrets", () => {
  const found = valuesOf({
    SMTP_URL: "smtp://hush:hush@mail.college.edu:587",
    TOKEN_SYNC_URL: "/sync?key=hush",
    STORAGE_URL: "s3://photos?endpoint=https%3A%2F%2Fhush@s3.example&region=eu",
    DATA_DIR: "/srv/market",
  });
  expect(found.get("SMTP_URL")).toBe("smtp://***:***@mail.college.edu:587");
  expect(found.get("TOKEN_SYNC_URL")).toBe("/sync?***");
  expect(found.get("STORAGE_URL")).toBe("s3://photos?endpoint=https://***@s3.example&region=eu");
  expect(found.get("DATA_DIR")).toBe("/srv/market");
});

it("R984 knows no setting that looks like a secret and is shown", () => {
  const secretNames = Object.entries(settings)
    .filter(([, { description = "" }]) => /secret|token|\bkey\b|password/i.test(description))
    .map(([name]) => name);
  const shown = valuesOf({});
  // These values are public, or masked as an address.
  const open = ["OIDC_PROMPT", "BACKUP_ENCRYPT", "SMTP_URL", "TOKEN_SYNC_URL"];
  const secret = secretNames.filter((name) => !open.includes(name));
  const environment = Object.fromEntries(secret.map((name) => [name, "hush"]));
  expect(secret.length).toBeGreaterThan(4);
  expect(shown.get("KEY_SECRET")).toBe("");
  expect([...valuesOf(environment).values()]).not.toContain("hush");
});
