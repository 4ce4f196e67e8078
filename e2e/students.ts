import { expect, type Page } from "@playwright/test";

/** Signs one of the registered students of the cast in, by the window that stands in for Google. */
export async function signIn(page: Page, name: string): Promise<void> {
  await page.goto("/login");
  const popup = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Login with Google" }).click();
  await (await popup).getByRole("button", { name }).click();
  await page.waitForURL("/");
}

/** Somebody new to the campus, by an address that no other story uses. */
export const newcomer = (name: string) => ({
  name,
  email: `${name.toLowerCase().replace(/\W+/g, ".")}.${Date.now()}@cgu.example`,
});
type Newcomer = ReturnType<typeof newcomer>;

/** Clicks what opens Google's window, and chooses an account there. */
export async function chooseAccount(
  page: Page,
  button: string,
  { name, email }: Newcomer,
): Promise<void> {
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("button", { name: button, exact: true }).click(),
  ]);
  await popup.getByLabel("E-mail address").fill(email);
  await popup.getByLabel("Name", { exact: true }).fill(name);
  await popup.getByRole("button", { name: "Continue" }).click();
}

/** Fills in what the registration form has no answer for yet. */
export async function fillRegistration(page: Page): Promise<void> {
  await page.getByLabel("WhatsApp number").fill("98765 43210");
  await page.getByLabel("Course").fill("B.Tech CSE");
}

/** Registers through the window, and ends on the home page. */
export async function register(page: Page, student: Newcomer): Promise<void> {
  await page.goto("/register");
  await fillRegistration(page);
  await chooseAccount(page, "Submit", student);
  await expect(page).toHaveURL("/");
}

/** What this browser keeps under a key of its local storage. */
export const kept = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(name), key);
