import { realpath } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { prepareBinaries } from "./binaries.ts";
import { applicationRole, databaseName, ensureCluster } from "./cluster.ts";
import { canReach, defaultReachableRoot, findHome, type Location, settle } from "./location.ts";
import { findPostmaster, findReadyServer, removeMistakenPidFile, stopByPid } from "./postmaster.ts";
import { type DatabaseLog, supervise } from "./supervisor.ts";

export type EmbeddedDatabase = {
  /** A Unix socket, database `market`, as `market`, which owns the tables. */
  url: string;
  /** The same as a role that owns nothing. */
  applicationUrl: string;
  home: string;
  version: string;
  stop(): Promise<void>;
  /** Null after `stop`, an error when restarts failed. */
  exited: Promise<Error | null>;
};

type EmbeddedOptions = {
  dataDir: string;
  log: DatabaseLog;
  /** The folder of the database if its account may not enter `dataDir` */
  reachableRoot?: string;
  /** The most connections; the tests of many markets share one server. */
  connections?: number;
};

/** Starts PostgreSQL on `dataDir` as a child of this process. @throws Error with a sentence for the operator */
export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log, reachableRoot = defaultReachableRoot, connections = 50 } = options;
  const place = await settle(dataDir, reachableRoot).catch(explain(dataDir));
  if (!(await canReach(place.account, place.home))) {
    throw new Error(
      `PostgreSQL cannot run as root, and the account it runs under may no longer enter ${place.home}: open the folders on the way, or start as their owner.`,
    );
  }
  const shelter = place.account.drop === null ? place.home : reachableRoot;
  const binaries = await prepareBinaries(place.account, shelter);
  await clearTheWay(place, dataDir, log);
  await ensureCluster(place, binaries);
  const { socketFolder, stop, exited } = await supervise(place, binaries, log, connections).catch(
    (error: Error) => {
      throw error.message.includes("postmaster.pid") ? inUse(dataDir) : error;
    },
  );
  const url = connectionString(socketFolder);
  try {
    await ensureApplicationRole(url);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    applicationUrl: asApplication(url),
    home: place.home,
    version: binaries.version,
    stop,
    exited,
  };
}

/** @returns the connection string, as the owner, of a server that another process runs on `dataDir` */
export async function findEmbeddedDatabase(dataDir: string): Promise<string | null> {
  const folder = await realpath(dataDir).catch(() => null);
  const home = folder === null ? null : await findHome(folder);
  const running = home === null ? null : await findReadyServer(join(home, "cluster"));
  return running === null ? null : connectionString(running.socketFolder);
}

async function ensureApplicationRole(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query("select from pg_roles where rolname = $1", [
      applicationRole,
    ]);
    if (rows.length === 0) await client.query(`create role ${applicationRole} login`);
  } finally {
    await client.end();
  }
}

export function asApplication(url: string): string {
  const application = new URL(url);
  application.username = applicationRole;
  return application.href;
}

function connectionString(socketFolder: string): string {
  return `postgres://${databaseName}@localhost/${databaseName}?host=${encodeURIComponent(socketFolder)}`;
}

/** Stops a server that was left behind, because it has old settings. */
async function clearTheWay(place: Location, dataDir: string, log: DatabaseLog): Promise<void> {
  const running = await findPostmaster(place.cluster);
  if (running?.orphan) {
    log.warn("The database outlived the application that started it: taking over.");
    return stopByPid(running.pid);
  }
  if (running !== null || (await findReadyServer(place.cluster)) !== null) throw inUse(dataDir);
  await removeMistakenPidFile(place.cluster);
}

function inUse(dataDir: string): Error {
  return new Error(
    `Another process is already using ${dataDir}: stop it first, or set another DATA_DIR and PORT.`,
  );
}

function explain(dataDir: string) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.code !== "EACCES" && error.code !== "EPERM") throw error;
    throw new Error(
      `${dataDir} cannot be used by this account (${error.message}): start as its owner, or set another DATA_DIR.`,
    );
  };
}
