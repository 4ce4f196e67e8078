import type { FastifyInstance } from "fastify";

type Check = () => Promise<void>;

/**
 * `/healthz` says that the process lives; `/readyz` that everything it needs answers.
 * @param checks by name: what must work before traffic is sent here; each throws when it does not
 * @param notes facts an operator should know, such as the use of the embedded database
 */
export function healthRoutes(
  app: FastifyInstance,
  checks: Record<string, Check>,
  notes: string[],
): void {
  app.get("/healthz", async (_request, reply) =>
    reply.header("cache-control", "no-store").send({ status: "ok" }),
  );

  app.get("/readyz", async (request, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await check();
          return [name, "ok"] as const;
        } catch (error) {
          request.log.warn({ err: error, check: name }, "not ready");
          return [name, "failing"] as const;
        }
      }),
    );
    const ready = results.every(([, result]) => result === "ok");
    return reply
      .code(ready ? 200 : 503)
      .header("cache-control", "no-store")
      .send({ status: ready ? "ready" : "not-ready", checks: Object.fromEntries(results), notes });
  });
}
