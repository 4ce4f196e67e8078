import type { FastifyInstance } from "fastify";
import { bears } from "./bearer.ts";
import type { Health } from "./health.ts";

type Options = {
  health: Health;
  /** METRICS_TOKEN: who bears it is also told what stands behind. */
  token: string | undefined;
  /** Facts an operator should know, such as the use of the embedded database. */
  notes: string[];
};

/** `/healthz` says that the process lives; `/readyz` whether it can serve, and whether only for reading. */
export function healthRoutes(app: FastifyInstance, { health, token, notes }: Options): void {
  app.get("/healthz", async (_request, reply) =>
    reply.header("cache-control", "no-store").send({ status: "ok" }),
  );

  app.get("/readyz", async (request, reply) => {
    const [serves, stores] = await Promise.all([health.serves(), health.stores()]);
    const status = !serves ? "not-ready" : stores ? "ready" : "reads-only";
    const word = (isWell: boolean) => (isWell ? "ok" : "failing");
    const checks = { database: word(serves), storage: word(stores) };
    return reply
      .code(serves ? 200 : 503)
      .header("cache-control", "no-store")
      .send({ status, ...(bears(token, request) && { checks, notes }) });
  });
}
