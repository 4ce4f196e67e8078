import { expect } from "vitest";
import type { TestMarket } from "./market.ts";

let addresses = 0;

/** A phone without a session, which sends forms as a browser does from a page without a Referer. */
export function openPhone({ stranger }: TestMarket) {
  const from = { "x-forwarded-for": `10.0.0.${(addresses += 1)}` };
  const post = (url: string, fields: Record<string, string> = {}) =>
    stranger.call("POST", url, {
      raw: new URLSearchParams(fields).toString(),
      headers: { ...from, origin: "null", "content-type": "application/x-www-form-urlencoded" },
    });
  return {
    get: (url: string) => stranger.get(url, from),
    post,
    /** Both taps. @returns the answer to the second */
    async tap(url: string) {
      const question = await post(url);
      expect(question.status).toBe(200);
      return post(url, { token: tokenIn(question.text) });
    },
  };
}

/** The token in the form that asks whether a tap was meant. */
export const tokenIn = (html: string) =>
  /name="token" value="([\w-]{22})"/.exec(html)?.[1] ?? "none";
