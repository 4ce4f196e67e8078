import { picturePaths } from "@market/fixtures/pictures";
import { expect, phone, test } from "./support/market.ts";
import { enter, storedValue } from "./support/students.ts";

test.use(phone);

test(
  "R785 R792 a student who leaves lists many items together, over a network that fails, and shares one page",
  { tag: "@sweep" },
  async ({ page, openBrowser }) => {
    await enter(page, "Nila Graduate");
    await page.goto("/sell");
    await page.getByRole("link", { name: /Leaving campus/ }).click();
    await expect(page).toHaveURL("/sell/many");
    const pictures = ["kettle", "study-lamp", "helmet"].flatMap((key) =>
      picturePaths(key).slice(0, 2),
    );
    const uploaded: string[] = [];
    page.on("response", async (response) => {
      if (response.url().endsWith("/api/photos") && response.status() === 201)
        uploaded.push(((await response.json()) as { photo: { id: string } }).photo.id);
    });
    await page.getByLabel("Add photos").setInputFiles(pictures);
    await expect(page.getByLabel("Name")).toHaveCount(6);

    const rows = page.getByRole("list", { name: "Your items" }).getByRole("listitem");
    const unfold = (place: number) =>
      rows
        .nth(place)
        .getByRole("button", { name: /^Details of / })
        .click();
    const categoryOf = (place: number) => rows.nth(place).getByLabel("Category", { exact: true });

    await test.step("R792 two photos of one thing are put together", async () => {
      for (const left of [5, 4, 3]) {
        // Pairs: the second photo of an item follows its first.
        await unfold(6 - left);
        await rows
          .nth(6 - left)
          .getByRole("button", { name: "Same item as above" })
          .click();
        await expect(page.getByLabel("Name")).toHaveCount(left);
      }
    });
    await test.step("R792 what was typed is there again after a reload", async () => {
      for (const [place, name] of ["Kettle", "Study lamp", "Helmet"].entries()) {
        await page.getByLabel("Name").nth(place).fill(name);
        await page
          .getByLabel("Price")
          .nth(place)
          .fill(place === 1 ? "free" : "350");
      }
      await expect(rows.nth(1)).toContainText("Study Essentials");
      // The browser drops the body of a response when its page is loaded again.
      await expect.poll(() => uploaded.length).toBe(6);
      await page.reload();
      await expect(page.getByLabel("Name").nth(2)).toHaveValue("Helmet");
      await unfold(2);
      await expect(page.getByRole("img", { name: "Helmet, photo 2" })).toBeVisible();
    });
    await page.getByLabel("Meeting place").fill("Hostel 4 gate");
    const leavingOn = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    const privately = page.getByRole("link", { name: "Tell us privately when you leave" });
    await expect(privately).toHaveAttribute("href", "/farewell");
    await page.getByLabel("You leave on").fill(leavingOn);

    await test.step("R911 a photo that the server no longer has is uploaded again", async () => {
      const token = await storedValue(page, "token");
      for (const id of uploaded) {
        const deleted = await page.request.delete(`/api/photos/${id}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        expect(deleted.status()).toBe(200);
      }
    });

    await test.step("R959 what is missing is marked before the first is sent", async () => {
      let sent = 0;
      await page.route("**/api/products/create", (route) => {
        sent += 1;
        return route.continue();
      });
      await categoryOf(2).selectOption("");
      await page.getByRole("button", { name: "List 3 items" }).click();
      const [price, category] = [page.getByLabel("Price").nth(1), categoryOf(2)];
      await expect(price).toBeFocused();
      await expect(price).toBeInViewport();
      for (const field of [price, category])
        await expect(field).toHaveAttribute("aria-invalid", "true");
      await expect(page.getByText("Category is required")).toBeVisible();
      expect(sent).toBe(0);
      await price.fill("350");
      await expect(price).not.toHaveAttribute("aria-invalid");
      await page.getByRole("button", { name: "List 3 items" }).click();
      await expect(category).toBeFocused();
      await category.selectOption("Study Essentials");
      await page.unroute("**/api/products/create");
    });
    await test.step("R792 what fails stays with its reason, the others are listed once", async () => {
      await page.route("**/api/products/create", (route) =>
        route.request().postDataBuffer()?.includes("Study lamp")
          ? route.fulfill({
              status: 422,
              contentType: "application/problem+json",
              json: { code: "invalid-price", message: "The price is wrong.", success: false },
            })
          : route.continue(),
      );
      await page.getByRole("button", { name: "List 3 items" }).click();
      await expect(page.getByText("Listed: Kettle")).toBeVisible();
      await expect(page.getByText("Listed: Helmet")).toBeVisible();
      await expect(
        page.getByRole("alert").filter({ hasText: "The price is wrong." }),
      ).toBeVisible();
      await page.unroute("**/api/products/create");
      await page.context().setOffline(true);
      await page.getByRole("button", { name: "List 1 item" }).click();
      await expect(page.getByText("Listing 2 of 3")).toBeVisible();
      await page.context().setOffline(false);
      await expect(page).toHaveURL(/\/leaving\//);
      await expect(page.getByRole("heading", { level: 1 })).toContainText("Nila is leaving on");
      const token = await storedValue(page, "token");
      const own = await page.request.get("/api/products/user", {
        headers: { authorization: `Bearer ${token}` },
      });
      const { products } = (await own.json()) as { products: { name: string; images: [] }[] };
      expect(products.map(({ name, images }) => `${name} ${images.length}`).toSorted()).toEqual([
        "Helmet 2",
        "Kettle 2",
        "Study lamp 2",
      ]);
    });

    await test.step("R785 R790 a visitor who has the link sees the items, and which are sold", async () => {
      const token = await storedValue(page, "token");
      const path = new URL(page.url()).pathname;
      const { bundle } = (await (
        await page.request.get(`/api${path.replace("leaving", "bundles")}`)
      ).json()) as {
        bundle: { products: { _id: string }[] };
      };
      await page.request.put(`/api/products/${bundle.products[0]?._id}/toggle-sold`, {
        headers: { authorization: `Bearer ${token}` },
        data: { isSold: true },
      });
      const visitor = await (await openBrowser(phone)).newPage();
      await visitor.goto(path);
      await expect(visitor.getByText("2 of 3 still available")).toBeVisible();
      // R958 reserved items are not available either.
      await page.request.put(`/api/products/${bundle.products[1]?._id}/reservation`, {
        headers: { authorization: `Bearer ${token}` },
        data: { until: new Date(Date.now() + 86_400_000).toISOString() },
      });
      await visitor.reload();
      await expect(visitor.getByText("1 of 3 still available")).toBeVisible();
      await expect(visitor.getByText("Where to pick them up is shown")).toBeVisible();
      await visitor.getByRole("link", { name: "Print a poster" }).click();
      await expect(visitor.getByRole("img", { name: /^Code for http/ })).toBeVisible();
      await expect(visitor.getByRole("article").getByRole("listitem")).toHaveCount(1);
    });

    await test.step("R787 its owner deletes the page, and the items stay", async () => {
      await page.reload();
      await page.getByRole("button", { name: "Delete this list" }).tap();
      const question = page.getByRole("alertdialog", { name: "Delete this list?" });
      await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
      await question.getByRole("button", { name: "Delete" }).tap();
      await expect(page).toHaveURL("/profile");
      await expect(page.getByRole("heading", { name: "Helmet" })).toBeVisible();
    });
  },
);
