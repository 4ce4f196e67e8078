import { openDatabase } from "@market/server/db/database";
import { expect, type Page, type Route } from "@playwright/test";
import { listItem } from "./listing.ts";
import { chooseAccount, enter, storedValue } from "./students.ts";

/** Lists something to be reported and decided upon, as a new student. @returns its id */
export async function listForModerators(
  page: Page,
  name: string,
  seller = "Deepa Seller",
): Promise<string> {
  await enter(page, seller);
  return listItem(page, { name });
}

/** Lists more of them and pauses them, so that other tests do not see them. @returns their ids */
export async function addResting(
  databaseUrl: string,
  productId: string,
  count: number,
): Promise<string[]> {
  const db = openDatabase(databaseUrl, () => undefined, { size: 1 });
  const { rows } = await db.run(
    `insert into products (id, seller_id, name, price_paise, description, category, condition, location_type,
       address, listed, resting_at)
     select uuidv7(), seller_id, name || ' ' || nth, price_paise, description, category, condition, location_type,
       address, false, now()
     from products, generate_series(1, $2::int) nth where products.id = $1
     returning id`,
    [productId, count],
  );
  await db.close();
  return (rows as { id: string }[]).map(({ id }) => id);
}

/** Reports listings as the student who is signed in. @returns how many reports were taken */
export async function report(page: Page, productIds: readonly string[]): Promise<number> {
  const headers = { authorization: `Bearer ${await storedValue(page, "token")}` };
  let sent = 0;
  for (const productId of productIds) {
    const data = { productId, reason: "misleading", details: "Looks too new" };
    const response = await page.request.post("/api/reports", { headers, data });
    if (response.status() === 201) sent += 1;
  }
  return sent;
}

const casesCall = "**/api/moderation/cases?*";

/** Limits the moderator's queue to the cases of these listings, from the page's next visit on. */
export async function showCasesOf(page: Page, productIds: readonly string[]): Promise<void> {
  await page.route(casesCall, async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set("limit", "60");
    const cases: { id: string; productId?: string }[] = [];
    for (let isMore = true; isMore;) {
      const answer = await route.fetch({ url: url.href });
      cases.push(...((await answer.json()) as { cases: typeof cases }).cases);
      url.searchParams.set("cursor", cases.at(-1)?.id ?? "");
      isMore = answer.headers()["link"] !== undefined;
    }
    const own = cases.filter(({ productId }) => productIds.includes(productId ?? ""));
    await route.fulfill({ json: { success: true, cases: own } });
  });
}

/** Waits for a case with all its photos, which are fetched after the text. */
export async function untilCaseShown(page: Page): Promise<void> {
  const shown = page.getByRole("article", { name: "Case" });
  await expect(shown.getByRole("img").first()).toBeVisible();
  await expect(shown.locator("[class*=aspect-]:not(:has(img))")).toHaveCount(0);
}

/** Decides the open case of a listing, as the moderator who is signed in: its seller is suspended for a week. */
export async function suspendSellerOf(page: Page, productId: string, note: string): Promise<void> {
  const headers = { authorization: `Bearer ${await storedValue(page, "token")}` };
  const item = await page.request.get(`/api/items/${productId}`);
  const { product } = (await item.json()) as { product: { seller: { _id: string } } };
  const path = `/api/moderation/cases?limit=60&userId=${product.seller._id}`;
  const answer = await page.request.get(path, { headers });
  const { cases } = (await answer.json()) as { cases: { id: string; productId?: string }[] };
  const id = cases.find((each) => each.productId === productId)?.id;
  const decided = await page.request.post(`/api/moderation/cases/${id}/decision`, {
    headers,
    data: { action: "suspend", note, days: 7 },
  });
  expect(decided.status()).toBe(200);
}

const askedAgain = (page: Page) => page.getByRole("heading", { name: "Please log in again" });

const refuseOldSignIn = (route: Route) =>
  route.fulfill({
    status: 401,
    contentType: "application/problem+json",
    json: { success: false, status: 401, code: "sign-in-again", message: "" },
  });

/** The moderators' page as Meera finds it more than twelve hours after she logged in. */
export async function openWithOldSignIn(page: Page): Promise<void> {
  await page.route(casesCall, refuseOldSignIn);
  await page.goto("/moderation");
  await expect(askedAgain(page)).toBeVisible();
}

export async function logInAgain(page: Page): Promise<void> {
  // Without the handler, `showCasesOf` would end too.
  await page.unroute(casesCall, refuseOldSignIn);
  await chooseAccount(page, "Log in again", { name: "Meera Iyer", email: "meera@cgu.example" });
  await expect(askedAgain(page)).toHaveCount(0);
}
