import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../results", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));

/** Writes bench/results/<name>.json: what was measured, and of what, with what, where. */
export function writeResult(name: string, options: object, result: object): void {
  const versions = {
    node: process.version,
    ...versionsOf("server/package.json", ["fastify", "pg"]),
    ...versionsOf("bench/opponents/package.json", ["express", "autocannon", "lighthouse"]),
  };
  const machine = { processors: availableParallelism(), model: cpus()[0]?.model };
  const at = new Date().toISOString();
  mkdirSync(folder, { recursive: true });
  const text = { name, at, commit: commit(), versions, machine, options, result };
  writeFileSync(`${folder}/${name}.json`, `${JSON.stringify(text, undefined, 2)}\n`);
  console.log(`bench/results/${name}.json`);
}

function versionsOf(manifest: string, names: string[]): Record<string, string | undefined> {
  const { dependencies } = JSON.parse(readFileSync(`${root}/${manifest}`, "utf8")) as {
    dependencies: Record<string, string>;
  };
  return Object.fromEntries(names.map((name) => [name, dependencies[name]]));
}

/** The commit that was measured; says so when files differ from it. */
function commit(): string {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" });
  try {
    const changed = git("status", "--porcelain", "--", "server", "contract", "web", "bench/*.ts");
    return git("rev-parse", "--short", "HEAD").trim() + (changed === "" ? "" : " with changes");
  } catch {
    return "unknown";
  }
}
