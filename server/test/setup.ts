import { randomBytes } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "../src/db/postgres/embedded.ts";
import { findPostmaster, isAlive, stopByPid } from "../src/db/postgres/postmaster.ts";
import { migrate, openDatabase } from "../src/db/database.ts";
import { grantRights } from "../src/db/roles.ts";
import { installJobs } from "../src/jobs/jobs.ts";
import { type Pooler, startPooler } from "./services/pooler.ts";
import { databaseUrl, execute } from "./postgres.ts";
import { folderPrefix, makeTemporaryFolder, memoryFolder } from "./folder.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Connection string of the server's own database, from which others are made. */
    databaseServer: string;
    /** The same as the role that serves requests. */
    databaseApplication: string;
    /** The same server through a pooler in transaction mode, if the run uses one. */
    databasePooler: string | undefined;
    /** Address of an S3 server that accepts any key, if the run stores its photos there. */
    storageServer: string | undefined;
    /** Name of the migrated database, with the job queue's schema, that every test database is a copy of. */
    databaseTemplate: string;
  }
}

/**
 * One PostgreSQL for the whole run, with a migrated template: the server that DATABASE_URL names, or an
 * embedded one in a temporary folder. With TEST_POOLER=pgbouncer the product reaches it through one; with
 * TEST_STORAGE=s3 photos are in buckets of an S3 server.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  const template = `market_test_${process.pid}_template`;
  await execute(server.url, `drop database if exists ${template} with (force)`);
  await execute(server.url, `create database ${template}`);
  await migrate(databaseUrl(server.url, template));
  await installJobs(databaseUrl(server.url, template));
  const application = openDatabase(databaseUrl(server.applicationUrl, template), console.warn);
  await grantRights(application, databaseUrl(server.url, template));
  await application.close();
  project.provide("databaseServer", server.url);
  project.provide("databaseApplication", server.applicationUrl);
  const pooler = await startPoolerIfRequested(server.applicationUrl);
  project.provide("databasePooler", pooler?.url);
  const storage = await startStorageIfRequested();
  project.provide("storageServer", storage?.url);
  project.provide("databaseTemplate", template);
  return async () => {
    await storage?.stop();
    await pooler?.stop();
    await execute(server.url, `drop database if exists ${template} with (force)`);
    await server.stop();
  };
}

type Server = Pick<EmbeddedDatabase, "url" | "applicationUrl" | "stop">;

async function startServer(): Promise<Server> {
  const given = process.env["DATABASE_URL"];
  if (given) return startOnServer(given);
  // In memory if that is large enough: fsync stays on, and tests do not wait for a disk.
  const parent = await memoryFolder();
  await sweep(parent);
  const dataDir = await makeTemporaryFolder(parent);
  const log = { info: console.log, warn: console.warn };
  const { url, applicationUrl, stop } = await startEmbeddedDatabase({
    dataDir,
    log,
    connections: 150,
  });
  return {
    url,
    applicationUrl,
    async stop() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Adds the role that serves requests to a server of the machine, until the run is over. */
async function startOnServer(url: string): Promise<Server> {
  const role = `market_test_${process.pid}_app`;
  const password = randomBytes(16).toString("hex");
  await execute(url, `create role ${role} login password '${password}'`);
  return {
    url,
    applicationUrl: Object.assign(new URL(url), { username: role, password }).href,
    stop: () => execute(url, `drop role ${role}`),
  };
}

async function startPoolerIfRequested(server: string): Promise<Pooler | undefined> {
  const pooler = process.env["TEST_POOLER"];
  if (pooler === undefined) return undefined;
  if (pooler !== "pgbouncer") throw new Error("TEST_POOLER knows pgbouncer only");
  return startPooler(server);
}

async function startStorageIfRequested(): Promise<
  { url: string; stop(): Promise<void> } | undefined
> {
  const storage = process.env["TEST_STORAGE"];
  if (storage === undefined) return undefined;
  if (storage !== "s3") throw new Error("TEST_STORAGE knows s3 only");
  const { startFauxqs } = await import("fauxqs");
  const server = await startFauxqs({ port: 0, host: "127.0.0.1", logger: false });
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop() };
}

/** Runs that were killed leave a folder, perhaps with a server in it. */
async function sweep(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = Number(new RegExp(`^${folderPrefix}(\\d+)-`).exec(name)?.[1]);
    if (!pid || isAlive(pid)) continue;
    const running = await findPostmaster(join(parent, name, "postgres", "cluster"));
    if (running !== null) await stopByPid(running.pid);
    await rm(join(parent, name), { recursive: true, force: true });
  }
}
