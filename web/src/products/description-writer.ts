import { endpoints, type Reply } from "@market/contract/endpoints";
import { maxDescriptionFeatures, maxLength } from "@market/contract/limits";
import { messages } from "@market/contract/messages";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/client.ts";

export type Written = Reply<typeof endpoints.generateDescription>;
/** `failure` is the sentence of the alert; `reason` is what the server said of it. */
export type Writing = { written: Written } | { failure: string; reason?: string };

/** Reads comma-separated features (R138): each once, as many and as long as the writer takes. */
export function readFeatures(text: string): string[] {
  const features = text
    .split(/[,\n]/)
    .map((feature) => feature.replace(/\s+/g, " ").trim().slice(0, maxLength.descriptionFeature))
    .filter((feature) => feature !== "");
  return [...new Set(features)].slice(0, maxDescriptionFeatures);
}

/** Has a description written. Rejects only with the signal's reason. */
export async function writeDescription(
  title: string,
  features: string[],
  signal: AbortSignal,
): Promise<Writing> {
  try {
    const body = { title: title.trim(), features };
    return { written: await call(endpoints.generateDescription, { body, signal }) };
  } catch (failure) {
    if (signal.aborted) throw failure;
    return explain(failure);
  }
}

/** R470 for an answer that refuses, R471 for no answer or none that can be read. */
function explain(failure: unknown): Writing {
  if (failure instanceof ApiError && failure.status >= 400) {
    return { failure: messages.descriptionRefused, reason: failure.said };
  }
  return { failure: messages.descriptionFailed };
}
