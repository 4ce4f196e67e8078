import { EncryptJWT, jwtDecrypt } from "jose";
import { isCanonical } from "../tokens.ts";

export type AuthorizationRequest = {
  state: string;
  nonce: string;
  /** PKCE (RFC 7636) */
  verifier: string;
  /** Seconds since 1970 */
  startedAt: number;
  /** Whether the student must sign in at the provider, even if they just did */
  fresh?: boolean;
  withoutPrompt?: boolean;
  mode: "popup" | "redirect";
  /** The asking tab's name for the sign-in */
  name: string;
  replaces?: string | undefined;
};

/** Seconds */
export const requestLifetime = 600;

const header = { alg: "dir", enc: "A256GCM" };

/** @param key 32 bytes, the same in all processes */
export function encryptState(request: AuthorizationRequest, key: Buffer): Promise<string> {
  return new EncryptJWT({ request }).setProtectedHeader(header).setIssuedAt().encrypt(key);
}

/** @returns undefined for what was changed, or made too long ago */
export async function decryptState(text: string | undefined, ...keys: Buffer[]) {
  if (!text?.split(".").every(isCanonical)) return undefined;
  for (const key of keys)
    try {
      const { payload } = await jwtDecrypt(text, key, { maxTokenAge: requestLifetime });
      return payload["request"] as AuthorizationRequest;
    } catch {
      // The next key, if there is one.
    }
  return undefined;
}
