import type { Page } from "@playwright/test";

/** Signs one of the registered students of the cast in, by the window that stands in for Google. */
export async function signIn(page: Page, name: string): Promise<void> {
  await page.goto("/login");
  const popup = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Login with Google" }).click();
  await (await popup).getByRole("button", { name }).click();
  await page.waitForURL("/");
}
