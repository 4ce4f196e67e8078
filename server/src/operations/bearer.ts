import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Whether a request carries the operators' token; false if none is set. */
export function hasBearerToken(token: string | undefined, { headers }: FastifyRequest): boolean {
  const given = /^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
  return token !== undefined && timingSafeEqual(digest(given), digest(token));
}
