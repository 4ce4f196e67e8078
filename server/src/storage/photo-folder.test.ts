import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeStorage } from "../../test/storage-behaviour.ts";
import { createStorage } from "./storage.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "market-folder-"));
});
afterAll(() => rm(root, { recursive: true }));

const open = (name: string) => createStorage({ folder: join(root, name) });

describeStorage("a folder of photos", () => open("photos"));

describe("a tampered folder of photos", () => {
  it("follows no symbolic link, neither to a file nor to a folder", async () => {
    const storage = await open("links");
    const outside = join(root, "outside");
    await mkdir(outside);
    await writeFile(join(outside, "abc1.webp"), "secret");
    await symlink(outside, join(root, "links", "abc"));
    await mkdir(join(root, "links", "abd"));
    await symlink(join(outside, "abc1.webp"), join(root, "links", "abd", "abd1.webp"));
    await mkdir(join(root, "links", "abd", "abd2.webp"));

    expect(await storage.open("abc1.webp")).toBeUndefined();
    expect(await storage.open("abd1.webp")).toBeUndefined();
    expect(await storage.open("abd2.webp")).toBeUndefined();
    expect(await Array.fromAsync(storage.list())).toEqual([]);
    await expect(storage.put("abc2.webp", Buffer.from("x"))).rejects.toThrow("not a folder");
    await storage.remove(["abc1.webp"]);
    expect((await readdir(outside)).toSorted()).toEqual(["abc1.webp"]);
  });

  it("leaves nothing behind when a file cannot be stored", async () => {
    const storage = await open("failed");
    await writeFile(join(root, "failed", "abc"), "no folder");
    await expect(storage.put("abc1.webp", Buffer.from("x"))).rejects.toThrow();
    expect(await readdir(join(root, "failed"))).toEqual(["abc"]);
  });

  it("removes a killed process's half-written files, and spares files being written", async () => {
    const storage = await open("killed");
    const place = (name: string) => join(root, "killed", name);
    for (const folder of ["abc", ".incoming"]) await mkdir(place(folder));
    // The previous release writes into a folder of its own.
    const old = ["abc/abc1.webp.new", ".incoming/old"];
    for (const name of [...old, "abc/abc2.webp.new", ".incoming/young"])
      await writeFile(place(name), "half");
    for (const name of old) await utimes(place(name), new Date(0), new Date(0));
    expect(await Array.fromAsync(storage.list())).toEqual([]);
    expect(await readdir(place("abc"))).toEqual(["abc2.webp.new"]);
    expect(await readdir(place(".incoming"))).toEqual(["young"]);
  });

  it("is not ready when its folder is gone", async () => {
    const storage = await open("gone");
    await rm(join(root, "gone"), { recursive: true });
    await expect(storage.check()).rejects.toThrow("ENOENT");
  });
});
