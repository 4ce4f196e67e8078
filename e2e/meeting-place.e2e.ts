import { listItem } from "./support/listing.ts";
import { expect, phone, test } from "./support/market.ts";
import { enter, signIn } from "./support/students.ts";

const place = "Hostel 7 gate, by the cycle stand";
const meetAt = `Meet at: ${place}`;

test.use({ ...phone });

test(
  "the address is shown after the contact, in the dialog and on the item's page, for the visit",
  { tag: "@sweep" },
  async ({ page, openBrowser }) => {
    const seller = await (await openBrowser()).newPage();
    await enter(seller, "Mohan Meeting");
    const id = await listItem(seller, { name: "Lamp to meet for", address: place });

    await page.context().route("https://wa.me/**", (route) => route.fulfill({ body: "WhatsApp" }));
    await signIn(page, "Rohan Mehta", "/buy?sort=newest");
    await page.locator(`main a[href*="${id}"]`).first().click();
    const dialog = page.getByRole("dialog", { name: "Lamp to meet for" });
    await expect(
      dialog.getByText("The seller sees your number only if you message."),
    ).toBeVisible();
    await expect(page.getByText(place)).toHaveCount(0);
    const [chat] = await Promise.all([
      page.waitForEvent("popup"),
      dialog.getByRole("button", { name: "Chat on WhatsApp" }).click(),
    ]);
    await chat.close();
    await expect(dialog.getByText(meetAt)).toBeInViewport({ ratio: 1 });

    await page.reload();
    await expect(dialog.getByText(meetAt)).toBeVisible();
    await page.goto(`/item/${id}`);
    await expect(page.getByText(meetAt)).toBeVisible();

    const stranger = await (await openBrowser(phone)).newPage();
    await stranger.goto(`/item/${id}`);
    await expect(stranger.getByRole("button", { name: "Chat on WhatsApp" })).toBeVisible();
    await expect(stranger.getByText(place)).toHaveCount(0);

    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: "Log Out" }).click();
    await expect(page).toHaveURL("/login");
    await signIn(page, "Asha Patnaik", `/item/${id}`);
    await expect(page.getByRole("button", { name: "Chat on WhatsApp" })).toBeVisible();
    await expect(page.getByText(place)).toHaveCount(0);
  },
);
