import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { moreButton, shown } from "./scrolling.ts";
import { openBuyPage, type PhoneWindow, rest } from "./window.ts";

/** Milliseconds since the tap that changed a filter. */
export type Change = {
  /** Duration until the next frame: the event timing of the whole tap, in steps of 8, at least 16. */
  painted: number;
  /** Duration until the first frame with cards of the new list. */
  cards: number;
};

declare global {
  interface Window {
    change: Change;
  }
}

/** Changes one filter after another, each time with so many cards in the list. */
export async function changeFilters(
  origin: string,
  changes: number,
  count: number,
  slowdown: number,
): Promise<Change[]> {
  const window = await openBuyPage(origin);
  const { page, slowDown, close } = window;
  try {
    const found: Change[] = [];
    for (let n = 0; n < changes; n++) {
      await showMore(page, count);
      await page.evaluate(() => scrollTo({ top: 2000, behavior: "instant" }));
      const isInSheet = n % 3 === 2;
      if (isInSheet) await press(page, "[aria-haspopup=dialog]");
      await slowDown(slowdown);
      found.push(await tap(window, isInSheet ? pills : chips));
      await slowDown(1);
      if (isInSheet) await press(page, "dialog[open] button");
    }
    return found;
  } finally {
    await close();
  }
}

async function showMore(page: Page, count: number): Promise<void> {
  const given = performance.now() + timeoutMs;
  while ((await shown(page)) < count) {
    if (performance.now() > given) throw new Error(`Only ${await shown(page)} of ${count} cards`);
    await press(page, moreButton);
  }
}

/** The choices: categories above the list, and places in the sheet of all filters. */
const chips = "main [role=group] > [aria-pressed]";
const pills = "dialog[open] label:has(input[name$=-locationType])";

/** Timeout in milliseconds for cards on the slowest phone. */
const timeoutMs = 20_000;

async function press(page: Page, selector: string): Promise<void> {
  await page.evaluate((button) => document.querySelector<HTMLElement>(button)?.click(), selector);
  await rest();
}

/** Taps the next choice. */
async function tap({ page, touch }: PhoneWindow, choices: string): Promise<Change> {
  const { x, y } = await page.evaluate(watch, choices);
  await rest();
  await touch(x, y);
  const given = performance.now() + timeoutMs;
  while ((await page.evaluate(() => window.change.cards)) === 0) {
    if (performance.now() > given) throw new Error(`No new cards after a tap on ${choices}`);
    await sleep(50);
  }
  await rest();
  return page.evaluate(() => window.change);
}

/** Runs in the page. @returns where to tap */
function watch(choices: string): { x: number; y: number } {
  const isChosen = (one?: Element) => one?.matches("[aria-pressed=true], :has(:checked)") ?? false;
  const all = [...document.querySelectorAll(choices)];
  const next = all[(all.findIndex(isChosen) + 1) % all.length];
  const change = (window.change = { painted: 16, cards: 0 });
  let began = 0;
  next?.addEventListener("pointerdown", ({ timeStamp }) => (began = timeStamp), { once: true });
  const untilPainted = (done: (ms: number) => void) =>
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));

  const timing = new PerformanceObserver((entries) => {
    for (const { startTime, duration, interactionId } of entries.getEntries() as Timing[])
      if (began > 0 && interactionId > 0 && startTime >= began - 1)
        change.painted = Math.max(change.painted, duration);
  });
  timing.observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  const list = document.querySelector("[aria-labelledby=products] > [role=list]");
  const cards = new MutationObserver(() => {
    cards.disconnect();
    untilPainted((ms) => {
      timing.disconnect();
      change.cards = ms;
    });
  });
  if (list) cards.observe(list, { childList: true });

  next?.scrollIntoView({ block: "nearest", inline: "center", behavior: "instant" });
  const { x = 0, y = 0, width = 0, height = 0 } = next?.getBoundingClientRect() ?? {};
  return { x: x + width / 2, y: y + height / 2 };
}

type Timing = PerformanceEntry & { interactionId: number };
