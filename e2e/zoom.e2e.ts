import type { Page } from "@playwright/test";
import { castListing } from "./support/listing.ts";
import { expect, test } from "./support/market.ts";
import { safetyScreens } from "./support/safety-screens.ts";
import { screens } from "./support/screens.ts";
import { listForModerators, report, showCasesOf } from "./support/safety-steps.ts";
import { findClippedLabels, findOverflow } from "./support/sideways.ts";
import { signIn } from "./support/students.ts";

/** A window of 1280 × 1024 at 400 %. */
const zoomed = { width: 320, height: 256 };
test.use({
  viewport: zoomed,
  contextOptions: { forcedColors: "active", reducedMotion: "reduce" },
});

/** Finds focused fields and buttons that something covers; those higher than the space between the bars must be partly visible. */
const covered = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const scope = document.querySelector("dialog[open]") ?? document.querySelector("main");
    const found: string[] = [];
    const controls = scope?.querySelectorAll<HTMLElement>(
      "input:not([type=hidden], [type=file], [tabindex='-1']), select, textarea, [type=submit]",
    );
    for (const control of controls ?? []) {
      if (!control.checkVisibility({ visibilityProperty: true })) continue;
      if (control.matches(":disabled")) continue;
      control.focus();
      await frame();
      await frame();
      // The visible replacement of a hidden input.
      const drawn = control.matches(".sr-only") ? (control.parentElement ?? control) : control;
      const { left, top, width, height } = drawn.getBoundingClientRect();
      const isFree = [0.2, 0.5, 0.8].some((part) => {
        const hit = document.elementFromPoint(left + width / 2, top + height * part);
        return hit && (drawn.contains(hit) || hit.contains(drawn));
      });
      if (!isFree) found.push(`${control.tagName} ${control.ariaLabel ?? control.id} at ${top}`);
    }
    return found;
  });

/** Animations that run although the user prefers reduced motion. */
const moving = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => {
        const { duration } = effect?.getComputedTiming() ?? {};
        return playState === "running" && Number(duration) > 1;
      })
      .map((animation) => (animation as CSSAnimation).animationName ?? "transition"),
  );

async function look(page: Page, name: string): Promise<void> {
  await test.step(name, async () => {
    await expect.poll(() => findOverflow(page), name).toEqual([]);
    await expect.poll(() => findClippedLabels(page), name).toEqual([]);
    await expect.poll(() => moving(page), name).toEqual([]);
    await expect.poll(() => covered(page), name).toEqual([]);
  });
}

/** Checks these addresses one after another in the same browser. */
async function visit(page: Page, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
    await expect(page.locator("main [aria-busy='true']")).toHaveCount(0);
    await look(page, address);
  }
}

const promise =
  "nothing sticks out, is cut or covered at 400 %, in forced colours, and nothing moves";

test(`R729 ${promise}: a page of each kind`, async ({ page }) => {
  await visit(page, ["/", "/about", "/register"]);
});

test(`R729 ${promise}: a visitor's pages`, { tag: "@sweep" }, async ({ page }) => {
  const product = await castListing(page);
  await visit(page, [
    "/",
    "/?q=cycle",
    `/item/${product._id}`,
    "/about",
    "/credits",
    "/grievance",
    "/transparency",
    "/login",
    "/register",
  ]);
});

test(`R729 ${promise}: a student's pages`, { tag: "@sweep" }, async ({ page }) => {
  await signIn(page, "Asha Patnaik");
  const { _id: other } = await castListing(page);
  await visit(page, ["/buy?condition=New", "/sell", "/cart", "/saved", "/profile"]);
  // Without backgrounds only the lines show the switch.
  await expect(page.getByRole("switch").first().locator("span").first()).toHaveCSS(
    "border-top-width",
    "1px",
  );
  await page.getByRole("button", { name: "Edit your details" }).click();
  await look(page, "details");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await look(page, "deletion");
  await page.keyboard.press("Escape");
  await page
    .getByRole("link", { name: /^Edit / })
    .first()
    .click();
  await expect(page.getByLabel("Name")).not.toHaveValue("");
  await look(page, "edit");
  await page.goto(`/buy?item=${other}`);
  const dialog = page.getByRole("dialog").first();
  await expect(dialog.getByRole("button", { name: "Chat on WhatsApp" })).toBeVisible();
  await look(page, "product");
  await dialog.getByRole("button", { name: "Share" }).click();
  await look(page, "share");
});

for (const [name, show] of Object.entries({
  filters: screens["filters"],
  description: screens["description"],
  report: safetyScreens["report"],
  consent: safetyScreens["consent"],
}))
  test(`R729 ${promise}: ${name}`, { tag: "@sweep" }, async ({ page }) => {
    await show?.(page);
    await look(page, name);
  });

test(`R729 ${promise}: the moderators' page`, { tag: "@sweep" }, async ({ page, openBrowser }) => {
  const seller = await (await openBrowser()).newPage();
  const productId = await listForModerators(seller, "Lamp that is reported");
  // Moderators may not decide what they reported.
  await signIn(page, "Gurpreet Kaur");
  expect(await report(page, [productId])).toBe(1);
  await signIn(page, "Meera Iyer");
  await showCasesOf(page, [productId]);
  await page.goto("/moderation");
  const rows = page.getByRole("main").getByRole("listitem").getByRole("button");
  await expect(rows).toHaveText(/Lamp that is reported/);
  await look(page, "queue");
  await rows.click();
  await page.getByRole("button", { name: "Suspend" }).click();
  await look(page, "decision");
});
