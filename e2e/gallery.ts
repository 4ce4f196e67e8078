import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import sharp from "sharp";
import { caseScreens } from "./support/case-screens.ts";
import { details } from "./support/details.ts";
import { test } from "./support/market.ts";
import { safetyScreens } from "./support/safety-screens.ts";
import { screens as productScreens } from "./support/screens.ts";

const screens = { ...productScreens, ...safetyScreens, ...caseScreens };

/** Pixels; enough to judge a wide screen by, and small files. */
const widest = 960;
const folder = "docs/pictures/gallery";
/** The variants that are committed; the others are for review, in `otherFolder`. */
const committed = ["360-light", "360-dark", "1440-light", "900-light"];
const otherFolder = "test-results/gallery";
const sizes = [
  { width: 360, height: 760 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const;

test.describe.configure({ mode: "parallel" });

type OpenBrowser = (options: BrowserContextOptions) => Promise<BrowserContext>;
type Show = (typeof screens)[string];
type Look = { viewport: { width: number; height: number }; colorScheme: "light" | "dark" };

for (const colorScheme of ["light", "dark"] as const) {
  for (const viewport of sizes) {
    test(`${viewport.width} px, ${colorScheme}`, async ({ openBrowser, market }) => {
      await keepAll(screens, { viewport, colorScheme }, openBrowser, market.databaseUrl);
    });
  }
}
for (const viewport of [sizes[0], sizes[2]]) {
  test(`details, ${viewport.width} px`, async ({ openBrowser, market }) => {
    await keepAll(details, { viewport, colorScheme: "light" }, openBrowser, market.databaseUrl);
  });
}

test("between the narrow and the widest notice (R533)", async ({ openBrowser, market }) => {
  const viewport = { width: 900, height: 700 };
  await keepAll(
    { busy: productScreens["busy"] as Show },
    { viewport, colorScheme: "light" },
    openBrowser,
    market.databaseUrl,
  );
});

/** Each screen in a separate browser. */
async function keepAll(
  shown: typeof screens,
  { viewport, colorScheme }: Look,
  openBrowser: OpenBrowser,
  databaseUrl: string,
): Promise<void> {
  const isPhone = viewport.width < 800;
  for (const [name, show] of Object.entries(shown)) {
    const context = await openBrowser({
      viewport,
      colorScheme,
      isMobile: isPhone,
      hasTouch: isPhone,
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    await show(page, databaseUrl);
    await keep(page, name, `${viewport.width}-${colorScheme}`);
    await context.close();
  }
}

test.afterAll(() => writeFileSync("docs/gallery.md", index()));

/** Takes a picture of the viewport when every photo in it has loaded. */
async function keep(page: Page, name: string, look: string): Promise<void> {
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      // Pictures that a scrolling list hides are not requested.
      const list = image.closest("[class*='overflow-y-auto']")?.getBoundingClientRect();
      const end = Math.min(innerHeight, list?.bottom ?? innerHeight);
      return image.complete || top > end || bottom < 0;
    }),
  );
  const seen = await page.screenshot({ animations: "disabled" });
  const target = committed.includes(look) ? folder : otherFolder;
  mkdirSync(target, { recursive: true });
  await sharp(seen)
    .resize({ width: widest, withoutEnlargement: true })
    .webp({ quality: 55, effort: 6 })
    .toFile(join(target, `${name}-${look}.webp`));
}

/** The page that shows the committed pictures side by side. */
function index(): string {
  const made = new Set(readdirSync(folder));
  const row = (name: string) => {
    const cells = committed.slice(0, 3).map((look) => {
      const file = `${name}-${look}.webp`;
      return made.has(file) ? `![${name}, ${look}](pictures/gallery/${file})` : "";
    });
    return `| ${name} | ${cells.join(" | ")} |`;
  };
  return `# Gallery

Every screen and the states that matter, as \`npm run gallery\` draws them with the demo data: a phone
of 360 px in light and dark, a desk of 1440 px. The same command leaves 768 px, and every width in
dark, in \`${otherFolder}\`.

| screen | 360 px, light | 360 px, dark | 1440 px, light |
| --- | --- | --- | --- |
${Object.keys({ ...screens, ...details })
  .map(row)
  .join("\n")}
`;
}
