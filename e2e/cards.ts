import type { Locator } from "@playwright/test";

/**
 * The first card that has several photos, found by its address, so that it stays the same when it shows
 * another photo. The newest may have come from another story, with one.
 */
export async function cardWithPhotos(part: Locator): Promise<Locator> {
  const cards = part.locator("a[href*='item=']");
  const address = await cards
    .filter({ hasText: /1\/[2-9]/ })
    .first()
    .getAttribute("href");
  return part.locator(`a[href="${address}"]`).first();
}
