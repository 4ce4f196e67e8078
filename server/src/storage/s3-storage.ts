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

const connectionTimeout = 3_000;
const requestTimeout = 15_000;

/** @param url `s3://bucket?endpoint=…&region=…`; without an endpoint it is Amazon's */
export function connectToBucket(
  setting: string,
  url: string,
  credentials: StorageSetting["credentials"],
): { client: S3Client; bucket: string } {
  const { bucket, endpoint, region } = readBucketUrl(setting, url);
  if (!credentials)
    throw new Error(
      `${setting} names an S3 bucket, so AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are needed`,
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
  return { client, bucket };
}

export function openS3Storage(url: string, credentials: StorageSetting["credentials"]): Storage {
  const { client, bucket } = connectToBucket("STORAGE_URL", url, credentials);
  const nameOf = (key: string) => ({ Bucket: bucket, Key: requireKey(key) });

  return {
    async put(key, content) {
      const object = { ...nameOf(key), Body: content, ContentType: typeOf(key) };
      await client.send(new PutObjectCommand(object));
    },

    async open(key) {
      try {
        const found = await client.send(new GetObjectCommand(nameOf(key)));
        const { Body, ContentLength: bytes, LastModified: modifiedAt = new Date(0) } = found;
        if (!Body) return undefined;
        const stream = Body as Readable;
        if (bytes !== undefined) return { bytes, modifiedAt, stream };
        stream.destroy();
        throw new Error("the bucket does not say how long a file is");
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    // One by one: the call for many needs a checksum that not every service agrees on.
    async remove(keys) {
      await Promise.all(keys.map((key) => client.send(new DeleteObjectCommand(nameOf(key)))));
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

function readBucketUrl(setting: string, text: string) {
  const url = URL.parse(text);
  if (url?.protocol !== "s3:" || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname)) {
    throw new Error(`${setting} must look like s3://bucket?endpoint=https://…&region=…`);
  }
  const endpoint = url.searchParams.get("endpoint") ?? undefined;
  if (endpoint !== undefined && !/^https?:\/\/[^/]/.test(endpoint)) {
    throw new Error(`the endpoint in ${setting} must be an http or https address`);
  }
  return { bucket: url.hostname, endpoint, region: url.searchParams.get("region") ?? "us-east-1" };
}
