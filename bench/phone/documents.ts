import { createRequire } from "node:module";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { browserArguments, findBrowser } from "../../scripts/browser.mjs";
import { root } from "../support/programs.ts";
import { median, round } from "../support/statistics.ts";

/** One load of a page by Lighthouse: milliseconds, and the shift without a unit. */
type Load = {
  score: number;
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  speed: number;
  /** Lighthouse's benchmark index of the machine; the mid-range phone that it emulates has about 250 to 500. */
  machine: number;
};
export type DocumentResult = { applied: Load; lowest: Load; highest: Load; simulated: Load };

type Report = {
  runtimeError?: { message: string };
  environment: { benchmarkIndex: number };
  categories: { performance: { score: number } };
  audits: Record<string, { numericValue?: number; errorMessage?: string } | undefined>;
};
type Lighthouse = {
  default: (url: string, flags: object) => Promise<{ lhr: Report } | undefined>;
};

/**
 * Measures a page with Lighthouse on its phone: `runs` times with applied throttling, and once with simulated throttling.
 */
export async function measureDocument(
  url: string,
  runs: number,
  debuggingPort: number,
): Promise<DocumentResult> {
  const loads: Load[] = [];
  for (let run = 0; run < runs; run++) loads.push(await load(url, "devtools", debuggingPort));
  const each = (choose: (values: number[]) => number) =>
    Object.fromEntries(
      Object.keys(loads[0] ?? {}).map((name) => [
        name,
        choose(loads.map((load) => load[name as keyof Load])),
      ]),
    ) as Load;
  return {
    applied: each(median),
    lowest: each((values) => Math.min(...values)),
    highest: each((values) => Math.max(...values)),
    simulated: await load(url, "simulate", debuggingPort),
  };
}

/** On a busy machine Lighthouse may find no end of a load, which is then repeated. */
async function load(...about: Parameters<typeof loadOnce>): Promise<Load> {
  for (let tries = 1; ; tries++) {
    try {
      return await loadOnce(...about);
    } catch (failure) {
      if (tries === 3) throw failure;
      console.warn(failure);
    }
  }
}

/** Loads a page in a new browser without history. */
async function loadOnce(
  url: string,
  throttlingMethod: "devtools" | "simulate",
  port: number,
): Promise<Load> {
  const { default: lighthouse } = createRequire(join(root, "bench/baselines/package.json"))(
    "lighthouse",
  ) as Lighthouse;
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: [...browserArguments, `--remote-debugging-port=${port}`],
  });
  try {
    const flags = { port, throttlingMethod, onlyCategories: ["performance"], logLevel: "error" };
    const report = (await lighthouse(url, flags))?.lhr;
    if (report?.runtimeError !== undefined) throw new Error(report.runtimeError.message);
    const value = (name: string): number => {
      const audit = report?.audits[name];
      if (audit?.numericValue === undefined) throw new Error(`${name}: ${audit?.errorMessage}`);
      return audit.numericValue;
    };
    return {
      score: Math.round((report?.categories.performance.score ?? Number.NaN) * 100),
      fcp: Math.round(value("first-contentful-paint")),
      lcp: Math.round(value("largest-contentful-paint")),
      tbt: Math.round(value("total-blocking-time")),
      cls: Number(value("cumulative-layout-shift").toFixed(4)),
      speed: Math.round(value("speed-index")),
      machine: round(report?.environment.benchmarkIndex ?? Number.NaN),
    };
  } finally {
    await browser.close();
  }
}
