import { openDatabase } from "@market/server/db/database";
import type { Page } from "@playwright/test";
import { axeViolations, settle } from "./support/axe.ts";
import { expect, phone, test } from "./support/market.ts";
import {
  addResting,
  listForModerators,
  logInAgain,
  openWithOldSignIn,
  report,
  showCasesOf,
  suspendSellerOf,
} from "./support/safety-steps.ts";
import { findOverflow } from "./support/sideways.ts";
import { chooseAccount, enter, signIn } from "./support/students.ts";

const calm = { bypassCSP: true, reducedMotion: "reduce" } as const;

/** Nothing overflows and axe finds nothing; the picture is for review. */
async function looksRight(page: Page, name: string): Promise<void> {
  await settle(page);
  await page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true });
  expect(await axeViolations(page), name).toEqual([]);
  expect(await findOverflow(page), name).toEqual([]);
}

test("R939 R944 R977 on a phone a moderator opens a case at its title, returns to the queue's place, and undoes decisions", async ({
  openBrowser,
  market,
}) => {
  const open = async (options = {}) => (await openBrowser({ ...calm, ...options })).newPage();
  const first = await listForModerators(await open(), "Lamp of the room", "Devika Roomlamp");
  const ids = [first, ...(await addResting(market.databaseUrl, first, 14))];
  // Another seller's listing, because moderators take no measures against students they reported.
  const own = await listForModerators(await open(), "Lamp that a moderator reports");
  const reporter = await open();
  await enter(reporter, "Ravi Reporter");
  expect(await report(reporter, ids)).toBe(15);
  await signIn(await open(), "Lakshmi Reddy", "/about");
  const page = await open(phone);
  await signIn(page, "Meera Iyer", "/about");
  expect(await report(page, [own])).toBe(1);
  await showCasesOf(page, [...ids, own]);
  await test.step("R898 a sign-in of more than twelve hours ago is renewed on the page", async () => {
    await openWithOldSignIn(page);
    await looksRight(page, "sign-in-again");
    await logInAgain(page);
    await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
  });
  await page.goto("/about");
  const ways = page.getByRole("navigation", { name: "Menu" });
  await page.getByRole("button", { name: /^Menu \d+ open cases?$/ }).tap();
  await looksRight(page, "menu");
  await ways.getByRole("link", { name: /^Moderation \d+ open cases?$/ }).tap();
  await expect(page).toHaveURL("/moderation");
  await reporter.goto("/notices");
  await expect(reporter.getByRole("switch").first()).toBeVisible();
  await expect(reporter.getByText(/moderation|open cases/i)).toHaveCount(0);
  const rows = page.getByRole("main").getByRole("listitem").getByRole("button");
  await expect(rows).toHaveCount(16);
  await looksRight(page, "queue");
  await test.step("R1235 the queue says how many cases it has", async () => {
    await expect(page.getByRole("main").getByRole("status")).toHaveText("16 cases");
    await expect(page.getByRole("list", { name: "Cases" })).toBeVisible();
  });

  await test.step("R939 beside a long queue the hint is in sight", async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    const hint = page.getByText("Choose a case to see what was reported.");
    await expect(hint).toBeInViewport({ ratio: 1 });
    await page.setViewportSize(phone.viewport);
  });

  await rows.nth(12).scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(400);
  await rows.nth(12).tap();
  const title = page.getByRole("article", { name: "Case" }).getByRole("heading", { level: 2 });
  await expect(title).toBeFocused();
  await expect(title).toBeInViewport();
  expect((await title.boundingBox())?.y).toBeLessThan(160);
  await test.step("R939 nothing above the way back shows under the bar", async () => {
    const bar = await page.getByRole("banner").boundingBox();
    const end = (bar?.y ?? NaN) + (bar?.height ?? NaN);
    const back = await page.getByRole("button", { name: "Back to the queue" }).boundingBox();
    expect(back?.y).toBeGreaterThanOrEqual(end);
    const tabs = await page.getByRole("navigation", { name: "Moderators' pages" }).boundingBox();
    expect((tabs?.y ?? NaN) + (tabs?.height ?? NaN)).toBeLessThanOrEqual(end);
  });
  await looksRight(page, "case");
  await test.step("R1235 the actions stand on one line, or on one of three and one of two", async () => {
    const decision = page.getByRole("region", { name: "Decision" });
    const { viewport } = phone;
    for (const [width, lines] of [
      [360, [3, 2]],
      [768, [3, 2]],
      [1440, [5]],
    ] as const) {
      await page.setViewportSize({ ...viewport, width });
      const tops = await decision
        .getByRole("button")
        .evaluateAll((buttons) => buttons.map((each) => each.getBoundingClientRect().top));
      const counts = [...new Set(tops)].map((top) => tops.filter((each) => each === top).length);
      expect(counts, `${width} px`).toEqual(lines);
    }
    await expect(decision).toMatchAriaSnapshot(`
      - region "Decision":
        - /children: deep-equal
        - button "Dismiss"
        - button "Hide"
        - button "Remove"
        - button "Warn"
        - button "Suspend"
    `);
    await page.setViewportSize(viewport);
  });
  await page.getByRole("button", { name: "I am working on this" }).tap();
  await expect(page.getByRole("article").getByText("You are working on this.")).toBeVisible();
  await page.getByLabel("Note that no student sees").fill("Ask for the bill");
  await page.getByRole("button", { name: "Add note" }).tap();
  await expect(page.getByText(/^Meera Iyer · /)).toBeVisible();
  // A choice applies to its case only.
  await page.getByRole("button", { name: "Suspend", exact: true }).tap();
  const note = page.getByLabel("Note to the person concerned");
  await expect(note).toBeVisible();
  await page
    .getByRole("article")
    .getByRole("link", { name: / · Open · / })
    .last()
    .tap();
  await expect(page.getByLabel("Note that no student sees")).toHaveValue("");
  await expect(page.getByText(/^Meera Iyer · /)).toHaveCount(0);
  await expect(note).toHaveCount(0);
  await page.goBack();
  await expect(page.getByText(/^Meera Iyer · /)).toBeVisible();
  await test.step("R1110 what an authority ordered is asked first, and marked", async () => {
    await page.getByRole("button", { name: "Ordered by an authority" }).tap();
    const question = page.getByRole("alertdialog", { name: "Did an authority order this?" });
    await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
    await question.getByRole("button", { name: "Mark as ordered" }).tap();
    await expect(page.getByText("It is due in 3 hours now.")).toBeVisible();
    await expect(page.getByText("Ordered by an authority.", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Ordered by an authority" })).toHaveCount(0);
    await expect(page.getByText("Ordered by an authority.", { exact: true })).toBeFocused();
  });
  await test.step("R1002 a chosen action hides the others until it is tapped again", async () => {
    const actions = page
      .getByRole("region", { name: "Decision" })
      .getByRole("button", { name: /^(Dismiss|Hide|Remove|Warn|Suspend)$/ });
    await expect(actions).toHaveCount(2);
    await page.getByRole("button", { name: "Suspend", pressed: true }).tap();
    await expect(note).toHaveCount(0);
    await expect(actions).toHaveCount(5);
  });
  await page.getByRole("button", { name: "Hide", exact: true }).tap();
  await test.step("R1002 the button stands at the edge of the screen while the note is written", async () => {
    await expect(note).toBeFocused();
    const send = page.getByRole("button", { name: "Hide", exact: true }).last();
    const spaceBelow = () =>
      send.evaluate((button) => Math.abs(innerHeight - button.getBoundingClientRect().bottom));
    await expect.poll(spaceBelow).toBeLessThan(24);
  });
  await page.getByRole("button", { name: "Hide", exact: true }).last().tap();
  await test.step("R1108 what was decided is said with the name of the case", () =>
    expect(page.locator(".toast").filter({ hasText: "Decided: Hide" })).toContainText(
      /Lamp of the room \d/,
    ));
  // The next case is shown, so nothing moves under the tap.
  await expect(title).toBeFocused();
  await page.getByRole("button", { name: "Back to the queue" }).tap();
  await expect(rows).toHaveCount(15);
  await expect(page.getByRole("heading", { name: "Moderation", level: 1 })).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(place - 200);

  await rows.filter({ hasText: /Lamp of the room(?! \d)/ }).tap();
  await page.getByRole("button", { name: "Open in full size" }).first().tap();
  await expect(page.getByRole("dialog").getByRole("img")).toBeVisible();
  await looksRight(page, "photo");
  await page.getByRole("button", { name: "Close this dialog" }).tap();
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("button", { name: "Back to the queue" }).tap();

  await rows.filter({ hasText: "Your own case" }).tap();
  await expect(page.getByRole("note")).toContainText("Another moderator decides it");
  await expect(page.getByRole("button", { name: "Dismiss" })).toHaveCount(0);
  await looksRight(page, "own-case");
  await page.getByRole("button", { name: "Back to the queue" }).tap();

  await page.getByRole("button", { name: "Closed" }).tap();
  await expect(page.getByRole("button", { name: "Closed", pressed: true })).toBeVisible();
  await rows.first().tap();
  await page.getByRole("button", { name: "Show the listing again" }).tap();
  await looksRight(page, "restore");
  await page.getByRole("button", { name: "Show the listing again" }).tap();
  await expect(page.getByText("Shown again").first()).toBeVisible();
  await expect(title).toBeFocused();

  await suspendSellerOf(page, ids[1] ?? "", "Sells what is not theirs.");
  await page.goto("/moderation?view=students");
  const search = page.getByLabel("Name or email address");
  await search.fill("devika");
  await search.press("Enter");
  await search.pressSequentially("!");
  await expect(page).toHaveURL(/q=devika$/);
  await page.getByRole("button", { name: "Reinstate the student" }).first().tap();
  await looksRight(page, "students");
  await page.getByRole("button", { name: "Reinstate the student" }).first().tap();
  await expect(page.getByText("Reinstated").first()).toBeVisible();
  await expect(page.getByRole("listitem").getByRole("heading", { level: 2 }).first()).toBeFocused();
  await expect(search).toHaveValue("devika!");
  await page.route("**/api/moderation/log*", async (route) => {
    if (route.request().url().includes("cursor")) return route.abort();
    const answer = await route.fetch();
    const link = '</api/moderation/log?cursor=next>; rel="next"';
    return route.fulfill({ response: answer, headers: { ...answer.headers(), link } });
  });
  await page.getByRole("link", { name: "Log" }).tap();
  await expect(page.getByText("Ordered by an authority", { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: "Show more" }).tap();
  await expect(page.getByRole("alert").filter({ hasText: "could not be fetched" })).toBeVisible();
  await looksRight(page, "log");
});

test.describe("signed out", () => {
  test.use({ mayBeGone: /\/moderation$/ });

  test(
    "R1109 a moderator who is not logged in is led to the log-in and back, as from any unknown address",
    { tag: "@sweep" },
    async ({ openBrowser }) => {
      const page = await (await openBrowser(phone)).newPage();
      for (const path of ["/no-such-page", "/moderation"]) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
        await page.getByRole("main").getByRole("link", { name: "Login" }).tap();
        await expect(page).toHaveURL("/login");
      }
      await chooseAccount(page, "Login with Google", {
        name: "Meera Iyer",
        email: "meera@cgu.example",
      });
      await page.getByRole("link", { name: "Continue to where you were going" }).tap();
      await expect(page).toHaveURL("/moderation");
      await expect(page.getByRole("heading", { name: "Moderation", level: 1 })).toBeVisible();
    },
  );
});

test(
  "R1180 the case of a copied photo says when it was posted first, and leads there",
  { tag: "@sweep" },
  async ({ openBrowser, market }) => {
    const open = async (options = {}) => (await openBrowser({ ...calm, ...options })).newPage();
    const first = await listForModerators(await open(), "Lamp that was first", "Fiza Firstlamp");
    const again = await listForModerators(await open(), "Lamp of a copied photo", "Kunal Copylamp");
    const reporter = await open();
    await enter(reporter, "Rima Reporter");
    expect(await report(reporter, [again])).toBe(1);
    const run = async (statement: string, values: string[]) => {
      const db = openDatabase(market.databaseUrl, () => undefined, { size: 1 });
      await db.run(statement, values);
      await db.close();
    };
    await run(
      `insert into copied_photos (case_id, first_user_id, first_product_id, created_at, user_id, copied_at)
     select one.id, first.seller_id, first.id, '2026-07-03T06:30:00Z', again.seller_id, '2026-11-03T06:30:00Z'
     from cases one join products again on again.id = one.product_id, products first
     where one.product_id = $1 and first.id = $2`,
      [again, first],
    );
    const page = await open(phone);
    await signIn(page, "Meera Iyer", "/moderation");
    await page
      .getByRole("main")
      .getByRole("button", { name: /Lamp of a copied photo/ })
      .tap();
    const part = page.getByRole("article", { name: "Case" });
    await expect(part).toContainText("Posted first on 3 July 2026");
    await expect(part).toContainText("Posted again here on 3 November 2026");
    await expect(part.getByRole("link", { name: "see that listing" })).toHaveAttribute(
      "href",
      `/item/${first}`,
    );
    await looksRight(page, "copied-photo");
    await test.step("R1108 of a case that a colleague has decided meanwhile the message says which", async () => {
      await run("update cases set closed_at = now() where product_id = $1", [again]);
      await part.getByRole("button", { name: "Dismiss" }).tap();
      await part.getByRole("button", { name: "Dismiss" }).last().tap();
      const message = page.locator(".toast").filter({ hasText: "has been decided meanwhile" });
      await expect(message).toContainText("Lamp of a copied photo");
    });
  },
);
