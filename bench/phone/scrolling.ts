import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { recordTasks, type Task } from "./tasks.ts";
import { openBuyPage, type PhoneWindow, rest } from "./window.ts";

/** Of one movement of the thumb: pixels, the steps in which they are told, and milliseconds of rest. */
const swipe = { length: 500, least: 40, end: 180, steps: 10, hold: 60 };
/** Pixels a second on the way back up, which is one movement. */
const speed = 6000;

export type Scrolled = {
  /** While the list grows: a page is scrolled through, then the next one is asked for. */
  growing: Task[];
  /** From the last card back to the first. */
  back: Task[];
};

/** What a phone's main thread does while a student scrolls through so many cards. */
export async function scrollThrough(
  origin: string,
  count: number,
  slowdown: number,
): Promise<Scrolled> {
  const window = await openBuyPage(origin);
  const { page, devtools, slowDown } = window;
  try {
    await slowDown(slowdown);
    // The first question to a page brings the code that asks it, which is none of the page's own.
    await shown(page);
    const growing = await recordTasks(devtools, async () => {
      while ((await shown(page)) < count) {
        await swipeToEnd(window);
        await takeMore(window);
      }
    });
    const back = await recordTasks(devtools, async () => {
      const yDistance = await page.evaluate(() => scrollY);
      await devtools.send("Input.synthesizeScrollGesture", { x: 180, y: 380, yDistance, speed });
      await rest();
    });
    return { growing, back };
  } finally {
    await window.close();
  }
}

export const moreButton = "[aria-labelledby=products] > div:last-child > button";

/** How many cards stand in the list. By no locator: looking for roles would be a task of its own. */
export const shown = (page: Page): Promise<number> =>
  page.evaluate(
    () => document.querySelectorAll("[aria-labelledby=products] > ul[aria-busy] > li").length,
  );

/** Taps the button below the list and waits for the next cards. */
async function takeMore({ page, touch }: PhoneWindow): Promise<void> {
  const before = await shown(page);
  const { x, y } = await placeOfMore(page);
  await touch(x, y);
  while ((await shown(page)) === before) await sleep(50);
}

const placeOfMore = (page: Page) =>
  page.evaluate((selector) => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  }, moreButton);

/** Until the button below the list stands in the middle of the screen. */
async function swipeToEnd({ page, devtools }: PhoneWindow): Promise<void> {
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", y?: number) =>
    devtools.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: y === undefined ? [] : [{ x: 180, y }],
    });
  for (;;) {
    const way = Math.min(swipe.length, (await placeOfMore(page)).y - swipe.end);
    if (way < swipe.least) return;
    const start = swipe.end + way;
    await touch("touchStart", start);
    for (let step = 1; step <= swipe.steps; step++)
      await touch("touchMove", start - (step * way) / swipe.steps);
    // A thumb that rests before it is lifted: the list stops where it is.
    await sleep(swipe.hold);
    await touch("touchMove", swipe.end);
    await touch("touchEnd");
  }
}
