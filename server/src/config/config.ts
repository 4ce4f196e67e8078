import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { isInLocalNetwork, isLoopback, isLoopbackHost } from "./loopback.ts";
import { settings, type SettingName } from "./settings.ts";

type Values = { [Name in SettingName]: ReturnType<(typeof settings)[Name]["read"]> };

/** `mode` is derived, never set. */
export type Config = Readonly<Values> & {
  readonly mode: "trial" | "production";
  /** `npm run dev` */
  readonly isDevelopment: boolean;
  readonly DEMO_DATA: boolean;
  readonly LOG_LEVEL: NonNullable<Values["LOG_LEVEL"]>;
};

export class ConfigError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(["The configuration has faults:", ...faults.map((fault) => `  - ${fault}`)].join("\n"));
    this.name = "ConfigError";
    this.faults = faults;
  }
}

/** NAME_FILE may name a file with the value. @throws ConfigError with every fault */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const faults: string[] = [];
  const raw = (name: string) => readRaw(name, environment, faults);
  const port = raw("PORT") ?? settings.PORT.fallback;
  const isOpen = raw("TRIAL_OPEN") === "on";
  const own = `http://${raw("HOST")}:${port}`;
  const fallbacks: Record<string, string> = {
    PUBLIC_ORIGIN: isOpen && isInLocalNetwork(own) ? own : `http://localhost:${port}`,
    DEVELOPMENT_PROVIDER_PORT: String(Number(port) + 1),
    DATABASE_SESSION_URL: raw("DATABASE_URL") ?? "",
  };
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(settings)) {
    const text = raw(name) ?? fallbacks[name] ?? setting.fallback;
    try {
      values[name] = setting.read(text);
    } catch (error) {
      if (raw(name) !== undefined) faults.push(`${name} ${(error as Error).message}`);
    }
  }
  const config = values as Values;
  const provider = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"];
  const origin = config.PUBLIC_ORIGIN ?? raw("PUBLIC_ORIGIN");
  const mayBeTrial =
    provider.every((name) => raw(name) === undefined) &&
    (origin === undefined || isLoopback(origin) || (isOpen && isInLocalNetwork(origin)));
  const trial = config.MODE === undefined ? mayBeTrial : config.MODE === "trial";
  if (!trial) faults.push(...productionFaults(config, raw));
  else if (!mayBeTrial)
    faults.push(
      "MODE is trial, which takes no provider (OIDC_…) and only a PUBLIC_ORIGIN of this computer, or with TRIAL_OPEN=on of its local network",
    );
  else if (!config.TRIAL_OPEN && !isLoopbackHost(config.HOST ?? ""))
    faults.push(
      "HOST lets other computers reach a trial, in which anyone can sign in as any student: leave it unset, or say TRIAL_OPEN=on",
    );
  if (config.BACKUP_ENCRYPT && config.KEY_SECRET === undefined)
    faults.push("BACKUP_ENCRYPT=on needs KEY_SECRET");
  if (faults.length > 0) throw new ConfigError(faults);
  return {
    ...config,
    DATA_DIR: resolve(config.DATA_DIR),
    DEMO_DATA: config.DEMO_DATA ?? trial,
    LOG_LEVEL: config.LOG_LEVEL ?? (trial ? "warn" : "info"),
    mode: trial ? "trial" : "production",
    isDevelopment: trial && environment["NODE_ENV"] === "development",
  };
}

const neededInProduction = [
  "PUBLIC_ORIGIN",
  "OIDC_ISSUER",
  "OIDC_CLIENT_ID",
  "OIDC_CLIENT_SECRET",
  "COLLEGE_EMAIL_SUFFIX",
  "CONTACT_EMAIL",
] as const;

function productionFaults(config: Values, raw: (name: string) => string | undefined): string[] {
  const faults = neededInProduction
    .filter((name) => raw(name) === undefined)
    .map((name) => `${name} must be set in production (${settings[name].about.toLowerCase()})`);
  for (const name of ["PUBLIC_ORIGIN", "OIDC_ISSUER"] as const) {
    const address = config[name];
    if (address?.startsWith("http:") && !isLoopback(address))
      faults.push(`${name} must start with https://`);
  }
  if (config.DEMO_DATA) faults.push("DEMO_DATA=on is for the trial mode only");
  return faults;
}

function readRaw(
  name: string,
  environment: NodeJS.ProcessEnv,
  faults: string[],
): string | undefined {
  const value = environment[name];
  if (value !== undefined && value !== "") return value;
  const file = environment[`${name}_FILE`];
  if (file === undefined || file === "") return undefined;
  try {
    return readFileSync(file, "utf8").trim() || undefined;
  } catch {
    const fault = `${name}_FILE names a file that cannot be read`;
    if (!faults.includes(fault)) faults.push(fault);
    return undefined;
  }
}
