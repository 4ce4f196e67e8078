import { resolve } from "node:path";
import type { Config } from "../config.ts";
import { doubts, type EnvironmentFile } from "../config/environment-file.ts";

/** Says what the settings make, and from which file they come. */
export async function checkConfig(
  config: Config,
  file: EnvironmentFile | undefined,
): Promise<void> {
  console.log(file ? `${file.path} was read.` : `There is no ${resolve(".env")}.`);
  for (const doubt of doubts(file)) console.log(doubt);
  console.log(`The configuration is complete: ${config.mode} mode at ${config.PUBLIC_ORIGIN}`);
}
