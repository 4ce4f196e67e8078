import type { Locator, Page } from "@playwright/test";

/** Finds a card of another seller on the first page of Buy under its filters, because the student sells too. */
export async function cardOfAnother(page: Page): Promise<Locator> {
  const own = await page.evaluate(
    () => (JSON.parse(localStorage.getItem("user") ?? "{}") as { _id?: string })._id,
  );
  const answer = await page.request.get(`/api/products/filter${new URL(page.url()).search}`);
  const products = (await answer.json()) as { _id: string; seller: { _id: string } }[];
  // Excludes cards listed since the page was loaded.
  const shown = await page
    .locator("main a[href]")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  const other = products.find(
    ({ _id, seller }) => seller._id !== own && shown.some((href) => href.includes(_id)),
  );
  return page.locator(`main a[href*="${other?._id}"]`).first();
}
