import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./programs.ts";

export type Load = {
  requestsPerSecond: number;
  requests: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
};

type Options = {
  origin: string;
  /** Requested in this order, in a loop. */
  paths: readonly string[];
  headers?: Record<string, string>;
  seconds: number;
  connections?: number;
};

const baselines = join(root, "bench/baselines");

/** Installs the packages that only measurements need. */
export function installOpponents(): void {
  const { dependencies } = JSON.parse(readFileSync(join(baselines, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  const isHere = (name: string) => existsSync(join(baselines, "node_modules", name));
  if (Object.keys(dependencies).every(isHere)) return;
  console.log("Installing what is measured against");
  execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: baselines, stdio: "inherit" });
}

/** wrk where it is installed, since it takes the least of the processor; else autocannon. */
const loader = ((): "wrk" | "autocannon" => {
  if (process.env["BENCH_LOADER"] === "autocannon") return "autocannon";
  try {
    execFileSync("wrk", ["--version"], { stdio: "ignore" });
    return "wrk";
  } catch (error) {
    // wrk exits with a failure when asked for its version.
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? "autocannon" : "wrk";
  }
})();

/**
 * Sends requests as fast as they are answered, over that many connections, which stay open.
 * @throws when an answer was an error
 */
export async function load(options: Options): Promise<Load> {
  return loader === "wrk" ? loadByWrk(options) : loadByAutocannon(options);
}

function loadByWrk({ origin, paths, headers = {}, seconds, connections = 64 }: Options): Load {
  const folder = mkdtempSync(join(tmpdir(), "market-bench-"));
  try {
    const script = join(folder, "paths.lua");
    writeFileSync(script, luaOf(paths, headers));
    const output = execFileSync(
      "wrk",
      ["-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "30s", "-s", script, origin],
      { encoding: "utf8" },
    );
    const line = /^RESULT (.*)$/m.exec(output)?.[1];
    const result = JSON.parse(line ?? "null") as (Load & { bad: number }) | null;
    if (result === null || result.bad > 0) throw new Error(`wrk: ${output}`);
    return result;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function luaOf(paths: readonly string[], headers: Record<string, string>): string {
  const fields = Object.entries(headers).map(([name, value]) => `["${name}"] = "${value}"`);
  return `
local paths = { ${paths.map((path) => JSON.stringify(path)).join(", ")} }
local requests = {}
local at = 0
function init()
  for i, path in ipairs(paths) do
    requests[i] = wrk.format("GET", path, { ${fields.join(", ")} })
  end
end
function request()
  at = at % #requests + 1
  return requests[at]
end
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    'RESULT {"requestsPerSecond": %f, "requests": %d, "p50": %f, "p99": %f, "bad": %d}\\n',
    summary.requests * 1e6 / summary.duration, summary.requests, latency:percentile(50) / 1000,
    latency:percentile(99) / 1000, errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
`;
}

type Autocannon = (options: object) => Promise<{
  requests: { average: number; total: number };
  latency: { p50: number; p99: number };
  non2xx: number;
  errors: number;
}>;

async function loadByAutocannon(options: Options): Promise<Load> {
  const { origin, paths, headers = {}, seconds, connections = 64 } = options;
  const autocannon = createRequire(join(baselines, "package.json"))("autocannon") as Autocannon;
  const { requests, latency, non2xx, errors } = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    headers,
    requests: paths.map((path) => ({ method: "GET", path })),
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx} bad answers, ${errors} errors`);
  return {
    requestsPerSecond: requests.average,
    requests: requests.total,
    p50: latency.p50,
    p99: latency.p99,
  };
}

/** The encoding that all supported browsers prefer. */
export const asBrowsers = { "accept-encoding": "br" };

/** An answer as it travels to a browser: fetch would unpack it. */
export async function packed(address: string): Promise<Buffer> {
  const request = get(address, { headers: asBrowsers });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  assert.equal(response.headers["content-encoding"], "br");
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
