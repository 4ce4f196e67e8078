import { request as askHttp, type IncomingHttpHeaders, type OutgoingHttpHeaders } from "node:http";
import { request as askHttps } from "node:https";
import { TLSSocket } from "node:tls";

export type Reply = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** Until when the certificate is good. */
  certifiedUntil?: Date;
};

type Question = {
  method?: string;
  headers?: OutgoingHttpHeaders;
  /** Sent once the other side agrees to it, or says nothing for a while. */
  body?: Buffer;
  /** Trusted authorities in place of the usual ones */
  ca?: string[];
};

/** Milliseconds. */
const patience = 10_000;
const bodyPatience = 120_000;
const untilAgreed = 2_000;
const longest = 100_000;

/** One request on a connection of its own; redirects are not followed. @throws the network's error */
export function ask(address: string, question: Question = {}): Promise<Reply> {
  const { method = "GET", headers, body, ca } = question;
  const start = address.startsWith("https:") ? askHttps : askHttp;
  return new Promise((resolve, reject) => {
    const sent = start(address, {
      method,
      agent: false,
      ...(ca && { ca }),
      timeout: body ? bodyPatience : patience,
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
        if (text.length < longest) text += chunk;
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
    const timer = setTimeout(send, untilAgreed);
    sent.on("continue", send);
    sent.on("close", () => clearTimeout(timer));
    sent.flushHeaders();
  });
}
