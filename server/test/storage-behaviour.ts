import { buffer } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";
import type { Storage } from "../src/storage/storage.ts";

/** Tests that every kind of store runs. */
export function describeStorage(name: string, open: () => Promise<Storage>): void {
  describe(name, () => {
    let storage: Storage;
    beforeAll(async () => {
      storage = await open();
    });

    const put = (key: string, content: string | Buffer) => storage.put(key, Buffer.from(content));
    const read = async (key: string) => {
      const file = await storage.open(key);
      return file && buffer(file.stream);
    };
    const keys = async () => (await Array.fromAsync(storage.list())).map((file) => file.key);

    it("gives back the bytes that were put, with their size and time", async () => {
      const content = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251));
      await put("abc0-640.webp", content);
      const file = await storage.open("abc0-640.webp");
      expect(file?.bytes).toBe(300_000);
      expect(Math.abs(Date.now() - Number(file?.modifiedAt))).toBeLessThan(60_000);
      expect(file && (await buffer(file.stream))).toEqual(content);
    });

    it("puts the same name twice without harm", async () => {
      await put("abc1.webp", "one");
      await put("abc1.webp", "two");
      expect(String(await read("abc1.webp"))).toBe("two");
    });

    it("answers nothing for an absent file", async () => {
      expect(await storage.open("abc2.webp")).toBeUndefined();
    });

    it("removes files, present or not", async () => {
      await put("abc3.webp", "x");
      await storage.remove(["abc3.webp", "abc4.webp", "fff.avif"]);
      expect(await storage.open("abc3.webp")).toBeUndefined();
      expect(await keys()).not.toContain("abc3.webp");
    });

    it("lists every file once, past a page of a thousand", async () => {
      const many = Array.from({ length: 1_010 }, (_, i) => `list${i}.avif`);
      for (let first = 0; first < many.length; first += 50)
        await Promise.all(many.slice(first, first + 50).map((key) => put(key, "x")));
      const listed = (await keys()).filter((key) => key.startsWith("list"));
      expect(listed.toSorted()).toEqual(many.toSorted());
      await storage.remove(many);
    });

    it("is ready", async () => {
      await expect(storage.check()).resolves.toBeUndefined();
    });

    it.each([
      "",
      "../abc.webp",
      "abc/../x.webp",
      "/etc/passwd",
      "abc",
      "ABC.webp",
      ".incoming",
      "abc\0.webp",
      "ab.webp",
      "a".repeat(200),
    ])("takes no other name than a key: %j", async (key) => {
      await expect(put(key, "x")).rejects.toThrow("not a storage key");
      await expect(storage.open(key)).rejects.toThrow("not a storage key");
      await expect(storage.remove([key])).rejects.toThrow("not a storage key");
    });
  });
}
