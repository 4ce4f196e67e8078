import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
} from "jose";
import type { Database, Queries } from "../db.ts";
import {
  insertSigningKey,
  lockSigningKeys,
  retireSigningKeys,
  selectSigningKeys,
  type SigningKeyRow,
} from "./keys.sql.ts";
import { isSealed, seal, unseal } from "./seal.ts";

export type Signer = { id: string; key: CryptoKey };

/** The keys of our own tokens, as one process sees them; all processes share those of the database. */
export type SigningKeys = {
  signer(): Promise<Signer>;
  /** @param header the first segment of a token, which must be to the letter what we write */
  verifier(header: string): Promise<CryptoKey | undefined>;
  /** The public keys (RFC 7517). */
  publicKeys(): Promise<{ keys: JWK[] }>;
};

type KeySet = {
  readAt: number;
  signer: Signer;
  verifiers: Map<string, CryptoKey>;
  publicKeys: JWK[];
};

export const signingAlgorithm = "ES256";
/** Milliseconds after which the keys are read again; well under the two minutes of a key's notice. */
const freshFor = 60_000;
/** Milliseconds between two readings that an unknown key causes: at most three a minute. */
const unknownKeyPause = 20_000;

/** The protected header of a token of that key; its order is part of it. */
export function tokenHeader(keyId: string): { alg: string; typ: string; kid: string } {
  return { alg: signingAlgorithm, typ: "JWT", kid: keyId };
}

/**
 * Reads the signing keys when they are first needed, and makes one when there is none.
 * @param secret KEY_SECRET; keys are stored in plain text without one
 */
export function createSigningKeys(db: Database, secret: string | undefined): SigningKeys {
  let known: KeySet | undefined;
  let reading: Promise<KeySet> | undefined;
  const signers = new Map<string, CryptoKey>();

  async function readSigner(rows: SigningKeyRow[]): Promise<Signer | undefined> {
    for (const { id, privateKey, signs } of rows) {
      const key = signs
        ? (signers.get(id) ?? (await openPrivateKey(id, privateKey, secret)))
        : undefined;
      if (key === undefined) continue;
      signers.set(id, key);
      return { id, key };
    }
    return undefined;
  }

  async function readKeys(): Promise<KeySet> {
    const readAt = performance.now();
    let rows = await selectSigningKeys(db);
    let signer = await readSigner(rows);
    if (signer === undefined) {
      rows = await db.transaction(async (transaction) => {
        await lockSigningKeys(transaction);
        const present = await selectSigningKeys(transaction);
        if (await readSigner(present)) return present;
        await addSigningKey(transaction, secret);
        return selectSigningKeys(transaction);
      });
      signer = await readSigner(rows);
    }
    if (signer === undefined) throw new Error("No signing key can be read");
    const verifiers = await Promise.all(
      rows.map(
        async ({ id, publicKey }) => [encodeHeader(id), await importKey(publicKey)] as const,
      ),
    );
    known = {
      readAt,
      signer,
      verifiers: new Map(verifiers),
      publicKeys: rows.map((row) => row.publicKey),
    };
    return known;
  }

  async function keys(oldest = freshFor): Promise<KeySet> {
    if (known && performance.now() - known.readAt < oldest) return known;
    reading ??= readKeys().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  return {
    signer: async () => (await keys()).signer,
    verifier: async (header) =>
      (await keys()).verifiers.get(header) ?? (await keys(unknownKeyPause)).verifiers.get(header),
    publicKeys: async () => ({ keys: (await keys()).publicKeys }),
  };
}

/**
 * Adds a key that begins to sign in two minutes, when the present ones stop. Tokens of those stay
 * good until they expire, so that nobody notices.
 * @returns the id of the new key
 */
export function rotateSigningKeys(db: Database, secret: string | undefined): Promise<string> {
  return db.transaction(async (transaction) => {
    await lockSigningKeys(transaction);
    await retireSigningKeys(transaction);
    return addSigningKey(transaction, secret);
  });
}

async function addSigningKey(db: Queries, secret: string | undefined): Promise<string> {
  const pair = await generateKeyPair(signingAlgorithm, { extractable: true });
  const publicKey = await exportJWK(pair.publicKey);
  const id = await calculateJwkThumbprint(publicKey);
  const privateKey = JSON.stringify(await exportJWK(pair.privateKey));
  await insertSigningKey(
    db,
    id,
    secret === undefined ? privateKey : await seal(privateKey, secret, id),
    {
      ...publicKey,
      kid: id,
      use: "sig",
      alg: signingAlgorithm,
    },
  );
  return id;
}

/** A key sealed under another KEY_SECRET still checks tokens, but signs none here. */
async function openPrivateKey(
  id: string,
  stored: string,
  secret: string | undefined,
): Promise<CryptoKey | undefined> {
  if (!isSealed(stored)) return importKey(JSON.parse(stored) as JWK);
  const text = secret === undefined ? undefined : await unseal(stored, secret, id);
  return text === undefined ? undefined : importKey(JSON.parse(text) as JWK);
}

async function importKey(key: JWK): Promise<CryptoKey> {
  return (await importJWK(key, signingAlgorithm)) as CryptoKey;
}

const encodeHeader = (keyId: string) =>
  Buffer.from(JSON.stringify(tokenHeader(keyId))).toString("base64url");
