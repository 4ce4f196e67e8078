import { expect, type Page } from "@playwright/test";
import { illegible } from "./clipped.ts";
import { findOverflow } from "./sideways.ts";

/** The second font is as wide as Roboto, which phones have. */
export const fonts = ["DejaVu Sans", "DejaVu Sans Condensed"] as const;
const percents = [100, 131, 200];

export type Letters = { font: (typeof fonts)[number]; percent: number };

/** Also draws off-screen content, which otherwise has only an estimated height. */
const setLetters = (page: Page, { font, percent }: Letters) =>
  page.evaluate(
    ([family, size]) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`html { font-size: ${size}%; --font-sans: "${family}" }
        html, button, input, select, textarea { font-family: "${family}" }
        * { content-visibility: visible !important }`);
      document.adoptedStyleSheets = [sheet];
    },
    [font, percent] as const,
  );

/**
 * Finds text of the page that is clipped, covered or outside in any font and size.
 * @param afterEach is called while each of them is shown
 */
export async function findUnreadable(
  page: Page,
  afterEach?: (letters: Letters) => Promise<void>,
): Promise<string[]> {
  const found: string[] = [];
  for (const font of fonts)
    for (const percent of percents) {
      await setLetters(page, { font, percent });
      const faults = await findLasting(page);
      found.push(...faults.map((fault) => `${percent} % in ${font}: ${fault}`));
      await afterEach?.({ font, percent });
    }
  return found;
}

/** What a page still shows a moment later: text moves while a page is laid out again. */
async function findLasting(page: Page): Promise<string[]> {
  const find = async () => [...(await findOverflow(page)), ...(await illegible(page))];
  await expect
    .poll(find, { timeout: 10_000 })
    .toEqual([])
    .catch(() => undefined);
  // Here and not in the poll, whose own errors are dropped above.
  return find();
}
