import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

type Package = {
  version?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
  license?: string;
};
const root = fileURLToPath(new URL("..", import.meta.url));
const read = <T>(file: string) => JSON.parse(readFileSync(root + file, "utf8")) as T;
const lock = read<{ packages: Record<string, Package> }>("package-lock.json");
const installed = Object.entries(lock.packages).filter(
  ([path, { link }]) => path.includes("node_modules/") && !link,
);
const workspaces = ["", "contract/", "server/", "web/", "fixtures/"];

describe("what the product is built of", () => {
  it("is pinned: every package by version and hash", () => {
    expect(installed.length).toBeGreaterThan(100);
    const unhashed = installed.filter(
      ([, { integrity = "", version }]) => !integrity.startsWith("sha512-") || !version,
    );
    expect(unhashed.map(([path]) => path)).toEqual([]);
  });

  it("names exact versions in every workspace", () => {
    for (const folder of workspaces) {
      const manifest = read<Record<string, Record<string, string>>>(`${folder}package.json`);
      for (const group of ["dependencies", "devDependencies", "optionalDependencies"])
        for (const [name, version] of Object.entries(manifest[group] ?? {}))
          expect(`${name} ${version}`).toMatch(/ \d+\.\d+\.\d+(-[\w.]+)?$/);
    }
  });

  it("runs no script of a package when it is installed", () => {
    const { allowScripts } = read<{ allowScripts: Record<string, boolean> }>("package.json");
    const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript);
    const names = scripted.map(([path]) => path.replace(/^.*node_modules\//, ""));
    expect(names.filter((name) => allowScripts[name] !== false)).toEqual([]);
    expect(Object.values(allowScripts)).not.toContain(true);
  });

  it("is under licences that let anyone use it", () => {
    const free =
      /^\(?(MIT|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD|BlueOak-1\.0\.0|CC0-1\.0|CC-BY-4\.0|Unlicense|MIT-0|OFL-1\.1|MPL-2\.0|Python-2\.0|LGPL-3\.0-or-later)\b/;
    const others = installed.filter(([, { license = "" }]) => !free.test(license));
    // Drawings by several artists, each style under a free licence of its own (its LICENSE.md).
    expect(others.map(([path]) => path)).toEqual(["node_modules/@dicebear/styles"]);
  });
});
