// GET /api/products/filter, uncached and cached, compared with the least code that could answer the same:
// npm run bench -- filter --listings 100000. The server under test has processor 0 to itself, PostgreSQL and the
// loader have processor 1.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { filterMix, popularPaths } from "./support/calls.ts";
import { openCatalogue } from "./support/catalogue.ts";
import { installOpponents } from "./support/load.ts";
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
    listings: { type: "string", default: "100000" },
    rounds: { type: "string", default: "7" },
    seconds: { type: "string", default: "5" },
    port: { type: "string", default: "3270" },
    seed: { type: "string", default: "1" },
  },
});
const port = Number(values.port);
const random = generator(Number(values.seed));
const past = { "cache-control": "no-cache" };

installOpponents();
stayOn("1");
const catalogue = await openCatalogue(Number(values.listings), Number(values.seed));
const programs: Program[] = [];
try {
  const { url, dataDir } = catalogue;
  const ours = await start(product, port, productEnvironment(port, dataDir, url));
  const bare = await start(nodeProgram("bench/baselines/bare.ts", `${port + 2}`), port + 2, {
    DATABASE_URL: url,
  });
  const mix = filterMix(2000, random);
  await requireSameAnswers([ours, bare], mix.slice(0, 200));
  const sample = join(dataDir, "constant-answer");
  const answer = await fetch(`${ours.origin}/api/products/filter`);
  writeFileSync(sample, Buffer.from(await answer.arrayBuffer()));
  const words = [`${port + 4}`, sample, "application/json; charset=utf-8"];
  const constant = await start(nodeProgram("bench/baselines/constant.ts", ...words), port + 4);
  await compareInRounds(
    [
      { name: "past the caches", ...ours, paths: mix, headers: past },
      { name: "bare", ...bare, paths: mix, headers: past },
      { name: "ready", ...ours, paths: popularPaths },
      { name: "constant", ...constant, paths: popularPaths },
    ],
    [
      ["past the caches", "bare"],
      ["ready", "constant"],
    ],
    { rounds: Number(values.rounds), seconds: Number(values.seconds), random },
  );
} finally {
  for (const program of programs) await program.stop();
  await catalogue.close();
}

async function start(words: string[], at: number, env: Record<string, string> = {}) {
  const program = await startProgram(words, at, {
    env,
    processors: "0",
    asks: "/api/products/filter",
  });
  programs.push(program);
  return program;
}

type Row = { _id: string };

/** All contenders answer the same rows, in the same order, in about as many bytes: PostgreSQL writes more spaces. */
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
