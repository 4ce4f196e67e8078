import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { startFauxqs } from "fauxqs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/folder.ts";
import { openShelf } from "./shelf.ts";

let store: Awaited<ReturnType<typeof startFauxqs>>;
beforeAll(async () => {
  store = await startFauxqs({ port: 0, host: "127.0.0.1", logger: false });
  store.createBucket("shelf");
});
afterAll(() => store.stop());

const credentials = { accessKeyId: "key", secretAccessKey: "secret" };
const places = {
  "a folder": () => temporaryFolder(),
  "a bucket": async () =>
    `s3://shelf/one/two?endpoint=http://127.0.0.1:${store.port}&region=ap-south-1`,
};

describe.each(Object.entries(places))("%s for backups", (_, placeOf) => {
  it("keeps files of every size, lists them in order, and forgets what is removed", async () => {
    const shelf = await openShelf(await placeOf(), credentials);
    const large = randomBytes(40 * 1024 * 1024 + 1);
    async function* blocks() {
      for (let at = 0; at < large.length; at += 100_000) yield large.subarray(at, at + 100_000);
    }
    await shelf.put("b/large", blocks());
    await shelf.put("b/none", none());
    await shelf.putWhole("b/c/small", Buffer.from("small"));
    await shelf.putWhole("b/a", Buffer.from("first"));
    expect((await buffer(shelf.read("b/large"))).equals(large)).toBe(true);
    expect(await buffer(shelf.read("b/none"))).toHaveLength(0);
    expect((await buffer(shelf.read("b/c/small"))).toString()).toBe("small");
    expect(await shelf.folders()).toEqual(["b"]);
    expect(await Array.fromAsync(shelf.list("b"))).toEqual([
      "b/a",
      "b/c/small",
      "b/large",
      "b/none",
    ]);
    await shelf.remove("b/large");
    expect([await shelf.has("b/large"), await shelf.has("b/a")]).toEqual([false, true]);
    await expect(buffer(shelf.read("b/large"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("shows nothing of a file that broke off", async () => {
    const shelf = await openShelf(await placeOf(), credentials);
    async function* broken() {
      for (let n = 0; n < 200; n++) yield Buffer.alloc(100_000);
      throw new Error("the source failed");
    }
    await expect(shelf.put("b/broken", broken())).rejects.toThrow("the source failed");
    expect(await shelf.has("b/broken")).toBe(false);
    expect(await Array.fromAsync(shelf.list("b"))).not.toContain("b/broken");
  });
});

async function* none(): AsyncGenerator<Buffer> {}
