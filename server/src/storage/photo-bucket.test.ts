import { startFauxqs, type FauxqsServer } from "fauxqs";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestMarket } from "../../test/market.ts";
import { describeStorage } from "../../test/storage-behaviour.ts";
import { createStorage } from "./storage.ts";
import { phoneJpeg } from "../../test/pictures/pictures.ts";

let server: FauxqsServer;
beforeAll(async () => {
  server = await startFauxqs({ port: 0, host: "127.0.0.1", logger: false });
  server.createBucket("photos");
});
afterAll(() => server.stop());

const address = (bucket: string) =>
  `s3://${bucket}?endpoint=http://127.0.0.1:${server.port}&region=ap-south-1`;
const open = (bucket: string) =>
  createStorage({
    url: address(bucket),
    folder: "/nowhere",
    credentials: { accessKeyId: "key", secretAccessKey: "secret" },
  });

describeStorage("a bucket of photos", () => open("photos"));

describe("a bucket of photos that is set up wrongly", () => {
  it("is not ready without its bucket", async () => {
    await expect((await open("other")).check()).rejects.toThrow();
  });

  it.each([
    "s3:photos",
    "https://photos",
    "s3://",
    "s3://A_B",
    "s3://photos?endpoint=file:///etc",
    "photos",
  ])("refuses the address %j", async (url) => {
    const credentials = { accessKeyId: "key", secretAccessKey: "secret" };
    await expect(createStorage({ url, folder: "/nowhere", credentials })).rejects.toThrow(
      "STORAGE_URL",
    );
  });

  it("refuses to open without credentials", async () => {
    await expect(createStorage({ url: "s3://photos", folder: "/nowhere" })).rejects.toThrow(
      "AWS_ACCESS_KEY_ID",
    );
  });
});

describe("the marketplace on a bucket", () => {
  it("keeps photos there and serves them from its own origin", async () => {
    server.createBucket("campus");
    const market = await openTestMarket({
      STORAGE_URL: address("campus"),
      AWS_ACCESS_KEY_ID: "key",
      AWS_SECRET_ACCESS_KEY: "secret",
    });
    try {
      const asha = await market.student("Asha");
      const form = new FormData();
      form.append("image", new Blob([new Uint8Array(await phoneJpeg(1600, 1200))]), "cycle.jpg");
      const { status, body } = await asha.call("POST", "/api/photos", { form });
      expect(status).toBe(201);
      expect(await Array.fromAsync((await open("campus")).list())).toHaveLength(3);
      const photo = await market.app.inject({ url: body.photo.url });
      expect([photo.statusCode, photo.headers["content-type"]]).toEqual([200, "image/webp"]);
      expect(await sharp(photo.rawPayload).metadata()).toMatchObject({
        format: "webp",
        width: 640,
        height: 480,
      });
      expect((await market.app.inject({ url: "/photos/absent.webp" })).statusCode).toBe(404);
    } finally {
      await market.close();
    }
  });
});
