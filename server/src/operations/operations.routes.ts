import { endpoints } from "@market/contract/endpoints";
import type { Context } from "../context.ts";
import type { Serve } from "../http/serve.ts";
import { readOperations } from "./figures/operations.ts";
import type { Signs } from "./figures/signs.ts";
import type { Health } from "./health.routes.ts";

export function operationsRoutes(
  serve: Serve,
  { config, db, counters }: Pick<Context, "config" | "db" | "counters">,
  { health, signs }: { health: Health; signs: () => Promise<Signs> },
): void {
  const startedAt = new Date(Date.now() - process.uptime() * 1_000);
  serve(endpoints.showOperations, async () => {
    await counters.save(db);
    const [now, stores] = [await signs(), await health.stores()];
    return {
      success: true as const,
      operations: await readOperations(db, { config, startedAt, signs: now, stores }),
    };
  });
}
