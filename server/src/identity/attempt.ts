import fastifyCookie from "@fastify/cookie";

/** A sign-in under way: what `start` must still know when the browser comes back. */
export type Attempt = {
  state: string;
  nonce: string;
  /** PKCE (RFC 7636). */
  verifier: string;
  mode: "popup" | "redirect";
  /** What the asking tab calls this sign-in. */
  name: string;
  /** The session that this browser had before, which ends when the sign-in succeeds. */
  replaces: string | undefined;
};

/** Seconds in which somebody must be done at the provider. */
export const attemptLifetime = 600;

export type AttemptSeal = {
  close(attempt: Attempt): string;
  /** @returns undefined for what we have not written, or too long ago */
  open(text: string | undefined): Attempt | undefined;
};

/** Signs attempts (HMAC-SHA256) so that they can live in the browser. @param key the same in all processes */
export function createAttemptSeal(key: Buffer): AttemptSeal {
  const signer = new fastifyCookie.Signer(key);
  return {
    close(attempt) {
      const text = JSON.stringify({ attempt, startedAt: Date.now() });
      return signer.sign(Buffer.from(text).toString("base64url"));
    },
    open(text) {
      const { valid, value } = signer.unsign(text ?? "");
      if (!valid || value === null) return undefined;
      const opened: unknown = JSON.parse(Buffer.from(value, "base64url").toString("utf8"));
      const { attempt, startedAt } = opened as { attempt: Attempt; startedAt: number };
      const age = Date.now() - startedAt;
      return age >= 0 && age < attemptLifetime * 1000 ? attempt : undefined;
    },
  };
}
