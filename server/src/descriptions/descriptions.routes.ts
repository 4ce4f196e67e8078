import { endpoints } from "@market/contract/endpoints";
import * as descriptionMessages from "@market/contract/descriptions/messages";
import { cleanText } from "@market/contract/text";
import { useAllowance } from "../db/allowances.sql.ts";
import type { Serve } from "../http/serve.ts";
import { AppError } from "../errors/errors.ts";
import type { RateLimiter } from "../http/rate-limit.ts";
import type { Context } from "../context.ts";
import { writeLocally } from "./local-writer.ts";
import { type ProviderSettings, writeByProvider } from "./provider-writer.ts";

/** The description writer (R445). A provider costs money, so it writes for students only, one at a time. */
export function descriptionRoutes(
  serve: Serve,
  { config, db, log }: Context,
  limiter: RateLimiter,
): void {
  const provider = providerOf(config);
  const busy = new Set<string>();

  serve(endpoints.generateDescription, async ({ currentUser, body, request }) => {
    requireTitle(body.title);
    const userId = currentUser?.userId;
    if (userId === undefined) {
      limiter.consumeFew("description", request.raw, config.LIMITS_AI_PER_HOUR);
      return locally(body);
    }
    const wait = await useAllowance(db, userId, "descriptions", config.LIMITS_AI_PER_HOUR);
    if (wait > 0) throw new AppError("description-quota", { retryAfter: wait });
    if (provider === undefined) return locally(body);
    if (busy.has(userId)) throw new AppError("request-in-progress", { retryAfter: 5 });
    busy.add(userId);
    try {
      return { description: await writeByProvider(provider, body), writer: "provider" as const };
    } catch (error) {
      log.warn({ reason: (error as Error).message }, "the description provider failed");
      return locally(body);
    } finally {
      busy.delete(userId);
    }
  });
}

function requireTitle(title: string): void {
  if (cleanText(title) !== "") return;
  const message = descriptionMessages.titleRequired;
  throw new AppError("required", { message, errors: [{ field: "title", message }] });
}

const locally = (wish: Parameters<typeof writeLocally>[0]) => ({
  description: writeLocally(wish),
  writer: "local" as const,
});

function providerOf(config: Context["config"]): ProviderSettings | undefined {
  const { AI_BASE_URL: baseUrl, AI_API_KEY: key, AI_MODEL: model = "default" } = config;
  return baseUrl === undefined ? undefined : { baseUrl, key, model };
}
