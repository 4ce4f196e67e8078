import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";

const stretch = promisify<string, Buffer, number, Buffer>(scrypt);
const mark = "sealed-1";

/**
 * Encrypts a text by AES-256-GCM under a key stretched from a passphrase (scrypt, own salt).
 * @param name what the text belongs to; it opens under no other name
 */
export async function seal(text: string, passphrase: string, name: string): Promise<string> {
  const salt = randomBytes(16);
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", await stretch(passphrase, salt, 32), iv);
  cipher.setAAD(Buffer.from(name));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return [
    mark,
    ...[salt, iv, cipher.getAuthTag(), sealed].map((part) => part.toString("base64url")),
  ].join(".");
}

export function isSealed(text: string): boolean {
  return text.startsWith(`${mark}.`);
}

/** @returns the text, or undefined when the passphrase or the name is another, or the text was changed */
export async function unseal(
  text: string,
  passphrase: string,
  name: string,
): Promise<string | undefined> {
  const [salt, iv, tag, sealed] = text
    .split(".")
    .slice(1)
    .map((part) => Buffer.from(part, "base64url"));
  if (!salt || !iv || !tag || !sealed) return undefined;
  try {
    const decipher = createDecipheriv("aes-256-gcm", await stretch(passphrase, salt, 32), iv, {
      authTagLength: 16,
    });
    decipher.setAAD(Buffer.from(name));
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
