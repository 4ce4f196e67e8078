import type { Page } from "@playwright/test";

/** Goes back in the browser, once the page that has just changed is drawn and listens for it. */
export async function goBack(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames += 1)
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    // Afterwards: a new document would end this function.
    setTimeout(() => history.back());
  });
}
