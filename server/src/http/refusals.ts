import type { FastifyInstance } from "fastify";
import { AppError } from "../errors.ts";
import { countHeader } from "./headers.ts";

/** Refuses a request with two Host headers (RFC 9112 section 3.2): a proxy may have judged the other one. */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ raw }) => {
    if (countHeader(raw, "host") > 1) throw new AppError("invalid-request");
  });
}

/**
 * Learns which methods each address takes, from the routes that are registered from now on.
 * @returns the methods of an address, in alphabetical order; none where there is nothing
 */
export function collectMethods(app: FastifyInstance): (url: string) => string[] {
  const routes: { pattern: RegExp; methods: string[] }[] = [];
  app.addHook("onRoute", ({ url, method }) => {
    // Any address could be a file's.
    if (/^\/?\*$/.test(url)) return;
    const path = url.replace(/:\w+(\([^)]*\))?/g, "[^/]+").replaceAll("*", ".*");
    routes.push({ pattern: new RegExp(`^${path}$`), methods: [method].flat() });
  });
  return (url) => {
    const [path = ""] = url.split("?");
    const found = routes.filter(({ pattern }) => pattern.test(path));
    return [...new Set(found.flatMap(({ methods }) => methods))].toSorted();
  };
}
