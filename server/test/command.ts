import type { TestMarket } from "./market.ts";
import { runCli } from "./run-cli.ts";

/**
 * What `npm run market -- …` prints on the database of a running market.
 * @throws Error with its exit code and what it printed as an error
 */
export async function marketCommand({ parts }: TestMarket, ...args: string[]): Promise<string> {
  const { DATABASE_URL, DATABASE_SESSION_URL, DATABASE_OWNER_URL, DATA_DIR } = parts.config;
  const settings = { DATABASE_URL, DATABASE_SESSION_URL, DATABASE_OWNER_URL, DATA_DIR };
  const { code, text, errors } = await runCli(settings, ...args);
  if (code !== 0) throw Object.assign(new Error(text), { code, stderr: `${errors}\n` });
  return `${text}\n`;
}
