import { untilAwake } from "./awake.ts";
import { expect, test } from "./market.ts";
import { chooseAccount, fillRegistration, kept, newcomer, register } from "./students.ts";

test("R143, R144, R145, R147–R155, R157–R162, R325, R326, R331, R332 a newcomer is kept from the profile, registers through the popup and gets there", async ({
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
  await expect(page.getByRole("link", { name: "Create Your Account!" })).toHaveAttribute(
    "href",
    "/register",
  );
  await chooseAccount(page, "Login with Google", asha);
  const warning = page.getByRole("alertdialog", { name: "User Not Registered" });
  await expect(warning).toContainText("Please register to continue.");
  await warning.getByRole("button", { name: "OK" }).click();
  await expect(page).toHaveURL("/register");
  await expect(page.getByRole("main")).toContainText(asha.email);
  const arrived: unknown = await page.evaluate(() => history.state.usr);
  expect(arrived).toMatchObject({ email: asha.email, displayName: "Asha Rao" });
  expect(arrived).toHaveProperty("photoURL");
  for (const [name, path] of [
    ["Terms and Conditions", "/terms"],
    ["Log in", "/login"],
  ] as const)
    await expect(page.getByRole("main").getByRole("link", { name })).toHaveAttribute("href", path);
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
  await expect(page.getByRole("button", { name: "Change avatar" }).locator("img")).toBeVisible();
  await page.goto("/login");
  await expect(page).toHaveURL("/");
});

test("R327, R328, R329, R330, R363, R364, R365, R464, R467, R544 an address of another domain is denied, and a provider that fails is named", async ({
  page,
}) => {
  await page.goto("/login");
  await chooseAccount(page, "Login with Google", { name: "Kabir", email: "kabir@gmail.example" });
  const alert = page.getByRole("alertdialog", { name: "Access Denied" });
  await expect(alert).toContainText("Use your college email to continue.");
  await alert.getByRole("button", { name: "OK" }).click();
  expect(await kept(page, "token")).toBeNull();
  await page.goto("/profile");
  await expect(page).toHaveURL("/login");
  await page.goto("/login?error=identity-provider-unavailable");
  await expect(page.getByText("Google Login failed. Please try again.")).toBeVisible();
});

test("what is typed before the page listens is kept, and so is the focus", async ({ page }) => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.context().route("**/assets/*.js", async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto("/register", { waitUntil: "commit" });
  const [number, course] = [page.getByLabel("WhatsApp number"), page.getByLabel("Course")];
  await number.fill("98765 43210");
  await course.pressSequentially("B.Tech");
  release();
  await untilAwake(page.getByRole("button", { name: "Submit", exact: true }));
  await expect(course).toBeFocused();
  await page.keyboard.type(" CSE");
  await page.getByLabel("Semester").selectOption("3rd Semester");
  await expect(number).toHaveValue("98765 43210");
  await expect(course).toHaveValue("B.Tech CSE");
});

test("R156, R310, R468 a closed window is explained on registration for 4 s, and loses nothing", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/register");
  await expect(page.getByLabel("Semester")).toHaveValue("1st Semester");
  await fillRegistration(page);
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("button", { name: "Submit" }).click(),
  ]);
  await expect(page.getByRole("button", { name: "Submit" })).toBeDisabled();
  await popup.close();
  await page.clock.pauseAt(Date.now() + 60_000);
  const told = page.getByText("Authentication Failed");
  await expect(async () => {
    await page.clock.runFor(500);
    await expect(told).toBeVisible({ timeout: 50 });
  }).toPass({ intervals: [0] });
  await expect(page.getByText("Please don't block/close the pop-up window.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Submit" })).toBeEnabled();
  const slip = page.locator(".toast", { has: told });
  await page.clock.runFor(3000);
  await expect(slip).toHaveAttribute("data-visible", "true");
  await page.clock.runFor(1000);
  await expect(slip).toHaveAttribute("data-visible", "false");
  await expect(page.getByLabel("Course")).toHaveValue("B.Tech CSE");
});

test("R147 to R149, R311 to R320, R383 to R394 registration checks the number of each country, and takes anything for Other", async ({
  page,
  context,
}) => {
  await context.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto("/register");
  await untilAwake(page.getByRole("button", { name: "Submit", exact: true }));
  await page.getByLabel("Course").fill("B.Tech CSE");
  const number = page.getByLabel("WhatsApp number");
  const passed = page.getByRole("button", { name: "Continue in this tab" });
  for (const [country, code, wrong, right] of [
    ["India", "+91", "5876543210", "98765 43210"],
    ["Nepal", "+977", "981234567", "9812345678"],
    ["USA", "+1", "20255501234", "2025550123"],
    ["UK", "+44", "791112345x", "7911123456"],
    ["Australia", "+61", "4123456789", "412345678"],
    ["Bangladesh", "+880", "171234567", "1712345678"],
    ["Japan", "+81", "90123456", "901234567"],
    ["France", "+33", "6123456789", "612345678"],
    ["Germany", "+49", "15123456789", "1512345678"],
    ["Other", "", " ", "ask at the gate"],
  ] as const) {
    const fault = page.getByText(`Invalid phone number format for ${country}`);
    await page.getByLabel("Country", { exact: true }).selectOption(country);
    await expect(page.getByLabel("Country code")).toHaveValue(code);
    if (country === "Other") await page.getByLabel("Country code").fill("+65");
    await number.fill(wrong);
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(fault).toBeVisible();
    await number.fill(right);
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(fault).toBeHidden();
    await expect(passed).toBeVisible();
  }
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

test("R156, R353 who registers twice is sent to the login page, and so is who has no profile to show", async ({
  page,
  openBrowser,
}) => {
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

  await page.route("**/api/auth/profile", (route) => route.fulfill({ json: { success: false } }));
  await page.getByRole("link", { name: "Profile", exact: true }).click();
  await expect(page).toHaveURL("/login");
});

test("R333, R334, R335, R336, R351, R453, R477 signing out ends the session and clears the browser, in every tab", async ({
  page,
  context,
}) => {
  await register(page, newcomer("Imran Ali"));
  const tab = await context.newPage();
  await tab.goto("/profile");
  await expect(tab.getByRole("heading", { name: "Imran Ali" })).toBeVisible();

  const ended = page.waitForResponse("**/api/auth/logout");
  await page.getByRole("button", { name: "Log Out" }).click();
  expect((await ended).status()).toBe(204);
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
