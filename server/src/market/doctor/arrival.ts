import type { OutgoingHttpHeaders } from "node:http";
import { isIPv6 } from "node:net";
import type { Config } from "../../config/config.ts";
import { arrivalPath, arrivalToken } from "../../operations/arrival.routes.ts";
import { ask, type Reply } from "../../operations/ask.ts";

/** Where the market answers on its own computer, with no proxy and no name between. */
export function ownAddress({ HOST, PORT }: Pick<Config, "HOST" | "PORT">): string {
  const everywhere: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "::1" };
  const host = everywhere[HOST] ?? HOST;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${PORT}`;
}

/** Asks the running market how a request reaches it, and what it can do itself. @throws the network's error */
export const postArrival = (
  base: string,
  key: Buffer,
  body: Buffer,
  headers: OutgoingHttpHeaders = {},
): Promise<Reply> =>
  ask(base + arrivalPath, {
    method: "POST",
    headers: {
      ...headers,
      authorization: `Bearer ${arrivalToken(key)}`,
      "content-type": "application/octet-stream",
    },
    body,
  });
