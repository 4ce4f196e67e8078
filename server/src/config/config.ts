import { readFileSync } from "node:fs";
import { isIPv6 } from "node:net";
import { resolve } from "node:path";
import type { z } from "zod";
import { isInLocalNetwork, isLoopback, isLoopbackHost } from "./loopback.ts";
import { configSchema, settings, type SettingName } from "./settings.ts";

type Values = z.output<typeof configSchema>;
type Given = { [Name in SettingName]?: string | undefined };

export type Source = "environment" | ".env" | "default";

/** `mode` is derived, never set. */
export type Config = Readonly<Values> & {
  readonly mode: "trial" | "production";
  /** `npm run dev` */
  readonly isDevelopment: boolean;
  readonly DEMO_DATA: boolean;
  readonly LOG_LEVEL: NonNullable<Values["LOG_LEVEL"]>;
  readonly sources: { readonly [Name in SettingName]: Source };
};

export class ConfigError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(["The configuration has faults:", ...faults.map((fault) => `  - ${fault}`)].join("\n"));
    this.name = "ConfigError";
    this.faults = faults;
  }
}

/** NAME_FILE may name a file with the value; `taken` names come from `.env`. @throws ConfigError with every fault */
export function loadConfig(
  environment: NodeJS.ProcessEnv = process.env,
  taken: ReadonlySet<string> = new Set(),
): Config {
  const faults: string[] = [];
  const given = readGiven(environment, faults);
  const { data: config, error } = configSchema.safeParse({ ...given, ...derivedFrom(given) });
  for (const { path, message } of error?.issues ?? []) {
    const name = path[0] as SettingName;
    if (given[name] !== undefined) faults.push(`${name} ${message}`);
  }
  const mode = modeOf(given, faults);
  if (given.BACKUP_ENCRYPT === "on" && given.KEY_SECRET === undefined)
    faults.push("BACKUP_ENCRYPT=on needs KEY_SECRET");
  if (!config || faults.length > 0) throw new ConfigError(faults);
  const isTrial = mode === "trial";
  return {
    ...config,
    DATA_DIR: resolve(config.DATA_DIR),
    DEMO_DATA: config.DEMO_DATA ?? isTrial,
    LOG_LEVEL: config.LOG_LEVEL ?? (isTrial ? "warn" : "info"),
    mode,
    isDevelopment: isTrial && environment["NODE_ENV"] === "development",
    sources: sourcesOf(given, environment, taken),
  };
}

function sourcesOf(
  given: Given,
  environment: NodeJS.ProcessEnv,
  taken: ReadonlySet<string>,
): Config["sources"] {
  const sourceOf = (name: SettingName): Source => {
    if (given[name] === undefined) return "default";
    return taken.has(environment[name] ? name : `${name}_FILE`) ? ".env" : "environment";
  };
  const names = Object.keys(settings) as SettingName[];
  return Object.fromEntries(names.map((name) => [name, sourceOf(name)])) as Config["sources"];
}

function derivedFrom(given: Given): Given {
  const { data: port = 0 } = settings.PORT.safeParse(given.PORT);
  const host = given.HOST ?? "";
  // `origin` leaves out port 80, as every browser does.
  const own = URL.parse(`http://${isIPv6(host) ? `[${host}]` : host}:${port}`)?.origin ?? "";
  return {
    PUBLIC_ORIGIN:
      given.PUBLIC_ORIGIN ??
      (given.TRIAL_OPEN === "on" && isInLocalNetwork(own)
        ? own
        : new URL(`http://localhost:${port}`).origin),
    DEVELOPMENT_PROVIDER_PORT:
      given.DEVELOPMENT_PROVIDER_PORT ?? String(port < 65_535 ? port + 1 : port - 1),
    DATABASE_SESSION_URL: given.DATABASE_SESSION_URL ?? given.DATABASE_URL,
    DATABASE_OWNER_URL:
      given.DATABASE_OWNER_URL ?? given.DATABASE_SESSION_URL ?? given.DATABASE_URL,
  };
}

function modeOf(given: Given, faults: string[]): Config["mode"] {
  const { MODE, HOST, PUBLIC_ORIGIN: origin } = given;
  const isOpen = given.TRIAL_OPEN === "on";
  const mayBeTrial =
    (["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const).every(
      (name) => given[name] === undefined,
    ) &&
    (origin === undefined || isLoopback(origin) || (isOpen && isInLocalNetwork(origin)));
  if (MODE === "production" || (MODE !== "trial" && !mayBeTrial)) {
    faults.push(...productionFaults(given));
    return "production";
  }
  if (!mayBeTrial)
    faults.push(
      "MODE is trial, which takes no provider (OIDC_…) and only a PUBLIC_ORIGIN of this computer, or with TRIAL_OPEN=on of its local network",
    );
  else if (!isOpen && HOST !== undefined && !isLoopbackHost(HOST))
    faults.push(
      "HOST lets other computers reach a trial, in which anyone can log in as any student: leave it unset, or say TRIAL_OPEN=on",
    );
  return "trial";
}

const neededInProduction = [
  "PUBLIC_ORIGIN",
  "OIDC_ISSUER",
  "OIDC_CLIENT_ID",
  "OIDC_CLIENT_SECRET",
  "COLLEGE_EMAIL_SUFFIX",
  "CONTACT_EMAIL",
] as const;

function productionFaults(given: Given): string[] {
  const faults = neededInProduction
    .filter((name) => given[name] === undefined)
    .map(
      (name) => `${name} must be set in production (${settings[name].description?.toLowerCase()})`,
    );
  for (const [name, value] of Object.entries(given)) {
    const fault = plainHttpFault(name as SettingName, value);
    if (fault !== undefined) faults.push(`${name} ${fault}`);
  }
  if (given.DEMO_DATA === "on") faults.push("DEMO_DATA=on is for the trial mode only");
  return faults;
}

/** @returns why production refuses this address: it is sent in clear text to another computer */
export const plainHttpFault = (name: SettingName, value = ""): string | undefined =>
  (name === "PUBLIC_ORIGIN" || name === "OIDC_ISSUER") &&
  /^http:/i.test(value) &&
  !isLoopback(value)
    ? "must start with https://"
    : undefined;

function readGiven(environment: NodeJS.ProcessEnv, faults: string[]): Given {
  const given: Given = {};
  for (const name of Object.keys(settings) as SettingName[]) {
    const file = environment[`${name}_FILE`];
    try {
      const value = environment[name] || (file ? readFileSync(file, "utf8").trim() : "");
      given[name] = value || undefined;
    } catch {
      faults.push(`${name}_FILE names a file that cannot be read`);
    }
  }
  return given;
}
