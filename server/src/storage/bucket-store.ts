import type { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  NoSuchKey,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { type Credentials, type ObjectStore, typeOf } from "./object-store.ts";

const connectionTimeout = 3_000;
const requestTimeout = 15_000;
/** Bytes; a file may have 10,000 parts. */
const partSize = 8 * 1024 * 1024;

/** @param url `s3://bucket/folder?endpoint=…&region=…`; without an endpoint it is Amazon's, the folder is optional */
export function openBucket(setting: string, url: string, credentials: Credentials): ObjectStore {
  const { bucket, inside, endpoint, region } = readBucketUrl(setting, url);
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
  const prefix = inside === "" ? "" : `${inside}/`;
  const object = (path: string) => ({ Bucket: bucket, Key: prefix + path });
  const putWhole = (path: string, content: Buffer) =>
    client.send(
      new PutObjectCommand({ ...object(path), Body: content, ContentType: typeOf(path) }),
    );

  /** Uploads a large file in parts; it appears once all of them are stored. */
  async function putParts(path: string, parts: AsyncIterator<Buffer>, first: Buffer) {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(object(path)));
    const upload = { ...object(path), UploadId };
    try {
      const uploaded: { PartNumber: number; ETag: string | undefined }[] = [];
      for (
        let part: IteratorResult<Buffer> = { done: false, value: first };
        !part.done;
        part = await parts.next()
      ) {
        const PartNumber = uploaded.length + 1;
        const one = { ...upload, PartNumber, Body: part.value };
        uploaded.push({ PartNumber, ETag: (await client.send(new UploadPartCommand(one))).ETag });
      }
      const whole = { ...upload, MultipartUpload: { Parts: uploaded } };
      await client.send(new CompleteMultipartUploadCommand(whole));
    } catch (error) {
      await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {});
      throw error;
    }
  }

  return {
    name: `s3://${bucket}${inside === "" ? "" : `/${inside}`}`,

    async put(path, content) {
      const parts = partsOf(Buffer.isBuffer(content) ? [content] : content);
      const { value: first = Buffer.alloc(0) } = await parts.next();
      if (first.length < partSize) await putWhole(path, first);
      else await putParts(path, parts, first);
    },

    async open(path) {
      try {
        const found = await client.send(new GetObjectCommand(object(path)));
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

    async *list(folder) {
      const request = { Bucket: bucket, Prefix: folder ? `${prefix}${folder}/` : prefix };
      for await (const page of paginateListObjectsV2({ client }, request))
        for (const { Key, Size = 0, LastModified } of page.Contents ?? [])
          if (Key && LastModified)
            yield { path: Key.slice(prefix.length), bytes: Size, modifiedAt: LastModified };
    },

    async folders() {
      const names: string[] = [];
      const request = { Bucket: bucket, Prefix: prefix, Delimiter: "/" };
      for await (const page of paginateListObjectsV2({ client }, request))
        for (const { Prefix = "" } of page.CommonPrefixes ?? [])
          names.push(Prefix.slice(prefix.length, -1));
      return names;
    },

    async remove(path) {
      await client.send(new DeleteObjectCommand(object(path)));
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
  const inside = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, "");
  const region = url.searchParams.get("region") ?? "us-east-1";
  return { bucket: url.hostname, inside, endpoint, region };
}

async function* partsOf(
  content: Iterable<Buffer> | AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, undefined> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    held.push(chunk);
    size += chunk.length;
    if (size < partSize) continue;
    yield Buffer.concat(held);
    held = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(held);
}
