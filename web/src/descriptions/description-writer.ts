import * as calls from "@market/contract/descriptions/calls";
import type { endpoints, Reply } from "@market/contract/endpoints";
import { maxDescriptionFeatures, maxLength } from "@market/contract/limits";
import * as descriptionMessages from "@market/contract/descriptions/messages";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/client.ts";

export type Written = Reply<typeof endpoints.generateDescription>;
/** `failure` is the sentence of the alert; `reason` is the sentence of the server. */
export type Writing = { written: Written } | { failure: string; reason?: string };

/** Comma-separated features (R138): each once, as many and as long as the writer takes. */
export function readFeatures(text: string): string[] {
  const features = text
    .split(/[,\n]/)
    .map((feature) => feature.replace(/\s+/g, " ").trim().slice(0, maxLength.descriptionFeature))
    .filter((feature) => feature !== "");
  return [...new Set(features)].slice(0, maxDescriptionFeatures);
}

/** Never rejects: R470 for an answer that refuses, R471 for no answer or none that can be read. */
export async function writeDescription(
  title: string,
  features: string[],
  signal: AbortSignal,
): Promise<Writing> {
  try {
    const body = { title: title.trim(), features };
    return { written: await call(calls.generateDescription, { body, signal }) };
  } catch (failure) {
    return failure instanceof ApiError && failure.status >= 400
      ? { failure: descriptionMessages.refused, reason: failure.serverMessage }
      : { failure: descriptionMessages.failed };
  }
}
