import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { AppError } from "../errors.ts";
import { bears } from "./bearer.ts";
import type { Health } from "./health.ts";

type Observe = (method: string, route: string, status: number, milliseconds: number) => void;

/**
 * `/metrics` in Prometheus text: requests by route template and status, and the process itself.
 * Closed unless METRICS_TOKEN is set; no label ever holds an id or an address.
 * @returns what counts an answer that was written past the framework
 */
export function metricsRoutes(
  app: FastifyInstance,
  token: string | undefined,
  health: Health,
): Observe {
  if (token === undefined) return () => {};
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
  const observe: Observe = (method, route, status, milliseconds) =>
    requests.observe({ method, route, status }, milliseconds / 1000);
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unknown";
    observe(request.method, route, reply.statusCode, reply.elapsedTime);
  });
  app.get("/metrics", async (request, reply) => {
    if (!bears(token, request)) throw new AppError("invalid-token");
    return reply
      .header("cache-control", "no-store")
      .type(register.contentType)
      .send(await register.metrics());
  });
  return observe;
}
