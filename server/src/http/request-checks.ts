import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { AppError } from "../errors/errors.ts";

/** Counts the values of a header: Node uses one of them, while a proxy may have checked another. */
export function countHeader({ rawHeaders }: IncomingMessage, name: string): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at] ?? "";
    if (sent.length === name.length && sent.toLowerCase() === name) count++;
  }
  return count;
}

/** Refuses no Host header and two (RFC 9112 section 3.2), because a proxy may have checked the other one. */
export function requireOneHost(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw }, _reply, done) => {
    const hosts = countHeader(raw, "host");
    const isRequired = raw.httpVersion !== "1.0";
    done(hosts > 1 || (hosts === 0 && isRequired) ? new AppError("invalid-request") : undefined);
  });
}

/**
 * Refuses a method that a fixed address does not take, though a route with a parameter in its place does.
 * @returns a function that lists an address's methods, among routes registered later; none for calls of moderators
 */
export function collectMethods(app: FastifyInstance): (url: string) => string[] {
  const exact = new Map<string, string[]>();
  const patterns: { pattern: RegExp; methods: string[] }[] = [];
  app.addHook("onRoute", ({ url, method, config }) => {
    if (/^\/?\*$/.test(url) || config?.endpoint?.access === "moderator") return;
    const methods = [method].flat();
    if (!/[:*]/.test(url)) exact.set(url, [...(exact.get(url) ?? []), ...methods]);
    const path = url.replace(/:\w+(\([^)]*\))?/g, "[^/]+").replaceAll("*", ".*");
    patterns.push({ pattern: new RegExp(`^${path}$`), methods });
  });
  app.addHook("onRequest", async ({ url, method, routeOptions }, reply) => {
    if (!routeOptions.url?.includes(":")) return;
    const methods = exact.get(pathOf(url));
    if (methods === undefined || methods.includes(method)) return;
    reply.callNotFound();
    await reply;
  });
  return (url) => {
    const path = pathOf(url);
    const own = exact.get(path);
    const found = patterns.filter(({ pattern }) => pattern.test(path));
    return [...new Set(own ?? found.flatMap(({ methods }) => methods))].toSorted();
  };
}

const pathOf = (url: string): string => url.split("?", 1)[0] ?? "";
