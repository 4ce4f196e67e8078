import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";

export type Proxy = {
  /** The number of requests that one process did not answer, so that another one received them. */
  repeated(): number;
  close(): Promise<void>;
};

/**
 * Sends requests to the addresses in turns, and what one does not answer to the next, as a proxy in front
 * of several processes does. Connections to them stay open, so that a process that stops has some.
 */
export async function startProxy(port: number, addresses: readonly string[]): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  let repeated = 0;
  const server = createServer((incoming, reply) => void forward(incoming, reply));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    repeated: () => repeated,
    async close() {
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };

  async function forward(incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const first = turn++;
    for (let tries = 0; tries < addresses.length * 2; tries++) {
      const address = addresses[(first + tries) % addresses.length] ?? "";
      const answer = await ask(address, incoming, body).catch(() => undefined);
      if (answer !== undefined) {
        reply.writeHead(answer.status, answer.headers);
        reply.end(answer.body);
        return;
      }
      repeated++;
    }
    reply.writeHead(502).end();
  }

  async function ask(address: string, { method, url, headers }: IncomingMessage, body: Buffer) {
    const sent = request(address + (url ?? "/"), { agent, method, headers });
    sent.end(body);
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    const { connection: _, "transfer-encoding": __, ...rest } = answer.headers;
    return { status: answer.statusCode ?? 502, headers: rest, body: await buffer(answer) };
  }
}
