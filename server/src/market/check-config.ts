import { settingHidden } from "@market/contract/operations/messages";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { configWarnings } from "../config/environment-file.ts";
import { listSettings } from "../config/settings-in-force.ts";
import { unsetLinks } from "../pages/campus.ts";
import { openStorage } from "../context.ts";
import { findFaults } from "../operations/self-check.ts";
import type { Command } from "./command.ts";

export const checkConfig: Command = async (config, _args, file) => {
  console.log(file ? `${file.path} was read.` : `There is no ${resolve(".env")}.`);
  for (const warning of configWarnings(file, config)) console.log(warning);
  console.log(`The configuration is complete: ${config.mode} mode at ${config.PUBLIC_ORIGIN}`);
  for (const { name, value, source } of listSettings(config))
    if (source !== "default") console.log(`  ${name}=${value ?? settingHidden} (${source})`);
  const unset = unsetLinks(config);
  if (unset.length > 0) console.log(`Not shown in the footer while unset: ${unset.join(", ")}`);
  // Opening would make the folder, perhaps for another account than the market's.
  const isToBeMade =
    config.STORAGE_URL === undefined && !existsSync(join(config.DATA_DIR, "photos"));
  const faults = await findFaults(config, isToBeMade ? undefined : await openStorage(config));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
};
