import type { TestMarket } from "./market.ts";
import { operate } from "./operate.ts";

/**
 * What `npm run market -- …` prints on the database of a running market.
 * @throws Error with what it printed, when it fails
 */
export async function marketCommand({ parts }: TestMarket, ...args: string[]): Promise<string> {
  const { DATABASE_URL, DATABASE_SESSION_URL, DATA_DIR } = parts.config;
  const { code, text } = await operate({ DATABASE_URL, DATABASE_SESSION_URL, DATA_DIR }, ...args);
  if (code !== 0) throw new Error(text);
  return `${text}\n`;
}
