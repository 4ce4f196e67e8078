import { useState } from "react";
import { ApiError } from "./api-error.ts";

type Send<Answer> = (headers: Record<string, string>) => Promise<Answer>;
type Once = <Answer>(content: unknown, send: Send<Answer>) => Promise<Answer>;

/** Keeps the Idempotency-Key until the server has answered, so that content sent again after a lost answer is done once. */
export function createOnce(): Once {
  let sent: { content: string; key: string } | undefined;
  return async (content, send) => {
    const text = JSON.stringify(content) ?? "";
    if (sent?.content !== text) sent = { content: text, key: crypto.randomUUID() };
    try {
      const answer = await send({ "idempotency-key": sent.key });
      sent = undefined;
      return answer;
    } catch (failure) {
      if (isRefusal(failure)) sent = undefined;
      throw failure;
    }
  };
}

/** One for each form. */
export const useOnce = (): Once => useState(createOnce)[0];

/** Whether the server has answered, and done nothing. */
const isRefusal = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.status >= 400 && failure.status < 500;
