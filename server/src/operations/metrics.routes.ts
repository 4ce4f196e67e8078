import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { AppError } from "../errors.ts";

const digest = (text: string) => createHash("sha256").update(text).digest();

type Observe = (method: string, route: string, status: number, milliseconds: number) => void;

/**
 * `/metrics` in Prometheus text: requests by route template and status, and the process itself.
 * Closed unless METRICS_TOKEN is set; no label ever holds an id or an address.
 * @returns what counts an answer that was written past the framework
 */
export function metricsRoutes(app: FastifyInstance, token: string | undefined): Observe {
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
  const observe: Observe = (method, route, status, milliseconds) =>
    requests.observe({ method, route, status }, milliseconds / 1000);
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unknown";
    observe(request.method, route, reply.statusCode, reply.elapsedTime);
  });
  app.get("/metrics", async (request, reply) => {
    const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
    if (!timingSafeEqual(digest(given), digest(token))) throw new AppError("invalid-token");
    return reply
      .header("cache-control", "no-store")
      .type(register.contentType)
      .send(await register.metrics());
  });
  return observe;
}
