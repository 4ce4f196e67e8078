import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Storage, StoredFile } from "./storage.ts";

const contentOf = async ({ pieces }: StoredFile): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(pieces, (piece) => Buffer.from(piece)));

/** What every store must do, whatever it is made of; each kind runs this same list. */
export function describeStorage(name: string, open: () => Promise<Storage>): void {
  describe(name, () => {
    let storage: Storage;
    let folder: string;
    beforeAll(async () => {
      storage = await open();
      folder = await mkdtemp(join(tmpdir(), "market-storage-"));
    });
    afterAll(() => rm(folder, { recursive: true }));

    const put = async (key: string, content: string | Buffer) => {
      const path = join(folder, "source");
      await writeFile(path, content);
      await storage.put(key, path);
    };
    const read = async (key: string) => {
      const file = await storage.open(key);
      return file && contentOf(file);
    };
    const keys = async () => (await Array.fromAsync(storage.list())).map((file) => file.key);

    it("gives back the bytes that were put, with their size and time", async () => {
      const content = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251));
      await put("abc0-640.webp", content);
      const file = await storage.open("abc0-640.webp");
      expect(file?.bytes).toBe(300_000);
      expect(Math.abs(Date.now() - Number(file?.modifiedAt))).toBeLessThan(60_000);
      expect(file && (await contentOf(file))).toEqual(content);
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
