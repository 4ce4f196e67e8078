import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Context } from "../context.ts";
import { AppError } from "../errors/errors.ts";
import { bears } from "./bearer.ts";
import { type Counters } from "../statistics/counters.ts";
import type { Signs } from "./figures/signs.ts";
import type { Health } from "./health.routes.ts";
import { version } from "./version.ts";

type Watched = {
  health: Health;
  signs: () => Promise<Signs>;
};

/** `/metrics` in Prometheus text, closed unless METRICS_TOKEN is set; no label holds an id or an address. */
export function metricsRoutes(
  app: FastifyInstance,
  context: Pick<Context, "config" | "db" | "counters">,
  watched: Watched,
): void {
  const { METRICS_TOKEN: token } = context.config;
  if (token === undefined) return;
  const register = new Registry();
  collectDefaultMetrics({ register });
  countRequests(app, register);
  const notePool = tellOfPool(register, context.db);
  tellOfProcess(register, context.counters, watched);
  tellOfMarket(register, watched.signs);
  register.registerMetric(context.counters.photoSeconds);
  app.get("/metrics", async (request, reply) => {
    if (!bears(token, request)) throw new AppError("invalid-token");
    // Before our own queries take connections.
    notePool();
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

/** @returns notes how the pool stands */
function tellOfPool(register: Registry, db: Context["db"]): () => void {
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

/** What this process is and does. */
function tellOfProcess(register: Registry, counters: Counters, { health }: Watched): void {
  const registers = [register];
  new Gauge({
    name: "market_info",
    help: "Always 1; the release that runs",
    labelNames: ["version"],
    registers,
  }).set({ version }, 1);
  new Gauge({
    name: "market_works",
    help: "Whether the database answers, and whether photos can be stored",
    labelNames: ["part"],
    registers,
    async collect() {
      const [serves, stores] = await Promise.all([health.serves(), health.stores()]);
      this.set({ part: "database" }, Number(serves));
      this.set({ part: "storage" }, Number(stores));
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
  tellCounted(registers, counters);
}

const outcomes = {
  done: "sign-ins",
  refused: "sign-ins-refused",
  failed: "sign-ins-failed",
} as const;

function tellCounted(registers: Registry[], { totals }: Counters): void {
  new Counter({
    name: "market_sign_ins_total",
    help: "Sign-ins by outcome: refused is for the student to mend, failed for us or the provider",
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

type Told = { labels: string; value: (signs: Signs) => Record<string, number> };

/** What is the same for every process. Nothing is told while the database is away. */
const told: Record<string, Told & { help: string }> = {
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
    help: "What students have done today (UTC)",
    labels: "what",
    value: ({ today }) => today,
  },
};

function tellOfMarket(register: Registry, signs: () => Promise<Signs>): void {
  for (const [name, { help, labels, value }] of Object.entries(told))
    new Gauge({
      name,
      help,
      labelNames: labels === "" ? [] : [labels],
      registers: [register],
      async collect() {
        this.reset();
        // Nothing is not 0.
        if (labels === "") this.remove();
        const now = await signs().catch(() => undefined);
        for (const [label, number] of Object.entries(now ? value(now) : {}))
          this.set(labels === "" ? {} : { [labels]: label }, number);
      },
    });
}
