import { compactDecrypt, CompactEncrypt } from "jose";

const algorithm = "PBES2-HS512+A256KW";
/** Rounds of PBKDF2 with SHA-512 (OWASP). */
const rounds = 210_000;
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** JWE (RFC 7516). @param name what the secret is; it is decrypted under no other name */
export function encrypt(text: string, passphrase: string, name: string): Promise<string> {
  return new CompactEncrypt(bytesOf(text))
    .setProtectedHeader({ alg: algorithm, enc: "A256GCM", kid: name })
    .setKeyManagementParameters({ p2c: rounds })
    .encrypt(bytesOf(passphrase));
}

export const isEncrypted = (text: string): boolean => text.split(".").length === 5;

/** @returns undefined for another passphrase or name, or changed text */
export async function decrypt(
  text: string,
  passphrase: string,
  name: string,
): Promise<string | undefined> {
  try {
    const { plaintext, protectedHeader } = await compactDecrypt(text, bytesOf(passphrase), {
      keyManagementAlgorithms: [algorithm],
      maxPBES2Count: rounds,
    });
    return protectedHeader["kid"] === name ? new TextDecoder().decode(plaintext) : undefined;
  } catch {
    return undefined;
  }
}
