import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { canReach } from "./account.ts";
import { prepareBinaries } from "./binaries.ts";
import { databaseName, ensureCluster } from "./cluster.ts";
import { defaultReachableRoot, findHome, type Location, settle } from "./location.ts";
import { findPostmaster, removeMistakenPidFile, stopByPid } from "./postmaster.ts";
import { type DatabaseLog, supervise } from "./supervisor.ts";

export type EmbeddedDatabase = {
  /** Connection string for `pg`: a Unix socket, user and database `market`. */
  url: string;
  /** The folder in which it lies. */
  home: string;
  /** Such as `18.4`. */
  version: string;
  /** Fast shutdown; resolves when the server is gone. May be called more than once. */
  stop(): Promise<void>;
  /** Resolves when the server is down for good: null after `stop`, an error when restarts failed. */
  exited: Promise<Error | null>;
};

export type EmbeddedOptions = {
  dataDir: string;
  log: DatabaseLog;
  /** Where the database goes when the account that root gives way to may not enter `dataDir`. */
  reachableRoot?: string;
};

/**
 * Starts PostgreSQL on `dataDir` as a child of this process: makes the database on the first start,
 * takes over from a server whose starter died, starts it again when it dies. When this cannot work it
 * rejects with one sentence for the person who starts the application.
 */
export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log, reachableRoot = defaultReachableRoot } = options;
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
  const { socketFolder, stop, exited } = await supervise(place, binaries, log).catch(
    (error: Error) => {
      throw error.message.includes("postmaster.pid") ? inUse(dataDir) : error;
    },
  );
  return {
    url: connectionString(socketFolder),
    home: place.home,
    version: binaries.version,
    stop,
    exited,
  };
}

/** The connection string of a server that another process runs on `dataDir`, or null. */
export async function findEmbeddedDatabase(dataDir: string): Promise<string | null> {
  const folder = await realpath(dataDir).catch(() => null);
  const home = folder === null ? null : await findHome(folder);
  const running = home === null ? null : await findPostmaster(join(home, "cluster"));
  return running?.ready ? connectionString(running.socketFolder) : null;
}

/** `pg` takes a socket's folder from the query, percent-encoded; the host in front is not used. */
function connectionString(socketFolder: string): string {
  return `postgres://${databaseName}@localhost/${databaseName}?host=${encodeURIComponent(socketFolder)}`;
}

/** A server left behind is stopped, not adopted: the new one is our child and has today's settings. */
async function clearTheWay(place: Location, dataDir: string, log: DatabaseLog): Promise<void> {
  const running = await findPostmaster(place.cluster);
  if (running === null) return removeMistakenPidFile(place.cluster);
  if (!running.orphan) throw inUse(dataDir);
  log.warn("The database outlived the application that started it: taking over.");
  await stopByPid(running.pid);
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
