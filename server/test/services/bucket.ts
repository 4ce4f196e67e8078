import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { randomBytes } from "node:crypto";
import { inject } from "vitest";

/** Settings that keep a market's photos in a bucket of its own, when the run has an S3 server; none otherwise. */
export async function createTestBucket(): Promise<Record<string, string>> {
  const endpoint = inject("storageServer");
  if (endpoint === undefined) return {};
  const credentials = { accessKeyId: "key", secretAccessKey: "secret" };
  const client = new S3Client({
    endpoint,
    credentials,
    region: "ap-south-1",
    forcePathStyle: true,
  });
  const bucket = `photos-${process.pid}-${randomBytes(4).toString("hex")}`;
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return {
    STORAGE_URL: `s3://${bucket}?endpoint=${endpoint}&region=ap-south-1`,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
}
