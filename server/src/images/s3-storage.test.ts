import { startFauxqs, type FauxqsServer } from "fauxqs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeStorage } from "./storage-behaviour.ts";
import { createStorage } from "./storage.ts";

let server: FauxqsServer;
beforeAll(async () => {
  server = await startFauxqs({ port: 0, host: "127.0.0.1", logger: false });
  server.createBucket("photos");
});
afterAll(() => server.stop());

const open = (bucket: string) =>
  createStorage({
    url: `s3://${bucket}?endpoint=http://127.0.0.1:${server.port}&region=ap-south-1`,
    folder: "/nowhere",
    credentials: { accessKeyId: "key", secretAccessKey: "secret" },
  });

describeStorage("a bucket of photos", () => open("photos"));

describe("a bucket of photos that is set up wrongly", () => {
  it("is not ready without its bucket", async () => {
    await expect((await open("other")).check()).rejects.toThrow();
  });

  it.each(["s3:photos", "https://photos", "s3://", "s3://A_B", "s3://photos?endpoint=file:///etc", "photos"])(
    "refuses the address %j",
    async (url) => {
      const credentials = { accessKeyId: "key", secretAccessKey: "secret" };
      await expect(createStorage({ url, folder: "/nowhere", credentials })).rejects.toThrow("STORAGE_URL");
    },
  );

  it("refuses to open without credentials", async () => {
    await expect(createStorage({ url: "s3://photos", folder: "/nowhere" })).rejects.toThrow("AWS_ACCESS_KEY_ID");
  });
});
