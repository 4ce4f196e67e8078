import { endpoints } from "@market/contract/endpoints";
import { messages } from "@market/contract/messages";
import { cleanText } from "@market/contract/text";
import { useAllowance } from "../allowances.sql.ts";
import type { Serve } from "../endpoint.ts";
import { AppError } from "../errors.ts";
import type { RateLimiter } from "../http/rate-limit.ts";
import type { Parts } from "../parts.ts";
import { writeLocally } from "./local-writer.ts";
import { type ProviderSettings, writeByProvider } from "./provider-writer.ts";

/**
 * The description writer (R445). Everybody may use the local one, within a limit per address; a
 * configured provider costs money, so it writes for students only, within the hour's allowance and
 * one at a time. When it fails, the local writer steps in and the answer says so.
 */
export function descriptionRoutes(
  serve: Serve,
  { config, db, log }: Parts,
  limiter: RateLimiter,
): void {
  const provider = providerOf(config);
  const busy = new Set<string>();

  serve(endpoints.generateDescription, async ({ caller, body, request }) => {
    requireTitle(body.title);
    const userId = caller?.userId;
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

/** @throws AppError required, when nothing of the title can be seen */
function requireTitle(title: string): void {
  if (cleanText(title) !== "") return;
  const message = messages.descriptionTitleRequired;
  throw new AppError("required", { message, errors: [{ field: "title", message }] });
}

const locally = (wish: Parameters<typeof writeLocally>[0]) => ({
  description: writeLocally(wish),
  writer: "local" as const,
});

function providerOf({
  AI_BASE_URL,
  AI_API_KEY,
  AI_MODEL,
}: Parts["config"]): ProviderSettings | undefined {
  return AI_BASE_URL === undefined
    ? undefined
    : { baseUrl: AI_BASE_URL, key: AI_API_KEY, model: AI_MODEL ?? "default" };
}
