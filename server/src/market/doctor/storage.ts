import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Config } from "../../config/config.ts";
import { openStorage } from "../../context.ts";
import { findHome } from "../../db/postgres/location.ts";
import { nameOf, tryStorage } from "../../operations/self-check.ts";
import { type Finding, fix, note, ok } from "./finding.ts";
import { unusable } from "./trust.ts";

const gigabyte = 1024 ** 3;
/** Least free space: bytes, and share of the disk. */
const least = { bytes: gigabyte, share: 0.03 };

export async function examineStorage(config: Config): Promise<Finding[]> {
  const name = nameOf(config);
  // Opening the storage would create the folder, perhaps owned by another account than the market's.
  if (config.STORAGE_URL === undefined && !existsSync(join(config.DATA_DIR, "photos")))
    return [note("Photos", `${name} is not there yet: the first start makes it.`)];
  try {
    await tryStorage(config, await openStorage(config));
    return [ok("Photos", `${name} can be written, read and cleaned.`)];
  } catch (error) {
    const endpoint = URL.parse(config.STORAGE_URL ?? "")?.searchParams.get("endpoint") ?? "";
    return [await unusable("Photos", `Photos cannot be stored in ${name}`, endpoint, error)];
  }
}

/** Checks the disks of the data folder and of the embedded database, which may be elsewhere. */
export async function examineDisk(config: Config): Promise<Finding[]> {
  const home = config.DATABASE_URL === undefined ? await findHome(config.DATA_DIR) : null;
  const findings: Finding[] = [];
  if (home !== null) findings.push(note("Database", `The embedded one lies in ${home}`));
  const folders = new Set([nearest(config.DATA_DIR), ...(home === null ? [] : [home])]);
  for (const folder of folders) {
    const { bavail, blocks, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const share = bavail / Math.max(1, blocks);
    const words = `${(free / gigabyte).toFixed(1)} GB of ${((blocks * bsize) / gigabyte).toFixed(1)} GB are free`;
    findings.push(
      free < least.bytes || share < least.share
        ? fix(
            "Disk",
            `The disk of ${folder} is ${Math.floor((1 - share) * 100)} % full: ${words}, and uploads stop at 0.25 GB`,
            "Make room, or move DATA_DIR to a larger disk",
          )
        : ok("Disk", `${words} at ${folder}`),
    );
  }
  return findings;
}

const nearest = (folder: string): string =>
  existsSync(folder) || folder === dirname(folder) ? folder : nearest(dirname(folder));
