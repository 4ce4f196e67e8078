import { expect, phone, test } from "../support/market.ts";
import { chooseAccount, storedValue, newcomer } from "../support/students.ts";

test.use(phone);

test("the oldest Chromium that is served shows no line about its age, and signs in with the worker active", async ({
  page,
  browser,
}) => {
  expect(browser.version()).toMatch(/^109\./);
  await page.goto("/buy");
  await expect(page).toHaveURL("/login");
  await expect(page.getByText("This browser is too old")).toBeHidden();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true);
  await chooseAccount(page, "Login with Google", newcomer("Farida Khan"));
  await expect(page.getByRole("alertdialog", { name: "User Not Registered" })).toBeVisible();
  expect(await storedValue(page, "token")).toBeNull();
});
