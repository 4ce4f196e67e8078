import { readFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  NoSuchKey,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { isKey, requireKey, typeOf, type Storage, type StorageSetting } from "./storage.ts";

/** Milliseconds to a connection, and to an answer. */
const connectionTimeout = 3_000;
const requestTimeout = 15_000;

/**
 * Photos in a bucket of any S3 service.
 * @param url `s3://bucket?endpoint=…&region=…`; without an endpoint it is Amazon's
 */
export function openS3Storage(url: string, credentials: StorageSetting["credentials"]): Storage {
  const { bucket, endpoint, region } = readStorageUrl(url);
  if (!credentials)
    throw new Error(
      "STORAGE_URL names an S3 bucket, so AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are needed",
    );
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    credentials: { ...credentials, sessionToken: credentials.sessionToken },
    // Services other than Amazon's refuse checksums that they do not know.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout, requestTimeout },
  });

  return {
    async put(key, path) {
      const object = {
        Bucket: bucket,
        Key: requireKey(key),
        Body: await readFile(path),
        ContentType: typeOf(key),
      };
      await client.send(new PutObjectCommand(object));
    },

    async open(key) {
      try {
        const found = await client.send(
          new GetObjectCommand({ Bucket: bucket, Key: requireKey(key) }),
        );
        const { Body, ContentLength: bytes, LastModified: modifiedAt = new Date(0) } = found;
        if (!Body) return undefined;
        const pieces = Body as Readable;
        const close = async () => void pieces.destroy();
        if (bytes !== undefined) return { bytes, modifiedAt, pieces, close };
        await close();
        throw new Error("the bucket does not say how long a file is");
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    // One by one: the call for many needs a checksum that not every service agrees on.
    async remove(keys) {
      await Promise.all(
        keys.map((key) =>
          client.send(new DeleteObjectCommand({ Bucket: bucket, Key: requireKey(key) })),
        ),
      );
    },

    async *list() {
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket })) {
        for (const { Key, Size = 0, LastModified } of page.Contents ?? []) {
          if (Key && LastModified && isKey(Key))
            yield { key: Key, bytes: Size, modifiedAt: LastModified };
        }
      }
    },

    async check() {
      await client.send(new HeadBucketCommand({ Bucket: bucket }));
    },
  };
}

/** @throws with a sentence for the operator when the address names no bucket */
function readStorageUrl(text: string): {
  bucket: string;
  endpoint: string | undefined;
  region: string;
} {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "s3:" || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname)) {
    throw new Error("STORAGE_URL must look like s3://bucket?endpoint=https://…&region=…");
  }
  const endpoint = url.searchParams.get("endpoint") ?? undefined;
  if (endpoint !== undefined && !/^https?:\/\/[^/]/.test(endpoint)) {
    throw new Error("the endpoint in STORAGE_URL must be an http or https address");
  }
  return { bucket: url.hostname, endpoint, region: url.searchParams.get("region") ?? "us-east-1" };
}
