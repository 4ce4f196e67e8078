import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { screens } from "./screens.ts";
import { test } from "./market.ts";

/** Pixels; enough to judge a wide screen by, and small files. */
const widest = 960;
const folder = "docs/pictures/gallery";
const sizes = [
  { width: 360, height: 760 },
  { width: 768, height: 1024 },
  { width: 900, height: 700 },
  { width: 1440, height: 900 },
] as const;

for (const colorScheme of ["light", "dark"] as const) {
  for (const viewport of sizes) {
    test(`${viewport.width} px, ${colorScheme}`, async ({ openBrowser }) => {
      mkdirSync(folder, { recursive: true });
      for (const [name, show] of Object.entries(screens)) {
        const isPhone = viewport.width < 800;
        const context = await openBrowser({
          viewport,
          colorScheme,
          isMobile: isPhone,
          hasTouch: isPhone,
          reducedMotion: "reduce",
        });
        const page = await context.newPage();
        await show(page);
        await keep(page, `${name}-${viewport.width}-${colorScheme}`);
        await context.close();
      }
    });
  }
}

/** A picture of what is seen, once every photo in view is there. */
async function keep(page: Page, name: string): Promise<void> {
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      return image.complete || top > innerHeight || bottom < 0;
    }),
  );
  const seen = await page.screenshot({ animations: "disabled" });
  await sharp(seen)
    .resize({ width: widest, withoutEnlargement: true })
    .webp({ quality: 55, effort: 6 })
    .toFile(join(folder, `${name}.webp`));
}
