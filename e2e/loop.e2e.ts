import { openDatabase } from "@market/server/db/database";
import { untilHydrated } from "./support/hydrated.ts";
import { listItem } from "./support/listing.ts";
import { expect, phone, test } from "./support/market.ts";
import { enter } from "./support/students.ts";

test.use(phone);

/** Moves all contacts so many hours into the past. */
async function letHoursPass(databaseUrl: string, hours: number, productId: string): Promise<void> {
  const db = openDatabase(databaseUrl, () => undefined, { size: 1 });
  await db.run(
    "update outcomes set contacted_at = contacted_at - make_interval(hours => $1) where product_id = $2",
    [hours, productId],
  );
  await db.close();
}

test("R755 R760 R767 a contact becomes a deal with feedback that visitors see", async ({
  page: buyer,
  openBrowser,
  market,
}) => {
  const name = "Red cycle of loop";
  const seller = await (await openBrowser(phone)).newPage();
  await enter(seller, "Nusrat Looper");
  const id = await listItem(seller, { name });

  await test.step("the buyer asks for the number", async () => {
    await buyer
      .context()
      .route("https://wa.me/**", (route) => route.fulfill({ contentType: "text/html", body: "" }));
    await enter(buyer, "Sujan Looper");
    const chat = buyer.getByRole("button", { name: "Chat on WhatsApp" });
    // The tap comes before the session is restored.
    const isRestored = Promise.withResolvers<void>();
    await buyer.route("**/api/auth/token", async (route) => {
      await isRestored.promise;
      await route.continue();
    });
    await buyer.evaluate(() => localStorage.removeItem("token"));
    await buyer.goto(`/item/${id}`);
    await untilHydrated(chat);
    // Tests skip the card before the first chat of a day; this one tests it.
    await buyer.evaluate(() => localStorage.setItem("safety-card", "yesterday"));
    await chat.tap();
    isRestored.resolve();
    const card = buyer.getByRole("dialog", { name: "Before you chat" });
    await expect(card).toContainText("You never need to scan a code or enter a PIN");
    await expect(card.getByRole("listitem").filter({ hasText: "Library steps" })).toBeVisible();
    const popup = buyer.waitForEvent("popup");
    await card.getByRole("button", { name: "Chat on WhatsApp" }).tap();
    await (await popup).close();
    await test.step("R959 the card that is not wanted again today leads to the chat, too", async () => {
      await buyer.evaluate(() => localStorage.setItem("safety-card", "yesterday"));
      await chat.tap();
      const skipped = buyer.waitForEvent("popup");
      await card.getByRole("button", { name: "Don't show today" }).tap();
      await (await skipped).close();
      await expect(card).toBeHidden();
    });
    const another = buyer.waitForEvent("popup");
    await chat.tap();
    await (await another).close();
  });
  await test.step("the seller is notified", async () => {
    await seller.goto("/");
    await seller.getByRole("link", { name: /^Notices, \d+ unread$/ }).tap();
    await expect(seller.getByText(`1 student asked for your number: ${name}`)).toBeVisible();
    await expect(seller.getByRole("link", { name: "Notices", exact: true })).toBeVisible();
  });
  await test.step("R945 a double tap requests earlier notices once, and a failure is shown", async () => {
    const earlier: string[] = [];
    const { promise: isTapped, resolve: letFail } = Promise.withResolvers<void>();
    await seller.route(/\/api\/notices(\?|$)/, async (route) => {
      const { search } = new URL(route.request().url());
      const link = '</api/notices?cursor=earlier>; rel="next"';
      if (search === "") {
        const response = await route.fetch();
        return route.fulfill({ response, headers: { ...response.headers(), link } });
      }
      if (!search.includes("cursor")) return route.continue();
      earlier.push(search);
      await isTapped;
      return route.abort();
    });
    await seller.goto("/notices");
    await seller.getByRole("button", { name: "Show earlier notices" }).dblclick();
    letFail();
    await expect(seller.getByText("Something went wrong on our side.")).toBeVisible();
    expect(earlier).toEqual(["?cursor=earlier"]);
    await seller.unroute(/\/api\/notices(\?|$)/);
  });
  await letHoursPass(market.databaseUrl, 4, id);
  await test.step("four hours later one strip asks the buyer, who has bought", async () => {
    const back = await buyer.context().newPage();
    const isThanked = Promise.withResolvers<void>();
    await back.route("**/api/outcomes/*", async (route) => {
      if (!route.request().postData()?.includes("replied")) return route.continue();
      await route.fetch();
      await isThanked.promise;
      await route.abort();
    });
    await back.goto("/");
    const strip = back.getByRole("complementary", { name: "How did it go?" });
    await expect(strip).toContainText(`Did Nusrat reply about ${name}?`);
    await strip.getByRole("button", { name: "Yes" }).tap();
    await expect(strip).toContainText(`Did you buy ${name}?`);
    await strip.getByRole("button", { name: "Bought" }).tap();
    await expect(back.getByText("Thank you. We have asked Nusrat to confirm.")).toBeVisible();
    await expect(strip).toBeHidden();
    await test.step("R887 a late failure of the first answer does not bring its question back", async () => {
      isThanked.resolve();
      await expect(back.getByText("Something went wrong on our side.")).toBeVisible();
      await expect(strip).toBeHidden();
    });
    await back.close();
  });
  await test.step("the seller marks it sold in one tap, and both say how it was", async () => {
    await seller.goto("/notices");
    const question = seller.getByRole("article").filter({ hasText: `Sold to Sujan? ${name}` });
    await question.getByRole("button", { name: "Yes, sold" }).tap();
    const how = seller.getByRole("article").filter({ hasText: `Deal with Sujan: ${name}` });
    await expect(question).toContainText("You confirmed the deal.");
    // R1218
    await expect(question.getByRole("link")).toBeFocused();
    await expect(how).toContainText("Your answer is final.");
    await expect(how.getByRole("button")).toHaveText(["All went well", "Not so well"]);
    await how.getByRole("button", { name: "All went well" }).tap();
    await expect(how.getByRole("button")).toHaveCount(0);
    await expect(how).toContainText("You said: All went well.");
    await test.step("R977 and the focus stays on the deal when a refusal is taken back", async () => {
      type Deals = { deals: { confirmedAt?: string; feedback: object }[] };
      let confirmed: object | undefined;
      await seller.route("**/api/deals", async (route) => {
        const answer = (await (await route.fetch()).json()) as Deals;
        const deals = answer.deals.map(({ confirmedAt: refusedAt, ...deal }) => {
          confirmed ??= { ...deal, confirmedAt: refusedAt };
          return { ...deal, refusedAt, feedback: {} };
        });
        await route.fulfill({ json: { ...answer, deals } });
      });
      await seller.route("**/api/deals/*", (route) =>
        route.fulfill({ json: { success: true, deal: confirmed } }),
      );
      await seller.goto("/profile#deals");
      const refused = seller.getByRole("article").filter({ hasText: "You said no." });
      await refused.getByRole("button", { name: "It was sold" }).tap();
      await expect(refused).toHaveCount(0);
      await expect(seller.getByRole("article").filter({ hasText: "Sold to Sujan" })).toBeFocused();
      await seller.unroute("**/api/deals");
      await seller.unroute("**/api/deals/*");
    });

    await buyer.goto("/profile#deals");
    const deal = buyer.getByRole("article").filter({ hasText: name });
    await expect(deal).toContainText("Bought from Nusrat");
    await deal.getByRole("button", { name: "Give feedback" }).tap();
    await deal.getByLabel("Good", { exact: true }).check();
    await deal.getByLabel("On time").check();
    await deal.getByLabel("In your words").fill("Quick and friendly.");
    await deal.getByRole("button", { name: "Send" }).tap();
    await expect(deal).toContainText("Nusrat's feedback");
    await expect(deal.getByText("Quick and friendly.")).toBeInViewport();
  });
  await test.step("a visitor reads it in the seller's line", async () => {
    const visitor = await (await openBrowser(phone)).newPage();
    await visitor.goto(`/item/${id}`);
    await expect(visitor.getByText("1 deal, all good")).toBeVisible();
    await expect(visitor.getByText("Nusrat")).toHaveCount(0);
  });
  await test.step("R959 a listing that is removed in its notice comes back by Undo", async () => {
    const lamp = await listItem(seller, { name: "Lamp of loop" });
    const now = new Date().toISOString();
    const question = {
      id: crypto.randomUUID(),
      kind: "still-available",
      text: "Is “Lamp of loop” still available?",
      productId: lamp,
      createdAt: now,
      readAt: now,
      actions: [
        { name: "remove", label: "Remove", method: "DELETE", path: `/api/products/${lamp}` },
      ],
    };
    await seller.route(/\/api\/notices(\?|$)/, (route) =>
      route.fulfill({ json: { success: true, unread: 0, notices: [question] } }),
    );
    await seller.goto("/notices");
    const status = async () => (await seller.request.get(`/api/items/${lamp}`)).status();
    await seller.getByRole("button", { name: "Remove" }).tap();
    await expect(seller.getByText("You removed the item.")).toBeVisible();
    expect(await status()).toBe(404);
    const undo = seller.getByRole("button", { name: "Undo" });
    await expect(undo).toBeFocused();
    await undo.tap();
    await expect(seller.getByRole("button", { name: "Remove" })).toBeVisible();
    expect(await status()).toBe(200);
  });
});
