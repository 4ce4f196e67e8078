// Throughput of the home document from our process, compared with a constant of the same bytes: npm run bench -- home
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openCatalogue } from "./support/catalogue.ts";
import { asBrowsers, installOpponents, packed } from "./support/load.ts";
import {
  nodeProgram,
  product,
  productEnvironment,
  type Program,
  startProgram,
  stayOn,
} from "./support/programs.ts";
import { compareInRounds } from "./support/rounds.ts";
import { generator } from "./support/statistics.ts";

const { values } = parseArgs({
  options: {
    listings: { type: "string", default: "10000" },
    rounds: { type: "string", default: "7" },
    seconds: { type: "string", default: "5" },
    port: { type: "string", default: "3270" },
    seed: { type: "string", default: "1" },
  },
});
const port = Number(values.port);

installOpponents();
stayOn("1");
const catalogue = await openCatalogue(Number(values.listings), Number(values.seed));
const programs: Program[] = [];
try {
  const env = productEnvironment(port, catalogue.dataDir, catalogue.url);
  const ours = await startProgram(product, port, { env, processors: "0" });
  programs.push(ours);
  const bytes = await packed(`${ours.origin}/`);
  console.log(`${bytes.length} bytes of br`);
  const file = join(catalogue.dataDir, "home.br");
  writeFileSync(file, bytes);
  const words = nodeProgram(
    "bench/baselines/constant.ts",
    `${port + 4}`,
    file,
    "text/html; charset=utf-8",
    "br",
  );
  const constant = await startProgram(words, port + 4, { processors: "0" });
  programs.push(constant);
  const request = { paths: ["/"], headers: asBrowsers };
  await compareInRounds(
    [
      { name: "ours", ...ours, ...request },
      { name: "constant", ...constant, ...request },
    ],
    [["ours", "constant"]],
    {
      rounds: Number(values.rounds),
      seconds: Number(values.seconds),
      random: generator(Number(values.seed)),
    },
  );
} finally {
  for (const program of programs) await program.stop();
  await catalogue.close();
}
