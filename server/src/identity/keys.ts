import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from "jose";
import { JWKSNoMatchingKey } from "jose/errors";
import { decrypt, encrypt, isEncrypted } from "../config/encryption.ts";
import type { Database, Queries } from "../db/database.ts";
import {
  insertSigningKey,
  lockSigningKeys,
  retireSigningKeys,
  revokeSigningKeys,
  selectSigningKeys,
  type SigningKeyRow,
} from "./keys.sql.ts";

type Signer = { id: string; key: CryptoKey };

export type SigningKeys = {
  signer(): Promise<Signer>;
  verifier: JWTVerifyGetKey;
  publicKeys(): Promise<JSONWebKeySet>;
};

type KeySet = {
  readAt: number;
  signer: Signer;
  verifier: JWTVerifyGetKey;
  publicKeys: JSONWebKeySet;
};

export const signingAlgorithm = "ES256";
/** Milliseconds after which the keys are read again, well under the two minutes of `retireSigningKeys`. */
const freshFor = 60_000;
/** Milliseconds between two readings that an unknown key causes. */
const unknownKeyPause = 1_000;

/** @param secret KEY_SECRET; keys are stored in plain text without one */
export function createSigningKeys(db: Database, secret: string | undefined): SigningKeys {
  let current: KeySet | undefined;
  let reading: Promise<KeySet> | undefined;

  async function findSigner(rows: SigningKeyRow[]): Promise<Signer | undefined> {
    for (const { id, privateKey } of rows.filter(({ signs }) => signs)) {
      if (current?.signer.id === id) return current.signer;
      const key = await readPrivateKey(id, privateKey, secret);
      if (key !== undefined) return { id, key };
    }
    return undefined;
  }

  async function readKeys(): Promise<KeySet> {
    const readAt = performance.now();
    let rows = await selectSigningKeys(db);
    let signer = await findSigner(rows);
    if (signer === undefined) {
      rows = await db.transaction(async (transaction) => {
        await lockSigningKeys(transaction);
        const present = await selectSigningKeys(transaction);
        if (await findSigner(present)) return present;
        await addSigningKey(transaction, secret);
        return selectSigningKeys(transaction);
      });
      signer = await findSigner(rows);
    }
    if (signer === undefined) throw new Error("No signing key can be read");
    const publicKeys = { keys: rows.map((row) => row.publicKey) };
    current = { readAt, signer, publicKeys, verifier: createLocalJWKSet(publicKeys) };
    return current;
  }

  async function keys(oldest = freshFor): Promise<KeySet> {
    if (current && performance.now() - current.readAt < oldest) return current;
    reading ??= readKeys().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  return {
    // Tokens are issued seldom, and a revoked key must not sign.
    signer: async () => (await keys(0)).signer,
    async verifier(header, token) {
      const { verifier } = await keys();
      try {
        return await verifier(header, token);
      } catch (error) {
        // Another process may have made the key since.
        if (!(error instanceof JWKSNoMatchingKey)) throw error;
        return (await keys(unknownKeyPause)).verifier(header, token);
      }
    },
    publicKeys: async () => (await keys()).publicKeys,
  };
}

/** Adds a key that signs in two minutes, when the present ones stop. @returns its id */
export function rotateSigningKeys(db: Database, secret: string | undefined): Promise<string> {
  return db.transaction(async (transaction) => {
    await lockSigningKeys(transaction);
    await retireSigningKeys(transaction);
    return addSigningKey(transaction, secret);
  });
}

/** Replaces a stolen key: every earlier token is refused immediately. @returns the new key's id */
export function revokeAllSigningKeys(db: Database, secret: string | undefined): Promise<string> {
  return db.transaction(async (transaction) => {
    await lockSigningKeys(transaction);
    await revokeSigningKeys(transaction);
    return addSigningKey(transaction, secret);
  });
}

async function addSigningKey(db: Queries, secret: string | undefined): Promise<string> {
  const pair = await generateKeyPair(signingAlgorithm, { extractable: true });
  const publicKey = await exportJWK(pair.publicKey);
  const id = await calculateJwkThumbprint(publicKey);
  const privateKey = JSON.stringify(await exportJWK(pair.privateKey));
  const stored = secret === undefined ? privateKey : await encrypt(privateKey, secret, id);
  const published = { ...publicKey, kid: id, use: "sig", alg: signingAlgorithm };
  await insertSigningKey(db, id, stored, published);
  return id;
}

/** @returns undefined for a key encrypted under another KEY_SECRET */
async function readPrivateKey(id: string, stored: string, secret: string | undefined) {
  const text = isEncrypted(stored) ? secret && (await decrypt(stored, secret, id)) : stored;
  return text ? ((await importJWK(JSON.parse(text), signingAlgorithm)) as CryptoKey) : undefined;
}
