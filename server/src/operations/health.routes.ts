import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import sql from "sql-template-tag";
import type { Config } from "../config/config.ts";
import type { Context } from "../context.ts";
import { isTrusted, readClock } from "./clock.ts";
import { hasBearerToken } from "./bearer.ts";

/** Milliseconds. */
const databaseFor = 1_000;
const storageFor = 10_000;
const timeoutMs = 2_000;

export const embeddedNote =
  "The embedded PostgreSQL is in use. For production a maintained PostgreSQL through DATABASE_URL is recommended.";

export type Health = {
  serves(): Promise<boolean>;
  /** Returns the last result, because a bucket may take long to answer. */
  stores(): Promise<boolean>;
  /** Whether clock jobs may run. */
  keepsTime(): Promise<boolean>;
};

/** Returns the checks of database and storage; each runs at most once in a while. */
export function watchHealth({ db, storage, log }: Pick<Context, "db" | "storage" | "log">): Health {
  const checks = {
    database: () => db.query(sql`select from migrations limit 1`, timeoutMs),
    storage: () => storage.check(),
    async clock() {
      if (!isTrusted(await readClock(db))) throw new Error("market doctor says what is wrong");
    },
  };
  const findings = new LRUCache<keyof typeof checks, boolean>({
    max: 3,
    ttl: databaseFor,
    async fetchMethod(check, wasWell) {
      try {
        await checks[check]();
        if (wasWell === false) log.info({ check }, "well again");
        return true;
      } catch (error) {
        if (wasWell !== false) log.warn({ err: error, check }, "not well");
        return false;
      }
    },
  });
  return {
    serves: () => findings.forceFetch("database"),
    stores: () => findings.forceFetch("storage", { ttl: storageFor, allowStale: true }),
    keepsTime: () => findings.forceFetch("clock", { ttl: storageFor }),
  };
}

/** Serves `/healthz` (the process runs) and `/readyz` (it can serve, perhaps only reads). */
export function healthRoutes(app: FastifyInstance, health: Health, config: Config): void {
  const notes = config.DATABASE_URL === undefined ? [embeddedNote] : [];
  app.get("/healthz", async (_request, reply) =>
    reply.header("cache-control", "no-store").send({ status: "ok" }),
  );

  app.get("/readyz", async (request, reply) => {
    const [serves, stores] = await Promise.all([health.serves(), health.stores()]);
    const status = !serves ? "not-ready" : stores ? "ready" : "reads-only";
    const word = (isWell: boolean) => (isWell ? "ok" : "failing");
    const detail = async () => ({
      checks: {
        database: word(serves),
        storage: word(stores),
        clock: word(await health.keepsTime()),
      },
      notes,
    });
    return reply
      .code(serves ? 200 : 503)
      .header("cache-control", "no-store")
      .send({
        status,
        ...(hasBearerToken(config.METRICS_TOKEN, request) && (await detail())),
      });
  });
}
