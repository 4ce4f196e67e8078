import { once } from "node:events";
import { type IncomingMessage, request as ask, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { generate } from "selfsigned";

export type Faults = {
  /** Replaces the Host header. */
  host?: string;
  /** Addresses that previous proxies added */
  before?: string;
  /** Omits the client's address. */
  isMute?: boolean;
  /** Bytes */
  largestBody?: number;
  cachesWorker?: boolean;
};

export type FrontProxy = { origin: string; certificate: string; close(): Promise<void> };

/** Creates a self-signed certificate for the name, valid for a day. @param subject whom it names */
export const makeCertificate = (name: string, subject = name) =>
  generate([{ name: "commonName", value: subject }], {
    notAfterDate: new Date(Date.now() + 86_400_000),
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: name }] }],
  });

/** Starts a proxy in front of a market, on https with a certificate that only the test trusts, with optional faults. */
export async function startFrontProxy(port: number, faults: Faults = {}): Promise<FrontProxy> {
  const certificate = await makeCertificate("localhost");
  const pass = (request: IncomingMessage, response: ServerResponse) => {
    const length = Number(request.headers["content-length"] ?? 0);
    if (faults.largestBody !== undefined && length > faults.largestBody) {
      response.writeHead(413, { connection: "close" }).end("Too large");
      return;
    }
    const { expect: _, ...headers } = request.headers;
    if (faults.host) headers.host = faults.host;
    const chain = [headers["x-forwarded-for"], faults.before, request.socket.remoteAddress];
    headers["x-forwarded-for"] = chain.filter((each) => each !== undefined).join(", ");
    if (faults.isMute) delete headers["x-forwarded-for"];
    const { method, url: path } = request;
    const onward = ask({ host: "127.0.0.1", port, method, path, headers }, (answer) => {
      const cached = faults.cachesWorker && path === "/service-worker.js";
      const extra = cached ? { age: "77", "cache-control": "max-age=3600" } : {};
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...extra });
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  };
  const server = createServer({ cert: certificate.cert, key: certificate.private }, pass);
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    const length = Number(request.headers["content-length"] ?? 0);
    if (faults.largestBody === undefined || length <= faults.largestBody) response.writeContinue();
    pass(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    certificate: certificate.cert,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
