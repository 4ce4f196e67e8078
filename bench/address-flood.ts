// Strangers with ever new IPv6 addresses, as a proxy names them, and what the process remembers of them:
// npm run bench -- address-flood [--requests 60000]
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request as ask } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  product,
  productEnvironment,
  residentMegabytes,
  startProgram,
} from "./measuring/programs.ts";
import { generator } from "./measuring/statistics.ts";
import { conclude } from "./proving/result.ts";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "60000" },
    connections: { type: "string", default: "32" },
    port: { type: "string", default: "3480" },
    seed: { type: "string", default: "1" },
  },
});
const [port, requests] = [Number(values.port), Number(values.requests)];
/** Megabytes by which a process that is in use may grow. */
const most = 60;
/** Requests of one address after which it is in use: its code is compiled and its heap has its usual size. */
const warmUp = 10_000;
const random = generator(Number(values.seed));
const group = () => Math.floor(random() * 65_536).toString(16);
const groups = (count: number) => Array.from({ length: count }, group).join(":");
const agent = new Agent({ keepAlive: true, maxSockets: Number(values.connections) });
const figures: Record<string, number | string> = {};
const broken: string[] = [];

await flood("one address that may", () => "203.0.113.9", { LIMITS_AI_PER_HOUR: "100000" });
await flood("one /64", () => `2001:db8:0:1:${groups(4)}`);
await flood("many /64", () => `2001:db8:${groups(6)}`);
agent.destroy();
conclude({ name: "address-flood", options: values, figures, broken });

/** All requests to a process of their own, so many at a time as there are connections, each from another address. */
async function flood(
  name: string,
  address: () => string,
  settings: Record<string, string> = {},
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "market-flood-"));
  const program = await startProgram(product, port, {
    env: {
      ...productEnvironment(port, dataDir),
      TRUSTED_PROXIES: "1",
      TRIAL_OPEN: "on",
      LIMITS_REQUESTS_PER_MINUTE: "1000000",
      ...settings,
    },
  });
  const cold = residentMegabytes(program.pid);
  let warm = 0;
  let highest = 0;
  let sent = 0;
  const statuses: Record<number, number> = {};
  const lane = async () => {
    while (sent < warmUp + requests) {
      const isWarm = ++sent > warmUp;
      const now = sent % 500 === 0 ? residentMegabytes(program.pid) : 0;
      if (isWarm) highest = Math.max(highest, now);
      else warm = Math.max(warm, now);
      const status = await describe(isWarm ? address() : "198.51.100.1");
      if (isWarm) statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: Number(values.connections) }, lane));
    highest = Math.max(highest, residentMegabytes(program.pid));
  } finally {
    await program.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  const grown = Math.round(highest - warm);
  figures[`${name}: answers`] = JSON.stringify(statuses);
  figures[`${name}: memory just started, in use and at most MB`] = [cold, warm, highest]
    .map(Math.round)
    .join(", ");
  figures[`${name}: grown in use by MB`] = grown;
  if (grown >= most) broken.push(`${name}: the process has grown by ${grown} MB`);
}

function describe(address: string): Promise<number> {
  const headers = { "content-type": "application/json", "x-forwarded-for": address };
  const path = "/api/ai/generate-description";
  return new Promise((resolve, reject) => {
    const request = ask({ host: "127.0.0.1", port, path, method: "POST", headers, agent });
    request.once("error", reject).once("response", (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? 0));
    });
    request.end('{"title":"Cycle","features":[]}');
  });
}
