// Accuracy and speed of reading pasted messages:
// npm run bench -- messages [--corpus FILE]... [--worst 20]
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { readMessage } from "@market/web/selling/message/read-message";
import { type Case, type Part, scoreOf, usualToday } from "./support/message-score.ts";
import { median } from "./support/statistics.ts";
import { conclude } from "./support/verdict.ts";

const own = ["tuning", "held-back"].map(
  (name) => new URL(`../fixtures/messages/${name}.json`, import.meta.url).pathname,
);
const { values } = parseArgs({
  options: {
    corpus: { type: "string", multiple: true, default: own },
    worst: { type: "string", default: "20" },
  },
});

/** Percent of drafts, lists and secrets that must be right. */
const floors: Record<Part, number> = {
  price: 98,
  name: 90,
  category: 85,
  condition: 85,
  lists: 90,
  removed: 100,
};
const today = new Date(usualToday);
const metrics: Record<string, string> = {};
const broken: string[] = [];

for (const file of values.corpus) {
  const cases = load(file);
  if (cases === undefined) continue;
  const { parts, categories, misreadings } = scoreOf(cases, readMessage);
  const label = file.split("/").at(-1) ?? file;
  metrics[`${label}: messages`] = String(cases.length);
  for (const [part, floor] of Object.entries(floors) as [Part, number][]) {
    const { right, all } = parts[part];
    const share = all === 0 ? 100 : (100 * right) / all;
    metrics[`${label}: ${part} right`] = `${share.toFixed(1)} % of ${all} (floor ${floor})`;
    if (share < floor) broken.push(`${label}: ${part} ${share.toFixed(1)} %, below ${floor}`);
  }
  console.log(`\n${label}, categories that were confused`);
  console.table(Object.fromEntries([...categories].toSorted(([, one], [, other]) => other - one)));
  console.log(`\n${label}, the worst misreadings`);
  for (const { text, faults } of misreadings.slice(0, Number(values.worst)))
    console.log(`- ${JSON.stringify(text.slice(0, 160))}\n    ${faults.slice(0, 5).join("; ")}`);
}

// Texts on which a naive set of regular expressions backtracks.
const hostile: Record<string, (length: number) => string> = {
  "a list": (length) => "Table fan 600, study table 1200 nego\n".repeat(length / 37),
  digits: (length) => "9".repeat(length),
  "spaced digits": (length) => "9 ".repeat(length / 2),
  dots: (length) => "a.".repeat(length / 2),
  at: (length) => "a@".repeat(length / 2),
  stars: (length) => "*_~".repeat(length / 3),
  brackets: (length) => "[(".repeat(length / 2),
  lines: (length) => "\n".repeat(length),
  "dots in a sentence": (length) => `Fan 600 ${".".repeat(length)} fan`,
  "blanks in a sentence": (length) => `Fan 600 x${" ".repeat(length)}x fan`,
  "lines in a sentence": (length) => `Fan 600 x${"\n".repeat(length)}x fan`,
  "one word": (length) => "fan".repeat(length / 3),
  blanks: (length) => " ".repeat(length),
};
/** The least processor milliseconds of nine runs, since wall-clock time includes other programs. */
function timed(text: string): number {
  const times = Array.from({ length: 9 }, () => {
    const start = process.threadCpuUsage();
    let runs = 0;
    let used = 0;
    // Processor time is counted in steps of a few milliseconds.
    while (used < 40) {
      readMessage(text, today);
      runs += 1;
      const { user, system } = process.threadCpuUsage(start);
      used = (user + system) / 1_000;
    }
    return used / runs;
  });
  return Math.min(...times);
}
timed(hostile["a list"]?.(20_000) ?? "");
for (const [name, make] of Object.entries(hostile)) {
  const [small, large] = [timed(make(1_000)), timed(make(20_000))];
  // One slow run in either half would decide a single ratio.
  const times = median([1, 2, 3].map(() => timed(make(40_000)) / timed(make(20_000))));
  metrics[`${name}: 1,000 and 20,000 characters, 40,000 against 20,000`] =
    `${small.toFixed(1)} and ${large.toFixed(1)} ms, ${times.toFixed(2)} times`;
  // A phone is four times slower, and has 20 ms.
  if (small > 5) broken.push(`${name}: 1,000 characters in ${small.toFixed(1)} ms, above 5`);
  if (large > 50) broken.push(`${name}: 20,000 characters in ${large.toFixed(1)} ms, above 50`);
  if (times > 2.2)
    broken.push(`${name}: twice as many characters cost ${times.toFixed(2)} times, above 2.2`);
}

conclude({ name: "messages", options: { corpus: values.corpus.length }, metrics, broken });

function load(file: string): Case[] | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Case[];
  } catch (error) {
    broken.push(`${file} could not be read: ${(error as Error).message}`);
    return undefined;
  }
}
