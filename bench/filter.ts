// GET /api/products/filter against what could be written instead: npm run bench -- filter --listings 100000
// Cold means past our caches, hot means through them, br as browsers ask. By default the server under test has processor 0 for
// itself, PostgreSQL and the loader have processor 1; --profile shared lets everybody use both.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openCatalogue } from "./measuring/catalogue.ts";
import { installOpponents, loader } from "./measuring/load.ts";
import { asBrowsers, packed } from "./measuring/packed.ts";
import {
  nodeProgram,
  product,
  productEnvironment,
  type Program,
  startProgram,
  stayOn,
} from "./measuring/programs.ts";
import { filterMix, popularPaths } from "./measuring/questions.ts";
import { writeResult } from "./measuring/results.ts";
import { type Contender, measureInRounds, printMeasured, ratioOf } from "./measuring/rounds.ts";
import { generator, showSpread } from "./measuring/statistics.ts";

const { values } = parseArgs({
  options: {
    listings: { type: "string", default: "100000" },
    profile: { type: "string", default: "pinned" },
    rounds: { type: "string", default: "7" },
    seconds: { type: "string", default: "5" },
    port: { type: "string", default: "3270" },
    seed: { type: "string", default: "1" },
  },
});
const port = Number(values.port);
const random = generator(Number(values.seed));
const isPinned = values.profile === "pinned";
const [forServer, forOthers] = isPinned ? ["0", "1"] : ["0,1", "0,1"];
const past = { "cache-control": "no-cache" };

type Row = { _id: string };

/** Everybody answers the same rows, in the same order, in about as many bytes: PostgreSQL writes more spaces. */
async function requireSameAnswers(programs: Program[], paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const answers = await Promise.all(
      programs.map(async ({ origin }) => {
        const text = await (await fetch(origin + path, { headers: past })).text();
        return { ids: (JSON.parse(text) as Row[]).map(({ _id }) => _id), bytes: text.length };
      }),
    );
    for (const { ids, bytes } of answers) {
      assert.deepEqual(ids, answers[0]?.ids, path);
      assert.ok(Math.abs(bytes / (answers[0]?.bytes ?? 0) - 1) < 0.15, `${path}: ${bytes} bytes`);
    }
  }
}

async function main(): Promise<void> {
  installOpponents();
  stayOn(forOthers);
  const catalogue = await openCatalogue(Number(values.listings), Number(values.seed));
  const programs: Program[] = [];
  const start = async (words: string[], at: number, env: Record<string, string> = {}) => {
    const asks = "/api/products/filter";
    const program = await startProgram(words, at, { env, processors: forServer, asks });
    programs.push(program);
    return program;
  };
  try {
    const { url, dataDir } = catalogue;
    const ours = await start(product, port, productEnvironment(port, dataDir, url));
    const env = { DATABASE_URL: url };
    const bare = await start(
      nodeProgram("bench/opponents/bare.ts", String(port + 2)),
      port + 2,
      env,
    );
    const usual = await start(
      nodeProgram("bench/opponents/usual.mjs", String(port + 3)),
      port + 3,
      env,
    );
    const mix = filterMix(2000, random);
    await requireSameAnswers([ours, bare, usual], mix.slice(0, 200));

    const all = `${ours.origin}/api/products/filter`;
    const startConstant = (at: number, bytes: Buffer, ...encoding: string[]) => {
      const sample = join(dataDir, `constant-answer-${at}`);
      writeFileSync(sample, bytes);
      const words = [String(at), sample, "application/json; charset=utf-8", ...encoding];
      return start(nodeProgram("bench/opponents/constant.ts", ...words), at);
    };
    const constant = await startConstant(
      port + 4,
      Buffer.from(await (await fetch(all)).arrayBuffer()),
    );
    const constantPacked = await startConstant(port + 5, await packed(all), "br");

    const contenders: Contender[] = [
      { name: "ours, cold", ...ours, paths: mix, headers: past },
      { name: "bare", ...bare, paths: mix, headers: past },
      { name: "usual", ...usual, paths: mix, headers: past },
      { name: "ours, hot", ...ours, paths: popularPaths },
      { name: "ours, hot, any filter", ...ours, paths: mix },
      { name: "constant", ...constant, paths: popularPaths },
      { name: "ours, hot, br", ...ours, paths: popularPaths, headers: asBrowsers },
      { name: "constant, br", ...constantPacked, paths: popularPaths, headers: asBrowsers },
    ];
    const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
    const measured = await measureInRounds(contenders, { rounds, seconds, warmUp: 3 });
    const named = Object.fromEntries(measured.map((one) => [one.name, one]));
    const compare = (one: string, other: string) => {
      const [first, second] = [named[one], named[other]];
      assert.ok(first && second);
      return ratioOf(first, second, random);
    };
    const ratios = {
      "cold / bare": compare("ours, cold", "bare"),
      "cold / usual": compare("ours, cold", "usual"),
      "hot / constant": compare("ours, hot", "constant"),
      "hot, any filter / constant": compare("ours, hot, any filter", "constant"),
      "hot, br / constant, br": compare("ours, hot, br", "constant, br"),
    };
    printMeasured(measured);
    for (const [name, spread] of Object.entries(ratios))
      console.log(`${name.padEnd(28)} ${showSpread(spread)}`);
    const name = `filter-${values.listings}-${values.profile}`;
    writeResult(name, { ...values, loader }, { ratios, measured });
  } finally {
    for (const program of programs) await program.stop();
    await catalogue.close();
  }
}

await main();
