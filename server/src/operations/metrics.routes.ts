import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { AppError } from "../http/errors.ts";
import { bears } from "./bearer.ts";
import type { Health } from "./health.routes.ts";

/** `/metrics` in Prometheus text, closed unless METRICS_TOKEN is set; no label holds an id or an address. */
export function metricsRoutes(
  app: FastifyInstance,
  token: string | undefined,
  health: Health,
  refused: () => number,
): void {
  if (token === undefined) return;
  const register = new Registry();
  collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Requests by route and status",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.5, 1, 5],
    registers: [register],
  });
  new Gauge({
    name: "market_works",
    help: "Whether the database answers, and whether photos can be stored",
    labelNames: ["part"],
    registers: [register],
    async collect() {
      const [serves, stores] = await Promise.all([health.serves(), health.stores()]);
      this.set({ part: "database" }, Number(serves));
      this.set({ part: "storage" }, Number(stores));
    },
  });
  new Counter({
    name: "http_requests_refused_total",
    help: "Requests refused because too many were in work",
    registers: [register],
    collect() {
      this.reset();
      this.inc(refused());
    },
  });
  app.addHook("onResponse", ({ method, routeOptions }, { statusCode, elapsedTime }, done) => {
    const labels = { method, route: routeOptions.url ?? "unknown", status: statusCode };
    requests.observe(labels, elapsedTime / 1000);
    done();
  });
  app.get("/metrics", async (request, reply) => {
    if (!bears(token, request)) throw new AppError("invalid-token");
    return reply
      .header("cache-control", "no-store")
      .type(register.contentType)
      .send(await register.metrics());
  });
}
