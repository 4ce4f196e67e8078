import { expect, test } from "./market.ts";
import type { BrowserContext, Page } from "@playwright/test";

/** Somebody new to the campus, by an address that no other story uses. */
const newcomer = (name: string) => ({
  name,
  email: `${name.toLowerCase().replace(/\W+/g, ".")}.${Date.now()}@cgu.example`,
});
type Newcomer = ReturnType<typeof newcomer>;

/** Clicks what opens Google's window, and chooses an account there. */
async function chooseAccount(page: Page, button: string, { name, email }: Newcomer): Promise<void> {
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("button", { name: button, exact: true }).click(),
  ]);
  await popup.getByLabel("E-mail address").fill(email);
  await popup.getByLabel("Name", { exact: true }).fill(name);
  await popup.getByRole("button", { name: "Continue" }).click();
}

async function fillRegistration(page: Page): Promise<void> {
  await page.getByLabel("WhatsApp number").fill("98765 43210");
  await page.getByLabel("Course").fill("B.Tech CSE");
}

async function register(page: Page, student: Newcomer): Promise<void> {
  await page.goto("/register");
  await fillRegistration(page);
  await chooseAccount(page, "Submit", student);
  await expect(page).toHaveURL("/");
}

const kept = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

/** Lists something without the sell form, which has a story of its own. */
async function list(page: Page, context: BrowserContext, name: string): Promise<void> {
  const token = await kept(page, "token");
  const picture = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(400, 500);
    const pen = canvas.getContext("2d");
    if (pen) {
      pen.fillStyle = "teal";
      pen.fillRect(0, 0, 400, 500);
    }
    const photo = await canvas.convertToBlob({ type: "image/jpeg" });
    return [...new Uint8Array(await photo.arrayBuffer())];
  });
  const answer = await context.request.post("/api/products/create", {
    headers: { authorization: `Bearer ${token}` },
    multipart: {
      name,
      price: "123456",
      description: "Barely used, fresh tyres.",
      locationType: "On-Campus",
      address: "Hostel 4 gate",
      category: "Mobility & Transport",
      condition: "Used - Good",
      seller: "",
      images: { name: "cycle.jpg", mimeType: "image/jpeg", buffer: Buffer.from(picture) },
    },
  });
  expect(answer.status()).toBe(201);
}

test("R143, R144, R147–R152, R158–R162, R325, R326, R331, R332 a newcomer is kept from the profile, registers through the popup and gets there", async ({
  page,
}) => {
  const asha = newcomer("Asha Rao");
  await page.goto("/about");
  await page.goto("/profile");
  await expect(page).toHaveURL("/login");
  await page.goBack();
  await expect(page).toHaveURL("/about");

  await page.goto("/login");
  await expect(
    page.getByRole("main").getByRole("link", { name: "Terms and Conditions" }),
  ).toHaveAttribute("href", "/terms");
  await chooseAccount(page, "Login with Google", asha);
  const warning = page.getByRole("alertdialog", { name: "User Not Registered" });
  await expect(warning).toContainText("Please register to continue.");
  await warning.getByRole("button", { name: "OK" }).click();
  await expect(page).toHaveURL("/register");
  await expect(page.getByRole("main")).toContainText(asha.email);
  expect(await kept(page, "token")).toBeNull();

  await page.getByLabel("WhatsApp number").fill("12345");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Invalid phone number format for India")).toBeVisible();
  await expect(page.getByLabel("WhatsApp number")).toBeFocused();
  await page.getByLabel("Country", { exact: true }).selectOption("Nepal");
  await expect(page.getByLabel("Country code")).toHaveValue("+977");
  await page.getByLabel("Country", { exact: true }).selectOption("India");
  await fillRegistration(page);
  await page.getByLabel("Semester").selectOption("5th Semester");
  await page.reload();
  await expect(page.getByLabel("Course")).toHaveValue("B.Tech CSE");

  await chooseAccount(page, "Submit", asha);
  await expect(page).toHaveURL("/");
  await expect(page.getByText("Hi, Asha")).toBeVisible();
  expect(JSON.parse((await kept(page, "user")) ?? "{}")).toMatchObject({
    email: asha.email,
    displayName: "Asha Rao",
    phone: "+919876543210",
  });
  expect(await kept(page, "token")).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);

  await page.getByRole("link", { name: "Continue to your profile" }).click();
  await expect(page).toHaveURL("/profile");
  for (const fact of ["Asha Rao", "+919876543210", asha.email, "B.Tech CSE", "5th Semester"]) {
    await expect(page.getByRole("main").getByText(fact, { exact: true })).toBeVisible();
  }
  await page.goto("/login");
  await expect(page).toHaveURL("/");
});

test("R328–R330, R363–R365, R464 an address of another domain is denied", async ({ page }) => {
  await page.goto("/login");
  await chooseAccount(page, "Login with Google", { name: "Kabir", email: "kabir@gmail.example" });
  const alert = page.getByRole("alertdialog", { name: "Access Denied" });
  await expect(alert).toContainText("Use your college email to continue.");
  await alert.getByRole("button", { name: "OK" }).click();
  await page.goto("/profile");
  await expect(page).toHaveURL("/login");
});

test("a closed window is forgiven on login, explained on registration, and loses nothing", async ({
  page,
}) => {
  await page.goto("/register");
  await fillRegistration(page);
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("button", { name: "Submit" }).click(),
  ]);
  await expect(page.getByRole("button", { name: "Submit" })).toBeDisabled();
  await popup.close();
  await expect(page.getByText("Authentication Failed")).toBeVisible();
  await expect(page.getByText("Please don't block/close the pop-up window.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Submit" })).toBeEnabled();
  await expect(page.getByLabel("Course")).toHaveValue("B.Tech CSE");
});

test("a blocked window offers this tab, which completes the registration", async ({
  page,
  context,
}) => {
  const meera = newcomer("Meera Sen");
  await context.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto("/register");
  await fillRegistration(page);
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByRole("button", { name: "Continue in this tab" }).click();
  await page.getByLabel("E-mail address").fill(meera.email);
  await page.getByLabel("Name", { exact: true }).fill(meera.name);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Hi, Meera")).toBeVisible();
  await expect(page).toHaveURL("/");
});

test("R156 who registers twice is sent to the login page", async ({ page, openBrowser }) => {
  const rohan = newcomer("Rohan Das");
  await register(page, rohan);
  const other = await (await openBrowser()).newPage();
  await other.goto("/register");
  await fillRegistration(other);
  await chooseAccount(other, "Submit", rohan);
  const notice = other.getByRole("alertdialog", { name: "Already Registered" });
  await expect(notice).toContainText("You are already registered. Redirecting to login.");
  await notice.getByRole("button", { name: "OK" }).click();
  await expect(other).toHaveURL("/login");
});

test("R334, R335, R336, R351, R477 signing out clears the browser, in every tab", async ({
  page,
  context,
}) => {
  await register(page, newcomer("Imran Ali"));
  const tab = await context.newPage();
  await tab.goto("/profile");
  await expect(tab.getByRole("heading", { name: "Imran Ali" })).toBeVisible();

  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(page.getByText("Successfully logged out.")).toBeVisible();
  await expect(page).toHaveURL("/login");
  await expect(tab).toHaveURL("/login");
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await page.reload();
  await page.goto("/profile");
  await expect(page).toHaveURL("/login");
});

test("R352 a session that ended elsewhere leads to the login page", async ({ page, context }) => {
  await register(page, newcomer("Sneha Pal"));
  await context.request.post("/api/auth/logout", {
    headers: { "x-requested-with": "campus-marketplace" },
  });
  await page.goto("/profile");
  await expect(page).toHaveURL("/login");
  expect(await kept(page, "token")).toBeNull();
});

test("R163, R164, R166, R167, R479, R480 the semester is edited in place, and kept open when it cannot be saved", async ({
  page,
}) => {
  await register(page, newcomer("Lakshmi Rao"));
  await page.goto("/profile");
  const input = page.getByRole("combobox", { name: "Semester" });
  await page.getByRole("button", { name: "Edit semester" }).click();
  await expect(input).toBeFocused();
  await input.fill("12");
  await page.getByRole("heading", { name: "My Listings" }).click();
  await expect(page.getByText("Failed to update semester")).toBeVisible();
  await expect(input).toHaveValue("12");
  await input.fill("3");
  await input.press("Enter");
  await expect(page.getByText("Semester updated successfully!")).toBeVisible();
  await expect(input).toBeHidden();
  await expect(page.getByText("3rd Semester", { exact: true })).toBeVisible();
});

test("R174, R178–R184, R342, R481, R482, R484 own listings are counted, marked sold and unsold, and deleted after a question", async ({
  page,
  context,
}) => {
  await register(page, newcomer("Priya Nair"));
  await page.goto("/profile");
  await expect(page.getByText("0 items")).toBeVisible();
  await list(page, context, "Red cycle");
  await list(page, context, "Blue cycle");
  await page.reload();
  await expect(page.getByText("2 items")).toBeVisible();

  const card = page.getByRole("article").filter({ hasText: "Red cycle" });
  await expect(card).toContainText("₹1,23,456");
  await expect(card).toContainText("Barely used, fresh tyres.");
  await expect(card).toContainText("Hostel 4 gate");
  await expect(card.getByRole("link", { name: "Edit Red cycle" })).toHaveAttribute(
    "href",
    /^\/edit-product\/[0-9a-f-]{36}$/,
  );

  const sold = page.getByRole("switch", { name: "Mark as Sold: Red cycle" });
  await sold.click();
  await expect(page.getByText("Product marked as sold")).toBeVisible();
  await page.reload();
  await expect(sold).toBeChecked();
  await sold.click();
  await expect(page.getByText("Product marked as unsold")).toBeVisible();

  await context.route("**/toggle-sold", (route) => route.abort());
  await sold.click();
  await expect(page.getByText("Failed to update sold status")).toBeVisible();
  await expect(sold).not.toBeChecked();

  const question = page.getByRole("alertdialog", { name: "Delete Red cycle?" });
  await page.getByRole("button", { name: "Delete Red cycle" }).click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(card).toBeVisible();
  await page.getByRole("button", { name: "Delete Red cycle" }).click();
  await question.getByRole("button", { name: "OK" }).click();
  await expect(page.getByText("Product deleted successfully!")).toBeVisible();
  await expect(card).toBeHidden();
  await expect(page.getByText("1 item", { exact: true })).toBeVisible();
});
