import { setTimeout as sleep } from "node:timers/promises";
import type { CDPSession, Page } from "@playwright/test";
import { recordTasks, type Task } from "./tasks.ts";
import { openBuyPage, type PhoneWindow, rest } from "./window.ts";

/** Pixels a second: of a thumb that looks through a page, and of one that flies past all of them. */
const speeds = { page: 2000, all: 6000 };
/** The last pages of the list, requested by a thumb while the clock runs. */
const tappedPages = 5;
const pageOfCards = 24;

export type Scrolled = {
  /** Tasks while the list grows by its last pages: the next one is requested, and scrolled through. */
  growing: Task[];
  /** Tasks from the last card to the first, through pages loaded unseen. */
  up: Task[];
  /** Tasks from the first card to the last. */
  down: Task[];
};

/**
 * What a phone's main thread does while a student scrolls through so many cards. The first pages come
 * unseen and at the machine's own speed, which keeps the journey to two minutes.
 */
export async function scrollThrough(
  origin: string,
  count: number,
  slowdown: number,
): Promise<Scrolled> {
  const window = await openBuyPage(origin);
  const { page, devtools, slowDown } = window;
  try {
    while ((await shown(page)) < count - tappedPages * pageOfCards) await growUnseen(page);
    await page.evaluate(placeMore, moreButton);
    await rest();
    await slowDown(slowdown);
    const growing = await recordTasks(devtools, async () => {
      while ((await shown(page)) < count) {
        await takeMore(window);
        await scrollBy(devtools, (await placeOfMore(page)).y - 380, speeds.page);
      }
    });
    const through = (direction: 1 | -1) =>
      recordTasks(devtools, async () => {
        const way = await page.evaluate(() => document.body.scrollHeight - innerHeight);
        await scrollBy(devtools, direction * way, speeds.all);
      });
    return { growing, up: await through(-1), down: await through(1) };
  } finally {
    await window.close();
  }
}

/** The last part of the page offers an alert. */
export const moreButton =
  "[aria-labelledby=products] > [role=list] + div:not(:last-child) > button";

/** Counts cards without a locator, whose lookup by role would count as a task. */
export const shown = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      document.querySelectorAll("[aria-labelledby=products] > [role=list] [role=listitem]").length,
  );

const isBusy = (page: Page): Promise<boolean> =>
  page.evaluate(
    (button) => document.querySelector<HTMLButtonElement>(button)?.disabled === true,
    moreButton,
  );

/** Presses the button and waits for all of its cards. Checked inside the page, which adds no tasks of ours. */
const growUnseen = (page: Page): Promise<void> =>
  page.evaluate(async (selector) => {
    const button = () => document.querySelector<HTMLButtonElement>(selector);
    const moment = () => new Promise((done) => setTimeout(done, 5));
    button()?.click();
    await moment();
    while (button()?.disabled !== false) await moment();
  }, moreButton);

/** Taps the button below the list and waits for all of its cards. */
async function takeMore({ page, touch }: PhoneWindow): Promise<void> {
  const before = await shown(page);
  const { x, y } = await placeOfMore(page);
  await touch(x, y);
  while ((await shown(page)) === before || (await isBusy(page))) await sleep(50);
}

/** Runs in the page: brings the button below the list to where the thumb is. */
function placeMore(selector: string): void {
  document.querySelector(selector)?.scrollIntoView({ block: "center", behavior: "instant" });
}

const placeOfMore = (page: Page) =>
  page.evaluate((selector) => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  }, moreButton);

/** Scrolls by one movement of the thumb, in pixels, down the page if positive. */
async function scrollBy(devtools: CDPSession, way: number, speed: number): Promise<void> {
  await devtools.send("Input.synthesizeScrollGesture", {
    x: 180,
    y: 380,
    yDistance: -way,
    speed,
  });
  await rest();
}
