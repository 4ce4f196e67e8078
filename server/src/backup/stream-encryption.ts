import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts with AES-256-GCM: nonce, content, tag. @param name authenticated; the same is needed to decrypt */
export async function* encryptStream(
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
  key: Buffer,
  name: string,
): AsyncGenerator<Buffer> {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(name));
  yield nonce;
  for await (const chunk of source) yield cipher.update(chunk);
  yield cipher.final();
  yield cipher.getAuthTag();
}

/** Decrypts. @throws at the end if a byte was changed, so do not use the content before */
export async function* decryptStream(
  source: AsyncIterable<Buffer>,
  key: Buffer,
  name: string,
): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0);
  let decipher: ReturnType<typeof createDecipher> | undefined;
  for await (const chunk of source) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    if (decipher === undefined && held.length >= nonceBytes) {
      decipher = createDecipher(key, held.subarray(0, nonceBytes), name);
      held = held.subarray(nonceBytes);
    }
    if (decipher === undefined || held.length <= tagBytes) continue;
    yield decipher.update(held.subarray(0, -tagBytes));
    held = held.subarray(-tagBytes);
  }
  if (decipher === undefined || held.length !== tagBytes) throw new Error(`${name} is cut off`);
  decipher.setAuthTag(held);
  yield decipher.final();
}

const createDecipher = (key: Buffer, nonce: Buffer, name: string) =>
  createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(name));
