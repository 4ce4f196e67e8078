import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { startFauxqs } from "fauxqs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/folder.ts";
import { type ObjectStore, openObjectStore } from "./object-store.ts";

let store: Awaited<ReturnType<typeof startFauxqs>>;
beforeAll(async () => {
  store = await startFauxqs({ port: 0, host: "127.0.0.1", logger: false });
  store.createBucket("backups");
});
afterAll(() => store.stop());

const credentials = { accessKeyId: "key", secretAccessKey: "secret" };
const open = (place: string) => openObjectStore("BACKUP_TO", place, credentials);
const read = async (objectStore: ObjectStore, path: string) => {
  const file = await objectStore.open(path);
  return file && buffer(file.stream);
};
const pathsIn = async (objectStore: ObjectStore, folder: string) =>
  (await Array.fromAsync(objectStore.list(folder))).map(({ path }) => path);
const places = {
  "a folder": () => temporaryFolder(),
  "a bucket": async () =>
    `s3://backups/one/two?endpoint=http://127.0.0.1:${store.port}&region=ap-south-1`,
};

describe.each(Object.entries(places))("%s of files", (_, placeOf) => {
  it("stores files of every size, lists them in order, and lists no removed ones", async () => {
    const objectStore = await open(await placeOf());
    const large = randomBytes(40 * 1024 * 1024 + 1);
    async function* blocks() {
      for (let at = 0; at < large.length; at += 100_000) yield large.subarray(at, at + 100_000);
    }
    await objectStore.put("b/large", blocks());
    await objectStore.put("b/none", none());
    await objectStore.put("b/c/small", Buffer.from("small"));
    await objectStore.put("b/a", Buffer.from("first"));
    expect((await read(objectStore, "b/large"))?.equals(large)).toBe(true);
    expect(await read(objectStore, "b/none")).toHaveLength(0);
    expect(String(await read(objectStore, "b/c/small"))).toBe("small");
    expect(await objectStore.folders()).toEqual(["b"]);
    expect(await pathsIn(objectStore, "b")).toEqual(["b/a", "b/c/small", "b/large", "b/none"]);
    await objectStore.remove("b/large");
    expect(await read(objectStore, "b/large")).toBeUndefined();
    expect(await pathsIn(objectStore, "b")).toEqual(["b/a", "b/c/small", "b/none"]);
  });

  it("shows no file whose upload broke off", async () => {
    const objectStore = await open(await placeOf());
    async function* broken() {
      for (let n = 0; n < 200; n++) yield Buffer.alloc(100_000);
      throw new Error("the source failed");
    }
    await expect(objectStore.put("b/broken", broken())).rejects.toThrow("the source failed");
    expect(await objectStore.open("b/broken")).toBeUndefined();
    expect(await pathsIn(objectStore, "b")).not.toContain("b/broken");
  });
});

async function* none(): AsyncGenerator<Buffer> {}
