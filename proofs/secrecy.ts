// How long moderation paths take to answer a visitor and a student, compared with an unknown address:
// npm run proof -- secrecy [--calls 2000]
// Prints ratios; server/src/moderation/secrecy.test.ts compares status, body and headers.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Endpoint, endpoints } from "@market/contract/endpoints";
import { newId } from "@market/server/db/ids";
import { type Setup, startProduct } from "../bench/support/product.ts";
import { quantile } from "../bench/support/statistics.ts";
import { registerStudents } from "../bench/support/students.ts";
import { conclude } from "../bench/support/verdict.ts";

const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "2000" },
    port: { type: "string", default: "3774" },
  },
});
const folder = mkdtempSync(join(tmpdir(), "market-secrecy-"));
const environment = { MODERATOR_EMAILS: "moderator@cgu.example", TRIAL_OPEN: "on" };
const setup: Setup = { port: Number(values.port), dataDir: join(folder, "data"), environment };
const product = await startProduct(setup);
const [token = ""] = await registerStudents(setup, product.origin, 1);
const calls = Object.values<Endpoint>(endpoints).filter(({ access }) => access === "moderator");
const broken: string[] = [];
const metrics: Record<string, string> = {};

for (const [who, headers] of [
  ["a stranger", {}],
  ["a student", { authorization: `Bearer ${token}` }],
] as const) {
  const times = { there: [] as number[], nowhere: [] as number[], elsewhere: [] as number[] };
  for (let n = 0; n < Number(values.calls); n++) {
    const { method, path } = calls[n % calls.length] as Endpoint;
    const secret = path.replace(/\{\w+\}/g, () => newId());
    const absent = secret.replace(/moderation|operations/, "nowherement");
    if (absent === secret) throw new Error(`${secret} has no address beside it that is not there`);
    // Alternates, so that all see the same noise, which the last one measures.
    times.there.push(await time(method, secret, headers));
    times.nowhere.push(await time(method, absent, headers));
    times.elsewhere.push(await time(method, absent.replace("nowhere", "neitherplace"), headers));
  }
  for (const share of [0.5, 0.9]) {
    const [there, nowhere, elsewhere] = [times.there, times.nowhere, times.elsewhere].map((each) =>
      quantile(each, share),
    ) as [number, number, number];
    metrics[`${who}, p${share * 100}`] =
      `${there.toFixed(2)} ms there, ${nowhere.toFixed(2)} ms nowhere: ratio ${(there / nowhere).toFixed(2)}; of two nowheres ${(elsewhere / nowhere).toFixed(2)}`;
  }
}
await product.end("SIGTERM");
conclude({ name: "secrecy", options: { ...values }, metrics, broken });
rmSync(folder, { recursive: true, force: true });

async function time(method: string, path: string, headers: Record<string, string>) {
  const began = performance.now();
  const answer = await fetch(product.origin + path, {
    method,
    headers: method === "GET" ? headers : { ...headers, "content-type": "application/json" },
    ...(method !== "GET" && { body: "{}" }),
  });
  await answer.arrayBuffer();
  if (answer.status !== 404) broken.push(`${method} ${path}: ${answer.status}`);
  return performance.now() - began;
}
