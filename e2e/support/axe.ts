import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * What axe finds wrong with the page as it stands, by all its rules or only these. The browser must
 * bypass the page's script policy.
 */
export async function axeViolations(page: Page, ...rules: string[]): Promise<string[]> {
  await page.evaluate(axe);
  await page.evaluate(drawAll);
  await settle(page);
  return page.evaluate(async (only) => {
    const { axe: engine } = window as unknown as { axe: typeof import("axe-core") };
    const { violations } = await engine.run(only.length > 0 ? { runOnly: only } : {});
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${id}: ${target.join(" ")}`),
    );
  }, rules);
}

/** What axe finds wrong with the page in light and in dark, where nothing but colours changes. */
export async function axeInBothSchemes(page: Page): Promise<string[]> {
  const light = await axeViolations(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await settle(page);
  const dark = await axeViolations(page, "color-contrast");
  await page.emulateMedia({ colorScheme: "light" });
  return [...light.map((fault) => `light: ${fault}`), ...dark.map((fault) => `dark: ${fault}`)];
}

/** Runs in the page. Off-screen content that is not drawn yet has its previous colours. */
function drawAll(): void {
  const style = new CSSStyleSheet();
  style.replaceSync("* { content-visibility: visible !important }");
  document.adoptedStyleSheets.push(style);
}

/**
 * Colours change gradually, so they are measured when they are final. An element inside another one begins to change when that
 * one has ended, so this looks again, ten times at most.
 */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let round = 0; round < 10; round += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
      if (ending.length === 0) return;
      await Promise.allSettled(ending.map(({ finished }) => finished));
    }
  });
}
