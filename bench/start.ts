// From the start of the process to its first answer, on an embedded database that exists: npm run bench -- start
import { parseArgs } from "node:util";
import { admitToProduction, startInProduction } from "./measuring/production.ts";
import { writeResult } from "./measuring/results.ts";
import { quantile } from "./measuring/statistics.ts";

const { values } = parseArgs({
  options: {
    listings: { type: "string", default: "10000" },
    starts: { type: "string", default: "15" },
    port: { type: "string", default: "3270" },
  },
});
const dataDir = await admitToProduction(Number(values.listings));
const times: number[] = [];
for (let start = 0; start < Number(values.starts); start++) {
  const program = await startInProduction(Number(values.port), dataDir, "/");
  times.push(program.startedIn);
  await program.stop();
}
const at = (share: number) => Math.round(quantile(times, share));
const result = { starts: times.length, "best ms": at(0), "median ms": at(0.5), "worst ms": at(1) };
console.table(result);
writeResult("start", values, { ...result, times: times.map(Math.round) });
