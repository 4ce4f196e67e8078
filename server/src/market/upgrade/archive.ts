import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import {
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  statfs,
} from "node:fs/promises";
import { basename, dirname, isAbsolute, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { UsageError } from "../command.ts";
import { outputOf } from "./run.ts";

/** `text` is the file VERSION of a release. */
export type Version = { text: string; number: string; commit: string; madeAt: string };

/** Bytes that stay free on the disk of the releases. */
const reserve = 256 * 1024 ** 2;
const gigabyte = 1024 ** 3;
const megabytes = 64;

/** Checks an archive before it is unpacked. @returns its one folder, its version and its bytes @throws UsageError when it is no release */
export async function inspectArchive(
  path: string,
): Promise<{ top: string; version: Version; bytes: number }> {
  const { sha256, bytes } = await readWhole(path);
  if (sha256 !== (await expectedSum(path)))
    throw new UsageError(`${path} is not what ${path}.sha256 says: copy both again.`);
  if (bytes === undefined)
    throw new UsageError(`${path} is not a whole archive: copy it again, with its checksum.`);
  const names = (await outputOf("tar", ["-tzf", path])).split("\n").filter((name) => name !== "");
  const [top = ""] = names[0]?.split("/") ?? [];
  const isRelease = /^campus-marketplace-[\w.-]+$/.test(top) && names.includes(`${top}/VERSION`);
  if (!isRelease) throw new UsageError(`${path} is no release of the market.`);
  const outside = names.find(
    (name) => !name.startsWith(`${top}/`) || name.split("/").includes(".."),
  );
  if (outside !== undefined)
    throw new UsageError(`${path} would write outside of its folder (${outside}); it was refused.`);
  const version = await outputOf("tar", ["-xzOf", path, `${top}/VERSION`]);
  return { top, version: parseVersion(version), bytes };
}

async function expectedSum(path: string): Promise<string> {
  const text = await readFile(`${path}.sha256`, "utf8").catch(() => {
    throw new UsageError(`There is no ${path}.sha256: it comes with the archive.`);
  });
  return text.trim().split(/\s/)[0] ?? "";
}

/** Reads a file once. @returns `bytes` after decompression, undefined when the file is damaged */
async function readWhole(path: string): Promise<{ sha256: string; bytes: number | undefined }> {
  const sum = createHash("sha256");
  let bytes: number | undefined = 0;
  const file = createReadStream(path, { highWaterMark: megabytes * 1024 });
  file.on("data", (chunk) => sum.update(chunk));
  try {
    await pipeline(file, createGunzip(), async (unpacked: AsyncIterable<Buffer>) => {
      for await (const chunk of unpacked) bytes = (bytes ?? 0) + chunk.length;
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT")
      throw new UsageError(`There is no ${path}.`);
    bytes = undefined;
    return { sha256: await sumOf(path), bytes };
  }
  return { sha256: sum.digest("hex"), bytes };
}

async function sumOf(path: string): Promise<string> {
  const sum = createHash("sha256");
  for await (const chunk of createReadStream(path)) sum.update(chunk as Buffer);
  return sum.digest("hex");
}

export function parseVersion(text: string): Version {
  const [, number = text.trim(), commit = "", madeAt = ""] =
    /^(\S+) \((\w+) of (\S+)\)$/.exec(text.trim()) ?? [];
  // It becomes the name of a folder.
  if (!/^\d+\.\d+\.\d+([-+][\w.+-]+)?$/.test(number))
    throw new UsageError(`${text.trim()} is no version.`);
  return { text: text.trim(), number, commit, madeAt };
}

/** Whether one release is older than another; of one version, by the time of its commit. */
export function isOlder(one: Version, other: Version): boolean {
  const order = one.number.localeCompare(other.number, "en", { numeric: true });
  return order < 0 || (order === 0 && Date.parse(one.madeAt) < Date.parse(other.madeAt));
}

/** Unpacks an archive that was inspected. The folder appears by rename, once it is complete. */
export async function unpack(path: string, folder: string, bytes: number): Promise<void> {
  const releases = dirname(folder);
  const draft = join(releases, ".unpacking");
  await rm(draft, { recursive: true, force: true });
  const { bavail, bsize } = await statfs(releases);
  if (bavail * bsize < bytes + reserve)
    throw new UsageError(
      `The disk of ${releases} has ${inGigabytes(bavail * bsize)} GB free, and ${inGigabytes(bytes + reserve)} GB are needed. Remove old releases there, or make room.`,
    );
  await mkdir(draft, { mode: 0o755 });
  try {
    const options = ["--strip-components=1", "--no-same-owner", "--no-same-permissions"];
    await outputOf("tar", ["-xzf", path, "-C", draft, ...options]);
    await requireInnerLinks(draft);
    await requireProgram(draft);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder);
}

const inGigabytes = (bytes: number) => (bytes / gigabyte).toFixed(1);

/** @throws UsageError for a link that leads out of the release, through other links too, or to nothing */
async function requireInnerLinks(folder: string): Promise<void> {
  const top = await realpath(folder);
  const entries = await readdir(top, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isSymbolicLink())) {
    const path = join(entry.parentPath, entry.name);
    const target = await realpath(path).catch(() => undefined);
    // An absolute one would lead nowhere once the folder has its name.
    if (!target?.startsWith(`${top}/`) || isAbsolute(await readlink(path)))
      throw new UsageError(
        `The archive has a link that leads out of its folder, or to nothing (${path.slice(top.length + 1)}); it was refused.`,
      );
  }
}

async function requireProgram(folder: string): Promise<void> {
  const isThere = await lstat(join(folder, "market")).then(
    (stats) => stats.isFile(),
    () => false,
  );
  if (!isThere) throw new UsageError("The archive has no program market; it was refused.");
  await outputOf(join(folder, "node_modules/.bin/node"), ["--version"]).catch(() => {
    throw new UsageError(
      "The Node of this release cannot run here: it is for another processor, or libatomic1 is missing.",
    );
  });
}

/** The folder for a release: named by its version, and by its commit too if another one has that name. */
export async function folderFor(releases: string, version: Version): Promise<string> {
  const folder = join(releases, version.number);
  const there = await readVersion(folder);
  return there === undefined || there.text === version.text
    ? folder
    : join(releases, `${version.number}-${version.commit}`);
}

export const readVersion = (folder: string): Promise<Version | undefined> =>
  readFile(join(folder, "VERSION"), "utf8").then(parseVersion, () => undefined);

export const nameOf = (folder: string): string => basename(folder);
