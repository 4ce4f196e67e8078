import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { DestinationStream } from "pino";
import { buildApp, type Market, openMarket } from "../src/app.ts";
import { type Config, loadConfig } from "../src/config/config.ts";
import { createLog } from "../src/config/log.ts";
import { type Database, openDatabase } from "../src/db/database.ts";
import { createTestBucket } from "./services/bucket.ts";
import { createTestDatabase } from "./database.ts";
import { sharedProcessor } from "./shared-processor.ts";
import { createClient, type TestClient } from "./client.ts";
import { enrol, type Enrolment } from "./people.ts";

export type TestStudent = TestClient & { userId: string; token: string };

export type TestMarket = {
  app: FastifyInstance;
  parts: Market;
  /** The same database as the owner of its tables, for what the product itself may not do. */
  owner: Database;
  /** Calls signed out. */
  stranger: TestClient;
  /** Registers a student and signs the student in. @returns a client with the student's token */
  student(name: string, details?: Enrolment): Promise<TestStudent>;
  close(): Promise<void>;
};

/** The whole product on a database of its own, entered by its front door. */
export async function openTestMarket(
  environment: Record<string, string> = {},
  logTo?: DestinationStream,
): Promise<TestMarket> {
  const database = environment["DATABASE_URL"] ? undefined : await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "market-data-"));
  const config: Config = loadConfig({
    DATA_DIR: dataDir,
    ...database?.settings,
    ...(await createTestBucket()),
    LOG_LEVEL: "silent",
    // Tests wait for pictures and for the database, however busy the computer is.
    IMAGE_NICENESS: "0",
    DATABASE_TIMEOUT_SECONDS: "120",
    DEMO_DATA: "off",
    // Tests send requests as if from other computers and through proxies; `operations/trial.test.ts` has it closed.
    TRIAL_OPEN: "on",
    ...environment,
  });
  const own = await openMarket(config, createLog(config.LOG_LEVEL, logTo));
  // Only its own image processes appear in its metrics and log.
  const isWatched = "METRICS_TOKEN" in environment || logTo !== undefined;
  const parts = isWatched ? own : { ...own, processor: sharedProcessor() };
  const owner = openDatabase(config.DATABASE_OWNER_URL ?? "", () => undefined);
  const app = await buildApp(parts);
  await app.ready();
  return {
    app,
    parts,
    owner,
    stranger: createClient(app),
    async student(name, details) {
      const { userId, token } = await enrol(parts, name, details);
      return { ...createClient(app, token), userId, token };
    },
    async close() {
      await app.close();
      await owner.close();
      await parts.close();
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
