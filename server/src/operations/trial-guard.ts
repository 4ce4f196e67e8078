import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";
import { isLoopbackHost } from "../config/loopback.ts";
import { AppError } from "../errors/errors.ts";

function isFromElsewhere(headers: IncomingHttpHeaders): boolean {
  const named = [
    headers.host,
    ...["x-forwarded-host", "x-forwarded-for", "x-real-ip"].flatMap((name) =>
      String(headers[name] ?? "").split(","),
    ),
    ...String(headers.forwarded ?? "")
      .matchAll(/\b(?:for|host)=("[^"]*"|[^;,]*)/gi)
      .map(([, value = ""]) => value.replaceAll('"', "")),
  ];
  return named.some((name) => name !== undefined && name !== "" && !isLoopbackHost(name.trim()));
}

/** Prevents a process that started without its settings from serving demo listings beside real ones. */
export function refuseOthersInTrial(app: FastifyInstance): void {
  let isLogged = false;
  app.addHook("onRequest", async (request) => {
    if (!isFromElsewhere(request.headers)) return;
    if (!isLogged)
      request.log.warn(
        "trial mode answers only its own computer; a request came through a proxy: are the settings of production missing?",
      );
    isLogged = true;
    throw new AppError("trial-elsewhere");
  });
}
