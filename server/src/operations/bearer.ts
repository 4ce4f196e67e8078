import type { FastifyRequest } from "fastify";
import { isSameSecret } from "../db/secrets.ts";

/** Whether a request carries the operators' token; false if none is set. */
export function hasBearerToken(token: string | undefined, { headers }: FastifyRequest): boolean {
  const given = /^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
  return token !== undefined && isSameSecret(given, token);
}
