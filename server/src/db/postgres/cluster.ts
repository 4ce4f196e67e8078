import { spawn } from "node:child_process";
import { mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { bareEnvironment, type Binaries } from "./binaries.ts";
import { own, type Location } from "./location.ts";
import { isAlive } from "./postmaster.ts";

export const databaseName = "market";
/** The role that serves requests; `market` owns the tables. */
export const applicationRole = "market_app";

/** macOS has no C.UTF-8; without a UTF-8 ctype trigrams lose every letter that is not ASCII. */
const ctype = process.platform === "darwin" ? "en_US.UTF-8" : "C.UTF-8";

const choices = [
  `--username=${databaseName}`,
  "--auth=trust",
  "--encoding=UTF8",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--locale=C",
  "--lc-collate=C",
  `--lc-ctype=${ctype}`,
];

const accessRules = `# Only the socket, whose folder admits only its owner.\nlocal all ${databaseName},${applicationRole} trust\n`;

/** @throws Error when another major version made the cluster */
export async function ensureCluster(place: Location, binaries: Binaries): Promise<void> {
  await removeHalfMade(place);
  const made = await readFile(join(place.cluster, "PG_VERSION"), "utf8").catch(() => null);
  if (made === null) return createCluster(place, binaries);
  const major = binaries.version.split(".")[0];
  if (made.trim() !== major) {
    throw new Error(
      `The database in ${place.cluster} was made by PostgreSQL ${made.trim()}, this is ${binaries.version}: export it with the version that made it, and import it here.`,
    );
  }
  await admitApplication(join(place.cluster, "pg_hba.conf"));
}

/** A cluster of an earlier release admits its owner only. */
async function admitApplication(file: string): Promise<void> {
  if ((await readFile(file, "utf8").catch(() => "")) !== accessRules)
    await writeFile(file, accessRules, { flush: true });
}

/** Creates a cluster in a sibling folder and renames it, so that it is complete or absent. */
async function createCluster(place: Location, binaries: Binaries): Promise<void> {
  const draft = `${place.cluster}.new-${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await own(draft, place.account);
  try {
    await runAs(place, binaries.initdb, [`--pgdata=${draft}`, ...choices]);
    await writeFile(join(draft, "pg_hba.conf"), accessRules, { flush: true });
    const single = ["--single", "-D", draft, "-c", "exit_on_error=on", "postgres"];
    await runAs(place, binaries.postgres, single, `create database ${databaseName}\n`);
    await rename(draft, place.cluster);
    await syncFolder(dirname(place.cluster));
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    const rival = await stat(join(place.cluster, "PG_VERSION")).catch(() => null);
    if (rival === null) throw error;
  }
}

async function removeHalfMade({ home, cluster }: Location): Promise<void> {
  const prefix = `${basename(cluster)}.new-`;
  for (const name of await readdir(home)) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number(name.slice(prefix.length));
    if (pid === process.pid || !isAlive(pid))
      await rm(join(home, name), { recursive: true, force: true });
  }
}

async function runAs(place: Location, command: string, args: string[], input = ""): Promise<void> {
  const child = spawn(command, args, {
    ...place.account.drop,
    cwd: place.home,
    env: bareEnvironment,
    stdio: "pipe",
  });
  const left = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const [, complaint, code] = await Promise.all([text(child.stdout), text(child.stderr), left]);
  if (code !== 0) {
    throw new Error(`${basename(command)} could not make the database: ${complaint.trim()}`);
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}
