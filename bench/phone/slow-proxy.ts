import { once } from "node:events";
import { createServer, request as forward, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** A "Slow 3G" of 400 ms a round trip and 400 kbit/s each way. */
const roundTrip = 400;
const bytesPerMillisecond = 50;

/** A forward proxy on loopback that is as slow as a bad mobile network, for pages and service workers alike. */
export async function startSlowProxy(): Promise<{ server: string; close: () => Promise<void> }> {
  const [up, down] = [slowLink(), slowLink()];
  const server = createServer((request, response) => {
    const relay = async () => {
      await sleep(roundTrip);
      const { method, headers, url = "" } = request;
      const outgoing = forward(url, { method, headers, agent: false });
      // A connection can also fail after its answer has begun.
      outgoing.on("error", () => response.destroy());
      const [[answer]] = (await Promise.all([
        once(outgoing, "response"),
        pipeline(request, up(), outgoing),
      ])) as [[IncomingMessage], unknown];
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      await pipeline(answer, down(), response);
    };
    relay().catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    server: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** One direction, whose bandwidth all requests share, first come, first served. */
function slowLink(): () => Transform {
  let freeAt = 0;
  return () =>
    new Transform({
      transform(chunk: Buffer, _, done) {
        freeAt = Math.max(freeAt, performance.now()) + chunk.length / bytesPerMillisecond;
        setTimeout(() => done(null, chunk), freeAt - performance.now());
      },
    });
}
