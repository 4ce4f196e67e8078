import { createECDH, createPrivateKey } from "node:crypto";
import { SignJWT } from "jose";
import { deriveKey } from "../db/secrets.ts";

const curve = "prime256v1";
/** The order of P-256's group. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** Seconds for which a push service stores a message for a phone that is off. */
const lifetime = 86_400;
/** Milliseconds. */
const timeoutMs = 10_000;

/** The key pair that names this market to push services (VAPID, RFC 8292). */
export type PushKey = {
  /** Browsers subscribe with it. */
  publicKey: string;
  /** @returns the header that identifies the sender to a push service */
  authorize(endpoint: string, contact: string): Promise<string>;
};

/** Derives the key pair, which browsers that have subscribed know. */
export function openPushKey(lastingKey: Buffer): PushKey {
  const random = BigInt(`0x${deriveKey(lastingKey, "web push").toString("hex")}`);
  const scalar = ((random % (order - 1n)) + 1n).toString(16).padStart(64, "0");
  const pair = createECDH(curve);
  pair.setPrivateKey(scalar, "hex");
  const point = pair.getPublicKey();
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
    d: Buffer.from(scalar, "hex").toString("base64url"),
  };
  const privateKey = createPrivateKey({ key: jwk, format: "jwk" });
  const publicKey = point.toString("base64url");
  return {
    publicKey,
    async authorize(endpoint, contact) {
      const token = await new SignJWT({})
        .setProtectedHeader({ typ: "JWT", alg: "ES256" })
        .setAudience(new URL(endpoint).origin)
        .setExpirationTime("12h")
        .setSubject(`mailto:${contact}`)
        .sign(privateKey);
      return `vapid t=${token}, k=${publicKey}`;
    },
  };
}

/** Whether the operator allows it, so that a student cannot make the server call a computer of their choice. */
export function isPushService(endpoint: string, services: readonly string[]): boolean {
  const url = URL.parse(endpoint);
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "") return false;
  return services.some((service) =>
    service.startsWith(".") ? url.host.endsWith(service) : url.host === service,
  );
}

/** Whether a message can be encrypted for it: a point of the curve. */
export function isPublicKey(key: string): boolean {
  try {
    const pair = createECDH(curve);
    pair.generateKeys();
    pair.computeSecret(key, "base64url");
    return true;
  } catch {
    return false;
  }
}

export type PushRecipient = { endpoint: string; p256dh: string; auth: string };

/** Encrypts a message for the reader's browser (RFC 8291). */
async function encryptFor({ p256dh, auth }: PushRecipient, text: string): Promise<Buffer> {
  const { encrypt } = await import("http_ece");
  const privateKey = createECDH(curve);
  privateKey.generateKeys();
  return encrypt(Buffer.from(text), {
    version: "aes128gcm",
    privateKey,
    dh: p256dh,
    authSecret: auth,
  });
}

/** @param topic a push service keeps the last message of each @returns the service's answer @throws the network's error */
export async function postMessage(
  reader: PushRecipient,
  { text, topic, authorization }: { text: string; topic: string; authorization: string },
): Promise<{ status: number; retryAfter: number }> {
  const response = await fetch(reader.endpoint, {
    method: "POST",
    // A redirect could lead anywhere.
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      authorization,
      "content-type": "application/octet-stream",
      "content-encoding": "aes128gcm",
      ttl: String(lifetime),
      urgency: "normal",
      topic,
    },
    body: new Uint8Array(await encryptFor(reader, text)),
  });
  await response.body?.cancel();
  const retryAfter = Number(response.headers.get("retry-after"));
  return { status: response.status, retryAfter: retryAfter > 0 ? retryAfter : 0 };
}
