import type { Page } from "@playwright/test";
import { settle } from "./support/axe.ts";
import { expect, phone, test } from "./support/market.ts";
import { signIn, storedValue } from "./support/students.ts";

type Listed = { _id: string; isSold: boolean; seller: { _id: string } };
type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };
type Seller = { name: string; feedback: object[] };

/** A listing of a seller with written feedback. */
async function itemOfKnownSeller(page: Page): Promise<{ id: string; seller: string }> {
  const headers = { authorization: `Bearer ${await storedValue(page, "token")}` };
  const answer = await page.request.get("/api/products?limit=100");
  for (const { _id: id, isSold, seller } of (await answer.json()) as Listed[]) {
    if (isSold) continue;
    const about = await page.request.get(`/api/sellers/${seller._id}`, { headers });
    const found = ((await about.json()) as { seller?: Seller }).seller;
    if (found && found.feedback.length > 0) return { id, seller: found.name };
  }
  throw new Error("No seller of the demo data has feedback with words");
}

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
])
  test(
    `R1228 nothing of an item moves for a student who is logged in when the seller's facts arrive, at ${viewport.width} px`,
    { tag: "@sweep" },
    async ({ openBrowser }) => {
      const options = viewport.width < 900 ? { ...phone, viewport } : { viewport };
      const page = await (await openBrowser(options)).newPage();
      await signIn(page, "Rohan Mehta");
      const { id, seller } = await itemOfKnownSeller(page);
      await page.addInitScript(() => {
        const moved: string[] = [];
        Object.assign(globalThis, { moved });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as Shift[])
            for (const { node } of entry.sources)
              // The student's name in the bar above comes with the session, and is no part of the item.
              if (!node?.parentElement?.closest("header, nav"))
                moved.push(`${entry.value}: ${node?.textContent?.slice(0, 40)}`);
        }).observe({ type: "layout-shift", buffered: true });
      });
      // The facts arrive when the page has long been drawn.
      let drawn = (): void => undefined;
      const isDrawn = new Promise<void>((resolve) => (drawn = resolve));
      await page.route("**/api/sellers/*", async (route) => {
        await isDrawn;
        await route.continue();
      });
      await page.goto(`/item/${id}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await settle(page);
      drawn();
      await expect(page.getByText(seller, { exact: true })).toBeVisible();
      await expect(page.getByText(`What others say about ${seller}`)).toBeVisible();
      await settle(page);
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      expect(
        await page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved),
      ).toEqual([]);
    },
  );
