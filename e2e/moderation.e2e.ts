import type { Page } from "@playwright/test";
import { axeViolations, settle } from "./support/axe.ts";
import { expect, phone, test } from "./support/market.ts";
import { addResting, listForModerators, report, showCasesOf } from "./support/safety-steps.ts";
import { findOverflow } from "./support/sideways.ts";
import { enter, signIn } from "./support/students.ts";

const calm = { bypassCSP: true, reducedMotion: "reduce" } as const;

/** Nothing sticks out and axe finds nothing; the picture is for a look at it. */
async function looksRight(page: Page, name: string): Promise<void> {
  await settle(page);
  await page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true });
  expect(await axeViolations(page), name).toEqual([]);
  expect(await findOverflow(page), name).toEqual([]);
}

test("R939 on a phone a moderator opens a case at its title", async ({ openBrowser, market }) => {
  const open = async (options = {}) => (await openBrowser({ ...calm, ...options })).newPage();
  const first = await listForModerators(await open(), "Lamp of the room");
  const ids = [first, ...(await addResting(market.databaseUrl, first, 15))];
  const reporter = await open();
  await enter(reporter, "Ravi Reporter");
  expect(await report(reporter, ids.slice(0, 15))).toBe(15);
  await signIn(await open(), "Lakshmi Reddy", "/about");
  const page = await open(phone);
  await signIn(page, "Meera Iyer", "/about");
  expect(await report(page, ids.slice(15))).toBe(1);
  await showCasesOf(page, ids);
  await page.goto("/moderation");
  const rows = page.getByRole("main").getByRole("listitem").getByRole("button");
  await expect(rows).toHaveCount(16);
  await looksRight(page, "queue");

  await rows.nth(12).scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(400);
  await rows.nth(12).tap();
  const title = page.getByRole("article", { name: "Case" }).getByRole("heading", { level: 2 });
  await expect(title).toBeFocused();
  await expect(title).toBeInViewport();
  expect((await title.boundingBox())?.y).toBeLessThan(160);
  await looksRight(page, "case");
});
