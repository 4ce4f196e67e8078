import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { parseEnv } from "node:util";
import { marketCommand } from "./command-name.ts";
import { type Config, ConfigError, loadConfig } from "./config.ts";
import { settings } from "./settings.ts";

export type EnvironmentFile = {
  path: string;
  unknown: string[];
  /** Names whose values come from the file, because the environment has none. */
  taken: ReadonlySet<string>;
};

const others = /^(NODE_|PG|AWS_|SSL_|COMPOSE_|TZ$)/;
const isKnown = (name: string) => name.replace(/_FILE$/, "") in settings || others.test(name);

/** Reads `.env` into the environment, which wins. @throws ConfigError when it cannot */
function readEnvironmentFile(environment = process.env): EnvironmentFile | undefined {
  const path = resolve(".env");
  let values: NodeJS.Dict<string>;
  try {
    values = parseEnv(readFileSync(path, "utf8"));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    throw new ConfigError([`${path} cannot be read: ${message}`]);
  }
  const authorities = environment["NODE_EXTRA_CA_CERTS"]
    ? undefined
    : values["NODE_EXTRA_CA_CERTS"];
  const taken = new Set(Object.keys(values).filter((name) => environment[name] === undefined));
  for (const name of taken) environment[name] = values[name];
  if (authorities) trustAlso(authorities);
  return { path, unknown: Object.keys(values).filter((name) => !isKnown(name)), taken };
}

/** Reads `.env` and the environment. @throws ConfigError with every fault */
export function readSettings(): { file: EnvironmentFile | undefined; config: Config } {
  const file = readEnvironmentFile();
  return { file, config: loadConfig(process.env, file?.taken) };
}

/** Adds certificates, because Node reads NODE_EXTRA_CA_CERTS only when it starts. */
function trustAlso(path: string): void {
  try {
    setDefaultCACertificates([...getCACertificates(), readFileSync(path, "utf8")]);
  } catch (error) {
    throw new ConfigError([
      `NODE_EXTRA_CA_CERTS names ${path}, which cannot be used: ${(error as Error).message}`,
    ]);
  }
}

const secretBytes = 32;

export function configWarnings(file: EnvironmentFile | undefined, config: Config): string[] {
  const { mode, KEY_SECRET: secret } = config;
  const warnings = (file?.unknown ?? []).map(
    (name) => `${file?.path} sets ${name}, which is no setting.`,
  );
  if (mode === "production" && secret === undefined)
    warnings.push(
      `KEY_SECRET is not set: anyone who reads the database or a backup of it can sign tokens. Add one: ${marketCommand} key-secret`,
    );
  else if (mode === "production" && Buffer.byteLength(secret ?? "") < secretBytes)
    warnings.push(
      `KEY_SECRET is shorter than ${secretBytes} bytes and could be guessed. Set a longer one, then: ${marketCommand} reencrypt`,
    );
  return warnings;
}
