import { endpoints } from "@market/contract/endpoints";
import type { Context } from "../context.ts";
import type { Serve } from "../http/serve.ts";
import { readOperations } from "./statistics/operations.ts";
import type { HealthSnapshot } from "./statistics/health-snapshot.ts";
import type { Health } from "./health.routes.ts";

export function operationsRoutes(
  serve: Serve,
  { config, db, counters }: Pick<Context, "config" | "db" | "counters">,
  { health, snapshot }: { health: Health; snapshot: () => Promise<HealthSnapshot> },
): void {
  const startedAt = new Date(Date.now() - process.uptime() * 1_000);
  serve(endpoints.showOperations, async () => {
    await counters.save(db);
    const [now, stores] = [await snapshot(), await health.stores()];
    return {
      success: true as const,
      operations: await readOperations(db, { config, startedAt, snapshot: now, stores }),
    };
  });
}
