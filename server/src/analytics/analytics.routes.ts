import { endpoints } from "@market/contract/endpoints";
import type { FastifyInstance } from "fastify";
import type { Serve } from "../endpoint.ts";
import type { Parts } from "../parts.ts";
import { addViews } from "./views.sql.ts";
import { createViewCounter } from "./views.ts";

/** The counter of page views (R027, R460): no cookie, no identifier, nothing but sums. */
export function analyticsRoutes(
  app: FastifyInstance,
  serve: Serve,
  { db, log }: Pick<Parts, "db" | "log">,
): void {
  const counter = createViewCounter((counts) => addViews(db, counts), log);
  app.addHook("onClose", () => counter.close());

  serve(endpoints.countView, async ({ body, request }) => {
    // Our pages do not report for those who ask not to be tracked; other clients may.
    const { dnt, "sec-gpc": privacyControl } = request.headers;
    if (dnt !== "1" && privacyControl !== "1") counter.count(body);
    return undefined;
  });
}
