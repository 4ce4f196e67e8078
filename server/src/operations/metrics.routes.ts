import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Context } from "../context.ts";
import { AppError } from "../errors/errors.ts";
import { hasBearerToken } from "./bearer.ts";
import { type Counters } from "../statistics/counters.ts";
import type { HealthSnapshot } from "./statistics/health-snapshot.ts";
import type { Health } from "./health.routes.ts";
import { version } from "./version.ts";

type MetricSources = {
  health: Health;
  snapshot: () => Promise<HealthSnapshot>;
};

/** `/metrics` in Prometheus text, closed unless METRICS_TOKEN is set; no label holds an id or an address. */
export function metricsRoutes(
  app: FastifyInstance,
  context: Pick<Context, "config" | "db" | "counters">,
  sources: MetricSources,
): void {
  const { METRICS_TOKEN: token } = context.config;
  if (token === undefined) return;
  const register = new Registry();
  collectDefaultMetrics({ register });
  countRequests(app, register);
  const updatePool = registerPool(register, context.db);
  registerProcess(register, context.counters, sources);
  registerMarket(register, sources.snapshot);
  register.registerMetric(context.counters.photoSeconds);
  app.get("/metrics", async (request, reply) => {
    if (!hasBearerToken(token, request)) throw new AppError("invalid-token");
    // Read before our own queries take connections.
    updatePool();
    return reply
      .header("cache-control", "no-store")
      .type(register.contentType)
      .send(await register.metrics());
  });
}

function countRequests(app: FastifyInstance, register: Registry): void {
  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Requests by route and status",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.5, 1, 5],
    registers: [register],
  });
  app.addHook("onResponse", ({ method, routeOptions }, { statusCode, elapsedTime }, done) => {
    const labels = { method, route: routeOptions.url ?? "unknown", status: statusCode };
    requests.observe(labels, elapsedTime / 1000);
    done();
  });
}

/** Registers the gauge of the pool. @returns a function that updates it */
function registerPool(register: Registry, db: Context["db"]): () => void {
  const gauge = new Gauge({
    name: "market_database_connections",
    help: "Connections of the pool, and queries that wait for one",
    labelNames: ["state"],
    registers: [register],
  });
  return () => {
    const { open, idle } = db.connections();
    gauge.set({ state: "busy" }, open - idle);
    gauge.set({ state: "idle" }, idle);
    gauge.set({ state: "awaited" }, db.waiting());
  };
}

function registerProcess(register: Registry, counters: Counters, { health }: MetricSources): void {
  const registers = [register];
  new Gauge({
    name: "market_info",
    help: "Always 1; the release that runs",
    labelNames: ["version"],
    registers,
  }).set({ version }, 1);
  new Gauge({
    name: "market_works",
    help: "Whether the database answers, photos can be stored, and the clock can be trusted",
    labelNames: ["part"],
    registers,
    async collect() {
      const [serves, stores, keepsTime] = await Promise.all([
        health.serves(),
        health.stores(),
        health.keepsTime(),
      ]);
      this.set({ part: "database" }, Number(serves));
      this.set({ part: "storage" }, Number(stores));
      this.set({ part: "clock" }, Number(keepsTime));
    },
  });
  new Counter({
    name: "http_requests_refused_total",
    help: "Requests refused because too many were in work",
    registers,
    collect() {
      this.reset();
      this.inc(counters.totals.get("busy") ?? 0);
    },
  });
  registerCounters(registers, counters);
}

const outcomes = {
  done: "sign-ins",
  refused: "sign-ins-refused",
  failed: "sign-ins-failed",
} as const;

function registerCounters(registers: Registry[], { totals }: Counters): void {
  new Counter({
    name: "market_sign_ins_total",
    help: "Sign-ins by outcome: refused is for the student to fix, failed for us or the provider",
    labelNames: ["outcome"],
    registers,
    collect() {
      this.reset();
      for (const [outcome, name] of Object.entries(outcomes))
        this.inc({ outcome }, totals.get(name) ?? 0);
    },
  });
  new Counter({
    name: "market_empty_searches_total",
    help: "Searches that found nothing",
    registers,
    collect() {
      this.reset();
      this.inc(totals.get("empty-searches") ?? 0);
    },
  });
  new Counter({
    name: "market_errors_total",
    help: "Answers that failed for a reason of ours",
    registers,
    collect() {
      this.reset();
      this.inc(totals.get("errors") ?? 0);
    },
  });
}

type MarketGauge = { labels: string; value: (snapshot: HealthSnapshot) => Record<string, number> };

/** Gauges that are the same in every process. They are empty while the database is down. */
const marketGauges: Record<string, MarketGauge & { help: string }> = {
  market_cases: {
    help: "Reports and grievances that are open, and those that should have been decided",
    labels: "state",
    value: ({ cases }) => cases,
  },
  market_jobs_waiting: {
    help: "Jobs that could have been begun",
    labels: "queue",
    value: ({ queues }) => Object.fromEntries(queues.map(({ name, waiting }) => [name, waiting])),
  },
  market_jobs_oldest_seconds: {
    help: "For how long the oldest of them could have been begun",
    labels: "queue",
    value: ({ queues }) => Object.fromEntries(queues.map(({ name, oldest }) => [name, oldest])),
  },
  market_mails_waiting: {
    help: "Mails that are not sent yet",
    labels: "",
    value: ({ mails }) => ({ "": mails.waiting }),
  },
  market_mails_oldest_seconds: {
    help: "For how long the oldest of them has waited",
    labels: "",
    value: ({ mails }) => ({ "": mails.oldest }),
  },
  market_backup_age_seconds: {
    help: "Since the newest backup; none without BACKUP_TO",
    labels: "",
    value: ({ backup }): Record<string, number> => (backup ? { "": backup.age } : {}),
  },
  market_backup_failed: {
    help: "1 while backups fail, with the cause; none without BACKUP_TO",
    labels: "cause",
    value: ({ backup }): Record<string, number> =>
      backup ? { [backup.cause ?? ""]: Number(backup.cause !== undefined) } : {},
  },
  market_disk_bytes: {
    help: "The disk of the data folder",
    labels: "state",
    value: ({ disk }) => disk,
  },
  market_today: {
    help: "What students have done today (in India)",
    labels: "what",
    value: ({ today }) => today,
  },
};

function registerMarket(register: Registry, snapshot: () => Promise<HealthSnapshot>): void {
  for (const [name, { help, labels, value }] of Object.entries(marketGauges))
    new Gauge({
      name,
      help,
      labelNames: labels === "" ? [] : [labels],
      registers: [register],
      async collect() {
        this.reset();
        // A missing value is not 0.
        if (labels === "") this.remove();
        const now = await snapshot().catch(() => undefined);
        for (const [label, number] of Object.entries(now ? value(now) : {}))
          this.set(labels === "" ? {} : { [labels]: label }, number);
      },
    });
}
