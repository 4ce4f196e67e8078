import type { Page } from "@playwright/test";
import { expect, phone, test } from "./support/market.ts";
import { signIn } from "./support/students.ts";

/** Compares the positions of condition, place and age on each card. */
const factsOf = (page: Page) =>
  page.locator("main a.card").evaluateAll((cards) =>
    cards.slice(0, 12).map((card) => {
      const photo = card.querySelector(".photo-strip")?.getBoundingClientRect();
      const name = card.querySelector("h3")?.getBoundingClientRect();
      const [condition, place, age] = [...card.querySelectorAll(".card-meta span")].map((fact) =>
        fact.getBoundingClientRect(),
      );
      if (!photo || !name || !condition || !place || !age) return "lacks one";
      return [place.top > condition.top, age.left === condition.left, age.top > place.top].join();
    }),
  );
const agePattern = /^(Today|\d+ (day|month|year)s? ago)$/;

test(
  "R1155 R1156 badges and hearts are small and dark, and every card has its age at one place",
  { tag: "@sweep" },
  async ({ openBrowser }) => {
    const page = await (await openBrowser(phone)).newPage();
    await signIn(page, "Meera Iyer", "/");
    for (const [text, looks] of [
      ["Top Picks", 8],
      ["Just Arrived", 8],
    ] as const) {
      const badges = page.locator("main").getByText(text, { exact: true });
      await expect(badges).toHaveCount(looks);
      // Other tests reserve items, whose photos have a line below the badge.
      const plain = page.locator("main a.card").filter({ hasNotText: /reserved|expired/i });
      const badge = await plain
        .getByText(text, { exact: true })
        .first()
        .evaluate((element) => {
          const photo = element
            .closest("a")
            ?.querySelector(".photo-strip")
            ?.getBoundingClientRect();
          const box = element.getBoundingClientRect();
          return {
            color: getComputedStyle(element).backgroundColor,
            isLow: box.height <= 24,
            fromBottom: Math.round((photo?.bottom ?? 0) - box.bottom),
          };
        });
      expect(badge).toEqual({ color: "rgba(20, 24, 31, 0.78)", isLow: true, fromBottom: 8 });
    }
    const heart = page.getByRole("button", { name: /^Save / }).first();
    await expect(heart).toHaveCSS("background-color", "rgba(20, 24, 31, 0.78)");

    for (const [width, paths, isBelow] of [
      [360, ["/", "/buy"], true],
      [1440, ["/"], false],
      [1440, ["/buy"], true],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of paths) {
        await page.goto(path);
        await expect(page.locator("main a.card").nth(7)).toBeAttached();
        expect(new Set(await factsOf(page)), `${path} at ${width}`).toEqual(
          new Set([`${isBelow},true,true`]),
        );
        const dots = await page.locator(".card-meta > span").evaluateAll((all) =>
          all.map((one) => {
            const line = one.parentElement ?? one;
            const dot = Number.parseFloat(getComputedStyle(one, "::before").width);
            const cut = Number.parseFloat(getComputedStyle(line).clipPath.split(" ").at(-1) ?? "");
            const isFirst =
              one.getBoundingClientRect().left < line.getBoundingClientRect().left + 1;
            return !isFirst || Math.abs(dot - cut) < 0.1;
          }),
        );
        expect(dots, "a dot that would begin a line is cut off").not.toContain(false);
        for (const age of await page
          .locator(".card-meta + .card-meta > span:first-child")
          .allTextContents())
          expect(age).toMatch(agePattern);
      }
    }
  },
);
