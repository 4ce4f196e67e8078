import { once } from "node:events";
import { Agent, type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer } from "node:https";

/**
 * Ends TLS and passes every request on to one process, as the proxy of a small campus does: it preserves
 * the Host, adds the visitor's address and the scheme, and answers 502 itself without the process.
 */
export async function startTlsProxy(options: {
  port: number;
  to: number;
  certificate: { cert: string; private: string };
}): Promise<{ close(): Promise<void> }> {
  const { cert, private: key } = options.certificate;
  const agent = new Agent({ keepAlive: true });
  const server = createServer({ cert, key }, (incoming, reply) => pass(incoming, reply));
  server.listen(options.port, "127.0.0.1");
  await once(server, "listening");
  return {
    async close() {
      server.closeAllConnections();
      agent.destroy();
      await once(server.close(), "close");
    },
  };

  function pass(incoming: IncomingMessage, reply: ServerResponse): void {
    const { method, url, socket } = incoming;
    const headers = {
      ...incoming.headers,
      "x-forwarded-for": [incoming.headers["x-forwarded-for"], socket.remoteAddress]
        .filter(Boolean)
        .join(", "),
      "x-forwarded-proto": "https",
    };
    const target = { host: "127.0.0.1", port: options.to, path: url };
    const onward = request({ ...target, method, headers, agent }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    onward.on("error", () => {
      if (reply.headersSent) reply.destroy();
      else reply.writeHead(502, { "content-type": "text/html" }).end("<h1>502 Bad Gateway</h1>");
    });
    reply.on("close", () => onward.destroy());
    incoming.pipe(onward);
  }
}
