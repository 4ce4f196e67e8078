import {
  request as requestHttp,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from "node:http";
import { request as requestHttps } from "node:https";
import { TLSSocket } from "node:tls";

export type Reply = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  certifiedUntil?: Date;
};

type RequestOptions = {
  method?: string;
  headers?: OutgoingHttpHeaders;
  /** Sent after `100 Continue`, or after a while without an answer. */
  body?: Buffer;
  ca?: string[];
  timeoutMs?: number;
};

/** Milliseconds. */
const usualTimeoutMs = 10_000;
const uploadTimeoutMs = 120_000;
const continueTimeoutMs = 2_000;
const maxTextLength = 100_000;

/** Sends one request on its own connection, without following redirects. @throws the network's error */
export function sendRequest(address: string, options: RequestOptions = {}): Promise<Reply> {
  const { method = "GET", headers, body, ca } = options;
  const { timeoutMs = body?.length ? uploadTimeoutMs : usualTimeoutMs } = options;
  const start = address.startsWith("https:") ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = start(address, {
      method,
      agent: false,
      ...(ca && { ca }),
      timeout: timeoutMs,
      headers: {
        ...headers,
        ...(body && { "content-length": body.length, expect: "100-continue" }),
      },
    });
    let answered = false;
    sent.on("response", (response) => {
      answered = true;
      const { socket } = response;
      const certificate = socket instanceof TLSSocket ? socket.getPeerCertificate() : undefined;
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        if (text.length < maxTextLength) text += chunk;
      });
      response.on("end", () => {
        const { statusCode: status = 0, headers } = response;
        const certifiedUntil = certificate?.valid_to ? new Date(certificate.valid_to) : undefined;
        resolve({ status, headers, text, ...(certifiedUntil && { certifiedUntil }) });
        sent.destroy();
      });
      response.on("error", reject);
    });
    // A server that refuses a body may close before it has read it.
    sent.on("error", (error) => answered || reject(error));
    sent.on("timeout", () =>
      sent.destroy(Object.assign(new Error("no answer"), { code: "ETIMEDOUT" })),
    );
    if (body === undefined) return void sent.end();
    const send = () => {
      clearTimeout(timer);
      if (!sent.writableEnded && !answered) sent.end(body);
    };
    const timer = setTimeout(send, continueTimeoutMs);
    sent.on("continue", send);
    sent.on("close", () => clearTimeout(timer));
    sent.flushHeaders();
  });
}
