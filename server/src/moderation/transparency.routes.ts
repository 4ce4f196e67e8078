import { endpoints } from "@market/contract/endpoints";
import type { TransparencyMonth } from "@market/contract/moderation/schemas";
import type { Serve } from "../http/serve.ts";

/** Serves the transparency report to all visitors; its page has the same numbers. */
export function transparencyRoutes(serve: Serve, months: () => Promise<TransparencyMonth[]>): void {
  serve(endpoints.transparency, async ({ reply }) => {
    reply.header("cache-control", "public, max-age=3600");
    return { success: true as const, months: await months() };
  });
}
