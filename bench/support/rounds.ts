import assert from "node:assert/strict";
import { load, type Load } from "./load.ts";
import { processorSeconds } from "./programs.ts";
import { median, showSpread, type Spread, spreadOf } from "./statistics.ts";

export type Contender = {
  name: string;
  pid: number;
  origin: string;
  paths: readonly string[];
  headers?: Record<string, string>;
};

/** One contender in one round. */
type Sample = Load & { processorMilliseconds: number };
type Measured = {
  name: string;
  requestsPerSecond: number;
  p50: number;
  p99: number;
  /** Processor time that the server's process spent on one request, in milliseconds. */
  processorMilliseconds: number;
  rounds: Sample[];
};

/** Measures the contenders in turn, A B C A B C, after a warm-up of each. */
async function measureInRounds(
  contenders: readonly Contender[],
  { rounds, seconds, warmUp }: { rounds: number; seconds: number; warmUp: number },
): Promise<Measured[]> {
  for (const contender of contenders) await load({ ...contender, seconds: warmUp });
  const samples = contenders.map((): Sample[] => []);
  for (let round = 1; round <= rounds; round++) {
    console.log(`Round ${round} of ${rounds}`);
    for (const [i, contender] of contenders.entries()) {
      const before = processorSeconds(contender.pid);
      const result = await load({ ...contender, seconds });
      const spent = processorSeconds(contender.pid) - before;
      samples[i]?.push({ ...result, processorMilliseconds: (spent * 1000) / result.requests });
    }
  }
  return contenders.map(({ name }, i) => {
    const own = samples[i] ?? [];
    const middle = (pick: (sample: Sample) => number) => median(own.map(pick));
    return {
      name,
      requestsPerSecond: middle((sample) => sample.requestsPerSecond),
      p50: middle((sample) => sample.p50),
      p99: middle((sample) => sample.p99),
      processorMilliseconds: middle((sample) => sample.processorMilliseconds),
      rounds: own,
    };
  });
}

/** Measures all contenders, and prints the results and the ratio of each pair. */
export async function compareInRounds(
  contenders: readonly Contender[],
  pairs: readonly (readonly [string, string])[],
  options: { rounds: number; seconds: number; random: () => number },
): Promise<void> {
  const measured = await measureInRounds(contenders, { ...options, warmUp: 3 });
  printMeasured(measured);
  for (const pair of pairs) {
    const [one, other] = pair.map((name) => measured.find((it) => it.name === name));
    assert.ok(one && other);
    console.log(
      `${pair.join(" / ").padEnd(28)} ${showSpread(ratioOf(one, other, options.random))}`,
    );
  }
}

/** Throughput of one against another, round by round. */
function ratioOf(one: Measured, other: Measured, random: () => number): Spread {
  return spreadOf(
    one.rounds.map(
      (sample, i) => sample.requestsPerSecond / (other.rounds[i]?.requestsPerSecond ?? NaN),
    ),
    random,
  );
}

function printMeasured(measured: readonly Measured[]): void {
  console.table(
    measured.map((one) => ({
      program: one.name,
      "requests/s": Math.round(one.requestsPerSecond),
      "p50 ms": Number(one.p50.toFixed(2)),
      "p99 ms": Number(one.p99.toFixed(2)),
      "server CPU ms/request": Number(one.processorMilliseconds.toFixed(4)),
    })),
  );
}
