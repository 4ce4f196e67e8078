import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import sharp from "sharp";
import { axeInBothSchemes, settle } from "./support/axe.ts";
import { caseScreens } from "./support/case-screens.ts";
import { details } from "./support/details.ts";
import { untilHydrated } from "./support/hydrated.ts";
import { findUnreadable, fonts } from "./support/letters.ts";
import { expect, test } from "./support/market.ts";
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
];

/** Workers of their own have their own markets: what other widths list, save and report appears in none of these. */
const testApart = (pictures: string) =>
  test.extend<object, { pictures: string }>({
    pictures: [pictures, { option: true, scope: "worker" }],
  });

test.describe.configure({ mode: "parallel" });

type OpenBrowser = (options: BrowserContextOptions) => Promise<BrowserContext>;
type Show = (typeof screens)[string];
type Size = (typeof sizes)[number];

for (const viewport of sizes) {
  const testScreen = testApart(`screens at ${viewport.width} px`);
  for (const [name, show] of Object.entries(screens))
    testScreen(`${name} at ${viewport.width} px`, ({ openBrowser, market }) =>
      visit({ [name]: show }, viewport, openBrowser, market.databaseUrl),
    );

  const testDetails = testApart(`details at ${viewport.width} px`);
  // One after the other, because some show what others have listed.
  testDetails(`all details at ${viewport.width} px`, ({ openBrowser, market }) =>
    visit(details, viewport, openBrowser, market.databaseUrl),
  );
}

test("between the narrow and the widest notice (R533)", ({ openBrowser, market }) =>
  visit(
    { busy: productScreens["busy"] as Show },
    { width: 900, height: 700 },
    openBrowser,
    market.databaseUrl,
  ));

/** Keeps pictures of screens, and fails with the list of what is wrong with them. */
async function visit(
  shown: Record<string, Show>,
  viewport: Size,
  openBrowser: OpenBrowser,
  databaseUrl: string,
): Promise<void> {
  const isPhone = viewport.width < 800;
  const faults: string[] = [];
  for (const [name, show] of Object.entries(shown)) {
    const context = await openBrowser({
      viewport,
      isMobile: isPhone,
      hasTouch: isPhone,
      reducedMotion: "reduce",
      // For axe, which the page's script policy refuses.
      bypassCSP: true,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const look = async () => {
      await show(page, databaseUrl);
      for (const colorScheme of ["dark", "light"] as const) {
        await page.emulateMedia({ colorScheme });
        await settle(page);
        await keep(page, name, `${viewport.width}-${colorScheme}`);
      }
      return [
        ...(await axeInBothSchemes(page)),
        ...(await findUnreadable(page, async ({ font, percent }) => {
          if (viewport.width === 360 && percent === 200)
            await keep(page, name, `360-200-${font === fonts[0] ? "wide" : "narrow"}`);
        })),
      ];
    };
    // The other screens are looked at all the same.
    const found = await look().catch((error: unknown) => [String(error)]);
    faults.push(...found.map((fault) => `${name}, ${viewport.width} px, ${fault}`));
    await context.close();
  }
  expect(faults).toEqual([]);
}

test("README.md shows the home page on a laptop and on a phone", async ({ openBrowser }) => {
  const draw = async (viewport: Size, width: number) => {
    const page = await (await openBrowser({ viewport, reducedMotion: "reduce" })).newPage();
    await page.goto("/");
    await untilHydrated(page.getByRole("main"));
    await untilLoaded(page);
    const height = Math.round((width * viewport.height) / viewport.width);
    const corners = `<svg width="${width}" height="${height}"><rect width="100%" height="100%" rx="20"/></svg>`;
    return sharp(await page.screenshot())
      .resize(width, height)
      .composite([{ input: Buffer.from(corners), blend: "dest-in" }])
      .png()
      .toBuffer();
  };
  const laptop = await draw({ width: 1440, height: 900 }, 1100);
  const phone = await draw({ width: 360, height: 760 }, 270);
  const frame = `<svg width="274" height="574"><rect width="100%" height="100%" rx="22" fill="#c3d3cb"/></svg>`;
  await sharp({ create: { width: 1200, height: 800, channels: 3, background: "#e3ece7" } })
    .composite([
      { input: laptop, left: 24, top: 28 },
      { input: Buffer.from(frame), left: 904, top: 198 },
      { input: phone, left: 906, top: 200 },
    ])
    .webp({ quality: 70, effort: 6 })
    .toFile("docs/pictures/home.webp");
});

test("docs/gallery.md lists the pictures", () => writeFileSync("docs/gallery.md", index()));

/** Waits for every photo in the viewport. */
async function untilLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      // Pictures that a scrolling list hides are not requested.
      const list = image.closest("[class*='overflow-y-auto']")?.getBoundingClientRect();
      const end = Math.min(innerHeight, list?.bottom ?? innerHeight);
      return image.complete || !image.checkVisibility() || top > end || bottom < 0;
    }),
  );
}

/** Takes a picture of the viewport when every photo in it has loaded. */
async function keep(page: Page, name: string, look: string): Promise<void> {
  await untilLoaded(page);
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
  const row = (name: string) => {
    const cells = committed
      .slice(0, 3)
      .map((look) => `![${name}, ${look}](pictures/gallery/${name}-${look}.webp)`);
    return `| ${name} | ${cells.join(" | ")} |`;
  };
  return `# Gallery

Every screen and the states that matter, as \`npm run gallery\` draws them with the demo data: a phone
of 360 px in light and dark, a desk of 1440 px. The same command leaves 768 px, every width in dark, and text of 200 %
on the phone in a wide and a narrow font, in \`${otherFolder}\`.

It fails with a list of \`screen, width, look: fault\`, after all screens, if at 360, 768 or 1440 px

- text is clipped, covered or outside, at 100, 131 or 200 % in either font (\`e2e/support/letters.ts\`);
- axe finds anything in light, or weak contrast in dark (\`e2e/support/axe.ts\`).

\`npm run gallery -- -g "cart at"\` looks at one screen only.

| screen | 360 px, light | 360 px, dark | 1440 px, light |
| --- | --- | --- | --- |
${Object.keys({ ...screens, ...details })
  .map(row)
  .join("\n")}
`;
}
