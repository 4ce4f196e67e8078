import { endpoints } from "@market/contract/endpoints";
import type { PageView } from "@market/contract/analytics/schemas";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Serve } from "../http/serve.ts";
import type { Context } from "../context.ts";
import { addViews } from "./views.sql.ts";
import { createViewCounter } from "./views.ts";

/** Counts page views (R027, R460) without cookies. @returns a function that counts a view of a page without scripts, by the request's headers */
export function analyticsRoutes(
  app: FastifyInstance,
  serve: Serve,
  { db, log }: Pick<Context, "db" | "log">,
): (request: FastifyRequest, page: PageView["page"]) => void {
  const counter = createViewCounter((counts) => addViews(db, counts), log);
  app.addHook("onClose", () => counter.close());

  serve(endpoints.countView, async ({ body, request }) => {
    if (mayCount(request)) counter.count(body);
    return undefined;
  });
  return (request, page) => {
    const { "user-agent": browser = "", "accept-language": languages = "" } = request.headers;
    const [, language = "en"] = /^([a-z]{2})\b/.exec(languages.toLowerCase()) ?? [];
    const viewport = /\bMobi/.test(browser) ? "phone" : "desktop";
    if (mayCount(request)) counter.count({ page, referrer: "", viewport, language });
  };
}

const mayCount = ({ headers }: FastifyRequest): boolean =>
  headers["dnt"] !== "1" && headers["sec-gpc"] !== "1";
