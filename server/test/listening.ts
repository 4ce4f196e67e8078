import { Agent, request as ask } from "node:http";
import type { AddressInfo } from "node:net";
import { text as textOf } from "node:stream/consumers";
import type { FastifyInstance } from "fastify";

export type SocketResponse = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
};
type RequestLine = {
  method?: string;
  /** An array sends a header several times. */
  headers?: Record<string, string | string[]>;
  json?: unknown;
  agent?: Agent;
};
export type Listening = {
  port: number;
  ask(path: string, line?: RequestLine): Promise<SocketResponse>;
  /** A client with one connection that it keeps. */
  connect(): { ask(path: string, line?: RequestLine): Promise<SocketResponse>; close(): void };
};

/** Starts the market on a real socket, by default on the IPv6 loopback address, with a new connection for each request. */
export async function listen(app: FastifyInstance, host = "::1"): Promise<Listening> {
  await app.listen({ host, port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const send: Listening["ask"] = (path, { method = "GET", headers = {}, json, agent } = {}) =>
    new Promise((resolve, reject) => {
      const body = json === undefined ? undefined : JSON.stringify(json);
      const all = { ...headers, ...(body !== undefined && { "content-type": "application/json" }) };
      const request = ask({ host, port, path, method, headers: all, agent: agent ?? false });
      request.once("error", reject).once("response", (response) => {
        textOf(response).then(
          (text) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
          reject,
        );
      });
      request.end(body);
    });
  return {
    port,
    ask: send,
    connect() {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      return {
        ask: (path, line) => send(path, { ...line, agent }),
        close: () => agent.destroy(),
      };
    },
  };
}
