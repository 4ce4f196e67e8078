import { demoStudents } from "@market/fixtures/demo-students";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/market.ts";
import { chooseAccount, storedValue } from "./support/students.ts";

const [student] = demoStudents;

/** Opens the login page under an active service worker; the sign-out before may have just removed it. */
async function openLogin(page: Page): Promise<void> {
  await expect(async () => {
    await page.goto("/login");
    const state = await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      return navigator.serviceWorker.controller?.state;
    });
    expect(state).toBe("activated");
  }).toPass();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Log Out" }).first().click();
  await expect(page).toHaveURL("/login");
}

for (const [mode, times] of [
  ["popup", 1],
  ["popup", 20],
  ["redirect", 20],
] as const) {
  test(
    `R143 R146 R332 with the service worker active, ${times} of ${times} sign-ins by ${mode} lead home`,
    {
      tag: times === 20 ? "@sweep" : [],
    },
    async ({ page, context }) => {
      if (mode === "redirect")
        await context.addInitScript(() => {
          window.open = () => null;
        });
      const callbacks: string[] = [];
      context.on("response", (response) => {
        if (response.url().includes("/api/auth/callback"))
          callbacks.push(String(response.status()));
      });
      for (let time = 1; time <= times; time += 1) {
        await openLogin(page);
        if (mode === "popup") await chooseAccount(page, "Login with Google", student);
        else {
          await page.getByRole("button", { name: "Login with Google" }).click();
          await page.getByLabel("Email address").fill(student.email);
          await page.getByLabel("Name", { exact: true }).fill(student.name);
          await page.getByRole("button", { name: "Continue" }).click();
        }
        await expect(page, `sign-in ${time}`).toHaveURL("/");
        await expect.poll(() => storedValue(page, "token"), `sign-in ${time}`).not.toBeNull();
        await signOut(page);
      }
      expect(callbacks.length).toBe(times);
    },
  );
}
