import type { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  paginateListObjectsV2,
  PutObjectCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { connectToBucket } from "../storage/s3-storage.ts";
import { absent, type Credentials, type ObjectStore, tooLarge } from "./object-store.ts";

/** Bytes; a file may have 10,000 parts. */
const partSize = 8 * 1024 * 1024;

/** Opens a bucket. @param url `s3://bucket/folder?endpoint=…&region=…`; the folder is optional */
export function openBucketStore(url: string, credentials: Credentials): ObjectStore {
  const { client, bucket } = connectToBucket("BACKUP_TO", url, credentials);
  const inside = decodeURIComponent(new URL(url).pathname).replace(/^\/+|\/+$/g, "");
  const prefix = inside === "" ? "" : `${inside}/`;
  const object = (path: string) => ({ Bucket: bucket, Key: prefix + path });
  const putWhole = async (path: string, content: Buffer) => {
    await client.send(new PutObjectCommand({ ...object(path), Body: content }));
  };

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
    putWhole,

    async put(path, content) {
      const parts = partsOf(content);
      const { value: first = Buffer.alloc(0) } = await parts.next();
      if (first.length < partSize) await putWhole(path, first);
      else await putParts(path, parts, first);
    },

    async *read(path, most = Infinity) {
      const { Body, ContentLength = Infinity } = await client
        .send(new GetObjectCommand(object(path)))
        .catch((error: unknown) => {
          throw error instanceof NoSuchKey ? absent(path) : error;
        });
      const content = Body as Readable | undefined;
      if (most < ContentLength) {
        content?.destroy();
        throw tooLarge(path, most);
      }
      if (content) yield* content as AsyncIterable<Buffer>;
    },

    async has(path) {
      try {
        await client.send(new HeadObjectCommand(object(path)));
        return true;
      } catch (error) {
        if (error instanceof NotFound || error instanceof NoSuchKey) return false;
        throw error;
      }
    },

    async folders() {
      const names: string[] = [];
      const request = { Bucket: bucket, Prefix: prefix, Delimiter: "/" };
      for await (const page of paginateListObjectsV2({ client }, request))
        for (const { Prefix = "" } of page.CommonPrefixes ?? [])
          names.push(Prefix.slice(prefix.length, -1));
      return names;
    },

    async *list(folder) {
      const request = { Bucket: bucket, Prefix: `${prefix}${folder}/` };
      for await (const page of paginateListObjectsV2({ client }, request))
        for (const { Key = "" } of page.Contents ?? []) yield Key.slice(prefix.length);
    },

    async remove(path) {
      await client.send(new DeleteObjectCommand(object(path)));
    },
  };
}

async function* partsOf(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
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
