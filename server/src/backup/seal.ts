import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM: nonce, content, tag. @param name what the content is; it opens under no other */
export async function* sealed(
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

/** @throws at the end when a byte is not as it was written, so use nothing of it before */
export async function* opened(
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
