import { endpoints } from "@market/contract/endpoints";
import type { FastifyInstance } from "fastify";
import type { Serve } from "../http/serve.ts";
import type { Context } from "../context.ts";
import { addViews } from "./views.sql.ts";
import { createViewCounter } from "./views.ts";

/** Counts page views (R027, R460) without cookies or identifiers. */
export function analyticsRoutes(
  app: FastifyInstance,
  serve: Serve,
  { db, log }: Pick<Context, "db" | "log">,
): void {
  const counter = createViewCounter((counts) => addViews(db, counts), log);
  app.addHook("onClose", () => counter.close());

  serve(endpoints.countView, async ({ body, request }) => {
    const { dnt, "sec-gpc": privacyControl } = request.headers;
    if (dnt !== "1" && privacyControl !== "1") counter.count(body);
    return undefined;
  });
}
