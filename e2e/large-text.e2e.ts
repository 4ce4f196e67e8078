import type { Locator, Page } from "@playwright/test";
import { castListing } from "./support/listing.ts";
import { expect, phone, test } from "./support/market.ts";
import { illegible } from "./support/clipped.ts";
import { details } from "./support/details.ts";
import { safetyScreens } from "./support/safety-screens.ts";
import { screens } from "./support/screens.ts";
import { findClippedLabels, findOverflow } from "./support/sideways.ts";
import { signIn } from "./support/students.ts";

type By = "root size" | "browser setting";
type Size = { width: number; height: number };

/** The browser's setting is lost when the window is resized. */
async function enlarge(page: Page, percent: number, by: By = "root size"): Promise<void> {
  if (by === "root size") {
    await page.evaluate((size) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`html { font-size: ${size}% }`);
      document.adoptedStyleSheets = [sheet];
    }, percent);
    return;
  }
  const client = await page.context().newCDPSession(page);
  const standard = Math.round((16 * percent) / 100);
  await client.send("Page.setFontSizes", { fontSizes: { standard } });
  await client.detach();
}

/** The share of the screen's height that stays covered however the page is scrolled. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const scope = document.querySelector("dialog[open]") ?? document.body;
    const bars = [...scope.querySelectorAll<HTMLElement>("*")]
      .filter((element) => /^(sticky|fixed)$/.test(getComputedStyle(element).position))
      .filter((element) => !element.matches("dialog, aside, .toaster"))
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        const { width, bottom, top } = element.getBoundingClientRect();
        return width > 300 && bottom > 0 && top < innerHeight;
      });
    // With large text only the last row of the top bar stays in view.
    const lasting = (bar: HTMLElement) =>
      bar.offsetHeight + Math.min(0, Number.parseFloat(getComputedStyle(bar).top) || 0);
    return bars.reduce((sum, bar) => sum + lasting(bar), 0) / innerHeight;
  });

const [tablet, laptop] = [
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
const all: Size[] = [laptop, tablet, phone.viewport];
const cases: { percent: number; by: By; viewports: Size[] }[] = [
  { percent: 131, by: "root size", viewports: [phone.viewport] },
  { percent: 200, by: "root size", viewports: all },
  { percent: 200, by: "browser setting", viewports: all },
];

for (const { percent, by, viewports } of cases) {
  test(
    `R872 text of ${percent} % by ${by} fits at ${viewports.map(({ width }) => width).join(", ")} px, and leaves half of the screen free`,
    {
      tag: "@sweep",
    },
    async ({ page }) => {
      /** Checks the open page in windows of every size. */
      async function look(name: string, most = 0.5): Promise<void> {
        for (const viewport of viewports) {
          const what = `${name} at ${viewport.width} px`;
          await page.setViewportSize(viewport);
          await enlarge(page, percent, by);
          if (name.includes("?item="))
            await expect(
              page.getByRole("dialog").getByRole("button", { name: "Chat on WhatsApp" }),
              what,
            ).toBeInViewport({ ratio: 1 });
          await expect.poll(() => findOverflow(page), what).toEqual([]);
          await expect.poll(() => findClippedLabels(page), what).toEqual([]);
          await expect.poll(() => illegible(page), what).toEqual([]);
          expect(await covered(page), what).toBeLessThan(most);
        }
      }
      await page.setViewportSize(phone.viewport);
      await signIn(page, "Meera Iyer");
      const other = await castListing(page);
      const screens = [
        "/",
        "/buy",
        "/buy?category=Room+%26+Living&condition=Like+New",
        `/buy?item=${other._id}`,
        `/item/${other._id}`,
        "/sell",
        "/profile",
        "/cart",
        "/saved",
        "/notices",
        "/farewell",
        "/about",
      ];
      for (const screen of screens) {
        await page.goto(screen);
        await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
        if (screen.startsWith("/buy"))
          await expect(page.locator("main a.card").first()).toBeAttached();
        await look(screen);
      }
      await page.goto("/profile");
      await page
        .getByRole("link", { name: /^Edit / })
        .first()
        .click();
      await expect(page.getByLabel("Name")).not.toHaveValue("");
      await look("edit");
      await page.evaluate(() => localStorage.clear());
      await page.context().clearCookies();
      for (const screen of ["/login", "/register"]) {
        await page.goto(screen);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await look(screen, 1);
      }
    },
  );
}

test("R872 on a phone text of 131 % and 200 % can be read on cards, bars and the profile", async ({
  page,
}) => {
  await page.setViewportSize(phone.viewport);
  // No other test lists or deletes anything as this student.
  await signIn(page, "Ananya Das");
  for (const screen of ["/profile", "/"]) {
    await page.goto(screen);
    await expect(page.getByRole("article").or(page.locator("a.card")).first()).toBeVisible();
    for (const percent of [131, 200]) {
      await page.evaluate((size) => {
        document.documentElement.style.setProperty("font-size", `${size}%`);
      }, percent);
      await expect.poll(() => illegible(page), `${screen} at ${percent} %`).toEqual([]);
      await expect.poll(() => findOverflow(page), `${screen} at ${percent} %`).toEqual([]);
    }
  }
});

/** Nothing is cut or sticks out in a phone's or a tablet's window. */
async function fits(page: Page, what: string, viewports: Size[] = [phone.viewport]): Promise<void> {
  for (const viewport of viewports)
    for (const percent of [131, 200]) {
      const how = `${what} at ${viewport.width} px and ${percent} %`;
      await page.setViewportSize(viewport);
      await enlarge(page, percent);
      await expect.poll(() => findOverflow(page), how).toEqual([]);
      await expect.poll(() => illegible(page), how).toEqual([]);
    }
}

test(
  "R897 tables, strips and pickers fit text of 131 % and 200 %, and a price grows with it",
  { tag: "@sweep" },
  async ({ page }) => {
    await page.setViewportSize(phone.viewport);
    for (const path of ["/credits", "/transparency"]) {
      await page.goto(path);
      await expect(page.getByRole("row").first()).toBeVisible();
      await fits(page, path);
    }
    const heading = page.getByRole("heading", { level: 1, name: "Transparency" });
    const lines = await heading.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getClientRects().length;
    });
    expect(lines, "the heading of one word is in one line").toBe(1);
    await page.goto("/");
    await enlarge(page, 200);
    const card = page.locator("main a.card").first();
    const sizeOf = (text: Locator) =>
      text.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    const price = card.getByText("₹").first();
    expect(await sizeOf(price)).toBeGreaterThanOrEqual(await sizeOf(card.getByRole("heading")));

    await signIn(page, "Meera Iyer", "/operations");
    await expect(page.getByRole("img", { name: /^Sign-ins/ })).toBeVisible();
    await fits(page, "/operations", [phone.viewport, tablet]);
    await screens["avatar"]?.(page);
    await fits(page, "avatars", all);
    await screens["sell-many"]?.(page);
    await fits(page, "/sell/many", [phone.viewport, tablet]);
    const typed = page.getByLabel("Price").first();
    const [sign, start] = await typed.evaluate((field) => [
      field.previousElementSibling?.getBoundingClientRect().right ?? 0,
      field.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(field).paddingLeft),
    ]);
    expect(sign, "the sign before a price ends before what is typed").toBeLessThan(start);
    await page.setViewportSize(phone.viewport);
    await screens["outcome-strip"]?.(page);
    await fits(page, "the question after a contact");
    const count = page
      .getByRole("banner")
      .getByRole("link", { name: /unread/ })
      .locator("span");
    await expect(count).toBeVisible();
    const isInside = (box: Element) => box.scrollHeight <= box.clientHeight;
    expect(await count.evaluate(isInside), "the number of notices is in its circle").toBe(true);
  },
);

test(
  "R897 every screen fits text of 131 % and 200 % at 360, 768 and 1440 px",
  { tag: "@sweep" },
  async ({ openBrowser }) => {
    const names = ["case", "decision", "grievance-sent", "own-reports", "delete-account", "saving"];
    const shown = { ...screens, ...safetyScreens, ...details };
    for (const name of [...names, "own-product", "listed", "safety-card", "report", "consent"])
      await test.step(name, async () => {
        const context = await openBrowser({ ...phone, reducedMotion: "reduce" });
        const page = await context.newPage();
        await shown[name]?.(page);
        await fits(page, name, all);
        // The form of a decision is scrolled by itself.
        await page.setViewportSize(tablet);
        if (name === "decision") expect(await covered(page)).toBeLessThan(0.7);
        await context.close();
      });
  },
);
