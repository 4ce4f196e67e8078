import type { OutgoingHttpHeaders } from "node:http";
import { isIPv6 } from "node:net";
import type { Config } from "../../config/config.ts";
import { requestEchoPath, requestEchoToken } from "../../operations/request-echo.routes.ts";
import { sendRequest, type Reply } from "../../operations/send-request.ts";

/** The address of the market on its own computer, without proxy or name service. */
export function ownAddress({ HOST, PORT }: Pick<Config, "HOST" | "PORT">): string {
  const everywhere: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "::1" };
  const host = everywhere[HOST] ?? HOST;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${PORT}`;
}

/** Asks the running market how requests reach it, and whether it can back up. @throws the network's error */
export const postRequestEcho = (
  base: string,
  key: Buffer,
  body: Buffer,
  headers: OutgoingHttpHeaders = {},
): Promise<Reply> =>
  sendRequest(base + requestEchoPath, {
    method: "POST",
    headers: {
      ...headers,
      authorization: `Bearer ${requestEchoToken(key)}`,
      "content-type": "application/octet-stream",
    },
    body,
  });
