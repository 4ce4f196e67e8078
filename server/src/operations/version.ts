import { readFileSync } from "node:fs";

const manifest = new URL("../../../package.json", import.meta.url);

export const version = (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version;

/** The running build: a release's file VERSION, which names its commit too; in a clone the version. */
export const build = ((): string => {
  try {
    return readFileSync(new URL("../../../VERSION", import.meta.url), "utf8").trim();
  } catch {
    return version;
  }
})();
