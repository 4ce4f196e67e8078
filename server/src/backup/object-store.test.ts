import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { startFauxqs } from "fauxqs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/folder.ts";
import { openObjectStore } from "./object-store.ts";

let store: Awaited<ReturnType<typeof startFauxqs>>;
beforeAll(async () => {
  store = await startFauxqs({ port: 0, host: "127.0.0.1", logger: false });
  store.createBucket("backups");
});
afterAll(() => store.stop());

const credentials = { accessKeyId: "key", secretAccessKey: "secret" };
const places = {
  "a folder": () => temporaryFolder(),
  "a bucket": async () =>
    `s3://backups/one/two?endpoint=http://127.0.0.1:${store.port}&region=ap-south-1`,
};

describe.each(Object.entries(places))("%s for backups", (_, placeOf) => {
  it("stores files of every size, lists them in order, and lists no removed ones", async () => {
    const objectStore = await openObjectStore(await placeOf(), credentials);
    const large = randomBytes(40 * 1024 * 1024 + 1);
    async function* blocks() {
      for (let at = 0; at < large.length; at += 100_000) yield large.subarray(at, at + 100_000);
    }
    await objectStore.put("b/large", blocks());
    await objectStore.put("b/none", none());
    await objectStore.putWhole("b/c/small", Buffer.from("small"));
    await objectStore.putWhole("b/a", Buffer.from("first"));
    expect((await buffer(objectStore.read("b/large"))).equals(large)).toBe(true);
    expect(await buffer(objectStore.read("b/none"))).toHaveLength(0);
    expect((await buffer(objectStore.read("b/c/small"))).toString()).toBe("small");
    expect(await objectStore.folders()).toEqual(["b"]);
    expect(await Array.fromAsync(objectStore.list("b"))).toEqual([
      "b/a",
      "b/c/small",
      "b/large",
      "b/none",
    ]);
    await objectStore.remove("b/large");
    expect([await objectStore.has("b/large"), await objectStore.has("b/a")]).toEqual([false, true]);
    await expect(buffer(objectStore.read("b/large"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("shows no file whose upload broke off", async () => {
    const objectStore = await openObjectStore(await placeOf(), credentials);
    async function* broken() {
      for (let n = 0; n < 200; n++) yield Buffer.alloc(100_000);
      throw new Error("the source failed");
    }
    await expect(objectStore.put("b/broken", broken())).rejects.toThrow("the source failed");
    expect(await objectStore.has("b/broken")).toBe(false);
    expect(await Array.fromAsync(objectStore.list("b"))).not.toContain("b/broken");
  });
});

async function* none(): AsyncGenerator<Buffer> {}
