// No request, however strange, is answered with 500 or makes the product grow:
// npm run proof -- attack-requests [--count 100000] [--seed 1] [--slowest 5000]
// Requests over all calls and pages are made from a grammar and sent over real connections.
import { readFileSync, mkdtempSync, rmSync } from "node:fs";
import { Agent, request as open } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { errors } from "@market/contract/errors";
import type { Known } from "@market/server/test/strange-headers";
import { type StrangeRequest, strangeRequests } from "@market/server/test/strange-requests";
import { type Setup, startProduct } from "../bench/support/product.ts";
import { percentile } from "../bench/support/statistics.ts";
import { conclude } from "../bench/support/verdict.ts";
import { formOf } from "./support/seller.ts";
import { registerStudents } from "../bench/support/students.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "100000" },
    seed: { type: "string", default: "1" },
    port: { type: "string", default: "3760" },
    slowest: { type: "string", default: "5000" },
    lanes: { type: "string", default: "16" },
  },
});
const count = Number(values.count);
const folder = mkdtempSync(join(tmpdir(), "market-attack-"));
const environment = {
  TRIAL_OPEN: "on",
  LIMITS_AI_PER_HOUR: "100000",
  LIMITS_CONTACTS_PER_DAY: "100000",
  LIMITS_CONTACTS_PER_MINUTE: "100000",
};
const setup: Setup = { port: Number(values.port), dataDir: join(folder, "data"), environment };
const broken: string[] = [];
const statuses: Record<string, number> = {};
const times: number[] = [];
const memory: number[] = [];

const product = await startProduct(setup);
const agent = new Agent({ keepAlive: true, maxSockets: Number(values.lanes) });
const [token = ""] = await registerStudents(setup, product.origin, 1);
const known = await list();

/** Batches are made while the ones before are answered, so that the memory here stays small too. */
const batch = 2000;
for (let done = 0; done < count; done += batch) {
  const requests = strangeRequests(
    known,
    Number(values.seed) + done,
    Math.min(batch, count - done),
  );
  await Promise.all(
    Array.from({ length: Number(values.lanes) }, async () => {
      for (let next = requests.pop(); next; next = requests.pop()) await send(next);
    }),
  );
  memory.push(residentMegabytes());
  if (product.hasEnded()) throw new Error("the product has ended");
}
await product.end("SIGTERM");
agent.destroy();
rmSync(folder, { recursive: true, force: true });

// The first fifth warms up: caches, compiled code, image process.
const early = percentile(memory.slice(Math.ceil(memory.length / 5)).slice(0, 10), 0.5);
const late = percentile(memory.slice(-10), 0.5);
if (late > early * 1.1) broken.push(`memory grew from ${early} MB to ${late} MB`);
conclude({
  name: "attack-requests",
  options: { ...values, count },
  metrics: {
    requests: times.length,
    ...statuses,
    "p50 ms": percentile(times, 0.5),
    "p99 ms": percentile(times, 0.99),
    "slowest ms": percentile(times, 1),
    "memory early MB": early,
    "memory late MB": late,
  },
  broken,
});

async function list(): Promise<Known> {
  const answer = await fetch(`${product.origin}/api/products/create`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: await formOf(1, true),
  });
  const { product: made } = (await answer.json()) as {
    product: { _id: string; images: [{ id: string }] };
  };
  return { token, productId: made._id, photoId: made.images[0].id };
}

async function send(strange: StrangeRequest): Promise<void> {
  const began = performance.now();
  try {
    const { status, type, body } = await ask(strange);
    statuses[status] = (statuses[status] ?? 0) + 1;
    const fault = faultOf(strange, status, type, body);
    if (fault)
      broken.push(
        `${strange.method} ${strange.url.slice(0, 120)} → ${status} ${fault.slice(0, 200)}`,
      );
  } catch (error) {
    // The server may hang up on a refused client that is still sending.
    const { code = String(error) } = error as NodeJS.ErrnoException;
    statuses[code] = (statuses[code] ?? 0) + 1;
    if (!["ECONNRESET", "EPIPE", "HPE_INVALID_CONSTANT"].includes(code))
      broken.push(`${strange.method} ${strange.url.slice(0, 120)}: ${code}`);
  }
  const taken = performance.now() - began;
  times.push(taken);
  if (taken > Number(values.slowest))
    broken.push(`${strange.method} ${strange.url.slice(0, 120)} took ${Math.round(taken)} ms`);
}

function ask({ method, url, headers, body }: StrangeRequest) {
  return new Promise<{ status: number; type: string; body: string }>((resolve, reject) => {
    const length = body ? { "content-length": String(body.length) } : {};
    const sent = open(
      product.origin,
      { method, path: url, headers: { ...headers, ...length }, agent },
      (answer) => {
        text(answer).then(
          (all) =>
            resolve({
              status: answer.statusCode ?? 0,
              type: answer.headers["content-type"] ?? "",
              body: all,
            }),
          reject,
        );
      },
    );
    sent.once("error", reject).end(body);
  });
}

/** Finds what is wrong with the answer. */
function faultOf(
  { method, url }: StrangeRequest,
  status: number,
  type: string,
  body: string,
): string | undefined {
  if (status >= 500)
    return /"identity-provider-unavailable"|"server-busy"/.test(body) ? undefined : body;
  if (status < 400 || method === "HEAD") return undefined;
  if (type.startsWith("text/html") && (!url.startsWith("/api/") || url.startsWith("/api/auth/")))
    return undefined;
  if (!type.startsWith("application/problem+json")) return `${type} ${body}`;
  const { code, success } = JSON.parse(body) as { code: string; success: boolean };
  return success || !Object.hasOwn(errors, code) ? body : undefined;
}

function residentMegabytes(): number {
  const status = readFileSync(`/proc/${product.pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}
