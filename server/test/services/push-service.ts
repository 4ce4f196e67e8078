import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { importJWK, jwtVerify } from "jose";
import { makeCertificate } from "./front-proxy.ts";

export type Message = {
  /** Name of the receiving browser */
  to: string;
  topic: string;
  ttl: string;
  /** The sender, by its token */
  contact: string;
  key: string;
  /** The received bytes */
  encrypted: Buffer;
  payload: { id: string; title: string; text: string; path: string };
};

/** A browser as its push service knows it. */
export type TestBrowser = {
  endpoint: string;
  keys: { p256dh: string; auth: string };
};

/** An answer, a promise that it waits for before it takes the message, or "cut" to take it and answer nothing. */
type Verdict =
  | undefined
  | number
  | { status: number; headers: Record<string, string> }
  | "cut"
  | Promise<unknown>;

export type TestPushService = {
  /** Its name for PUSH_SERVICES. */
  host: string;
  /** Its authority's certificate, in PEM. */
  certificate: string;
  /** Taken, in their order. */
  messages: Message[];
  /** Every call, with the name of the browser it was for. */
  recipients: string[];
  judge: (browser: string) => Verdict;
  browser(name: string): TestBrowser;
  close(): Promise<void>;
};

type Secrets = { privateKey: string; auth: string };

const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, bytes: number) =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));

/** Decrypts a message (RFC 8291 section 3.4, RFC 8188 section 2). */
export function decryptMessage(body: Buffer, secrets: Secrets): string {
  const own = createECDH("prime256v1");
  own.setPrivateKey(secrets.privateKey, "base64url");
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const start = 21 + body.readUInt8(20);
  const sender = body.subarray(21, start);
  const encrypted = body.subarray(start);
  if (encrypted.length > recordSize) throw new Error("more than one record");
  const context = Buffer.concat([Buffer.from("WebPush: info\0"), own.getPublicKey(), sender]);
  const auth = Buffer.from(secrets.auth, "base64url");
  const secret = derive(own.computeSecret(sender), auth, context, 32);
  const key = derive(secret, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = derive(secret, salt, "Content-Encoding: nonce\0", 12);
  const open = createDecipheriv("aes-128-gcm", key, nonce);
  open.setAuthTag(encrypted.subarray(-16));
  const padded = Buffer.concat([open.update(encrypted.subarray(0, -16)), open.final()]);
  const end = padded.lastIndexOf(2);
  if (padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("wrong padding");
  return padded.subarray(0, end).toString();
}

/** The sender by its token (RFC 8292). @throws if the token is for another origin */
async function readSender(authorization: string, origin: string) {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]{87})$/.exec(authorization) ?? [];
  const point = Buffer.from(key, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const { payload } = await jwtVerify(token, await importJWK(jwk, "ES256"), { audience: origin });
  if ((payload.exp ?? Infinity) > Date.now() / 1_000 + 86_400) throw new Error("too long");
  return { key, contact: payload.sub ?? "" };
}

/** Starts a real push service (RFC 8030) on https, trusted by this process. */
export async function startPushService(): Promise<TestPushService> {
  // OpenSSL looks authorities up by their subject, so a second one of the same subject may hide the first.
  const subject = `push service ${randomUUID()}`;
  const { cert, private: key } = await makeCertificate("localhost", subject);
  setDefaultCACertificates([...getCACertificates("default"), cert]);
  const browsers = new Map<string, Secrets>();
  const server = createServer({ cert, key }, async (request, response) => {
    const body = await buffer(request);
    const to = decodeURIComponent(request.url?.split("/").at(-1) ?? "");
    const secrets = browsers.get(to);
    if (request.method === "POST") one.recipients.push(to);
    try {
      if (request.method !== "POST" || secrets === undefined)
        return void response.writeHead(404).end();
      if (request.headers["content-encoding"] !== "aes128gcm")
        return void response.writeHead(415).end();
      const sender = await readSender(request.headers.authorization ?? "", `https://${one.host}`);
      const verdict = one.judge(to);
      if (verdict instanceof Promise) await verdict;
      if (typeof verdict === "number") return void response.writeHead(verdict).end();
      if (typeof verdict === "object" && "status" in verdict)
        return void response.writeHead(verdict.status, verdict.headers).end();
      if (request.socket.destroyed) return;
      const topic = String(request.headers["topic"]);
      one.messages.push({
        to,
        topic,
        ttl: String(request.headers["ttl"]),
        ...sender,
        encrypted: body,
        payload: JSON.parse(decryptMessage(body, secrets)),
      });
      if (verdict === "cut") return void request.socket.destroy();
      response.writeHead(201, { location: `https://${one.host}/message/1` }).end();
    } catch (error) {
      response.writeHead(400).end(String(error));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const one: TestPushService = {
    host: `localhost:${port}`,
    certificate: cert,
    messages: [],
    recipients: [],
    judge: () => undefined,
    browser(name) {
      const pair = createECDH("prime256v1");
      const p256dh = pair.generateKeys("base64url") as string;
      const auth = randomBytes(16).toString("base64url");
      browsers.set(name, { privateKey: pair.getPrivateKey("base64url") as string, auth });
      return {
        endpoint: `https://${one.host}/push/${encodeURIComponent(name)}`,
        keys: { p256dh, auth },
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return one;
}
