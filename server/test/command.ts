import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { TestMarket } from "./market.ts";
import { compileCache } from "./process.ts";

const program = fileURLToPath(new URL("../src/operations/market/market.ts", import.meta.url));
const run = promisify(execFile);

/** Runs `npm run market -- …` on the database of a running market, as a process of its own. */
export async function marketCommand({ parts }: TestMarket, ...args: string[]): Promise<string> {
  const { DATABASE_URL = "", DATABASE_SESSION_URL = "", DATA_DIR } = parts.config;
  const { stdout } = await run(process.execPath, [program, ...args], {
    env: {
      PATH: "/usr/bin:/bin",
      NODE_COMPILE_CACHE: compileCache,
      DATABASE_URL,
      DATABASE_SESSION_URL,
      DATA_DIR,
    },
  });
  return stdout;
}
