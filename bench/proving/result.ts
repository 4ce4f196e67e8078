import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../results", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));
/** What is tried is what lies there when the proof begins. */
const tried = commit();

export type Proof = {
  name: string;
  options: object;
  /** What was counted, for the table. */
  figures: Record<string, string | number>;
  /** Everything that contradicts the promise, in words; none is a proof. */
  broken: string[];
};

/** Prints the table, writes bench/results/<name>.json, and fails the command when the promise is broken. */
export function conclude({ name, options, figures, broken }: Proof): void {
  console.table(figures);
  for (const line of broken.slice(0, 40)) console.error(`BROKEN: ${line}`);
  const machine = { processors: availableParallelism(), model: cpus()[0]?.model };
  const at = new Date().toISOString();
  const versions = { node: process.version };
  const text = { name, at, commit: tried, versions, machine, options, figures, broken };
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${name}.json`, `${JSON.stringify(text, undefined, 2)}\n`);
  console.log(broken.length === 0 ? `${name}: holds` : `${name}: ${broken.length} broken`);
  process.exitCode = broken.length === 0 ? 0 : 1;
}

/** The commit that was tried; says so when the product's files differ from it. */
function commit(): string {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" });
  try {
    const changed = git("status", "--porcelain", "--", "server", "contract", "web");
    return git("rev-parse", "--short", "HEAD").trim() + (changed === "" ? "" : " with changes");
  } catch {
    return "unknown";
  }
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The value below which that share of the numbers lies. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}
