import type { BrowserContext, Page } from "@playwright/test";
import { axeViolations, settle } from "./support/axe.ts";
import { expect, phone, test } from "./support/market.ts";
import { findOverflow } from "./support/sideways.ts";
import { addResting, listForModerators, report, showCasesOf } from "./support/safety-steps.ts";
import { chooseAccount, enter, newcomer, registerPlainly, signIn } from "./support/students.ts";

const calm = { bypassCSP: true, reducedMotion: "reduce" } as const;

/** Lists axe's findings in both colour schemes, which differ in colours only. */
async function violations(page: Page): Promise<string[]> {
  await settle(page);
  const light = await axeViolations(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await settle(page);
  const dark = await axeViolations(page, "color-contrast");
  await page.emulateMedia({ colorScheme: "light" });
  return [...light, ...dark];
}

async function student(openBrowser: Open, name: string, options = {}): Promise<Page> {
  const page = await (await openBrowser({ ...calm, ...options })).newPage();
  await signIn(page, name);
  return page;
}
type Open = (options?: object) => Promise<BrowserContext>;

/** A new student, for tests that change what a student can do or see. */
async function newStudent(openBrowser: Open, name: string, options = {}): Promise<Page> {
  const page = await (await openBrowser({ ...calm, ...options })).newPage();
  await enter(page, name);
  return page;
}

/** A new student's listing, so that decisions about it affect no other test. @returns its id */
async function reportable(openBrowser: Open, name: string): Promise<string> {
  return listForModerators(await (await openBrowser()).newPage(), name);
}

/** Taps a link to the market on a page of another site. */
async function openFromWebmail(page: Page, path: string): Promise<void> {
  const address = new URL(path, page.url()).href;
  await page.route("http://webmail.example/", (route) =>
    route.fulfill({ contentType: "text/html", body: `<a href="${address}">Open the case</a>` }),
  );
  await page.goto("http://webmail.example/");
  await page.getByRole("link", { name: "Open the case" }).click();
  await expect(page).toHaveURL(address);
}

test("D22 a student reports a listing on a phone, gets a receipt, and finds it in the profile", async ({
  openBrowser,
}) => {
  const id = await reportable(openBrowser, "Lamp to report");
  const page = await newStudent(openBrowser, "Ravi Reporter", phone);
  await page.goto(`/?item=${id}`);
  const detail = page.getByRole("dialog").first();
  await detail.getByRole("button", { name: "Report", exact: true }).tap();
  const dialog = page.getByRole("dialog", { name: "Report this item" });
  await dialog.getByRole("button", { name: "Send report" }).tap();
  await expect(dialog.getByRole("alert")).toHaveText("Please choose what is wrong.");
  await dialog.getByText("It is offensive").tap();
  await dialog.getByText("It shows nudity or pretends to be somebody").tap();
  await dialog.getByRole("button", { name: "Send report" }).tap();
  await expect(dialog).toContainText(/Your receipt: R-[2-9A-Z]{4}-[2-9A-Z]{4}/);
  await dialog.getByRole("button", { name: "Close", exact: true }).tap();
  await expect(dialog).toBeHidden();
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "My reports" })).toBeVisible();
  await expect(page.getByText("We have your report. A moderator will look at it.")).toBeVisible();
});

test(
  "R1113 the dialog of a report offers to report the student who sells",
  { tag: "@sweep" },
  async ({ openBrowser }) => {
    const id = await reportable(openBrowser, "Lamp of somebody rude");
    const page = await newStudent(openBrowser, "Ravi Insulted", phone);
    await page.goto(`/?item=${id}`);
    const detail = page.getByRole("dialog").first();
    await detail.getByRole("button", { name: "Report", exact: true }).tap();
    const ofListing = page.getByRole("dialog", { name: "Report this item" });
    await ofListing.getByText("It is listed twice").tap();
    await ofListing.getByText("This student").tap();
    const dialog = page.getByRole("dialog", { name: "Report this student" });
    await expect(dialog.getByRole("radio")).toHaveCount(2 + 5);
    await dialog.getByRole("button", { name: "Send report" }).tap();
    await expect(dialog.getByRole("alert")).toHaveText("Please choose what is wrong.");
    await dialog.getByText("They are offensive or threatening").tap();
    await dialog.getByLabel("Details (optional)").fill("Shouted at me at Hostel 5.");
    const sent = page.waitForRequest((request) => request.url().endsWith("/api/reports"));
    await dialog.getByRole("button", { name: "Send report" }).tap();
    expect((await sent).postDataJSON()).toEqual({
      userId: expect.any(String),
      reason: "offensive",
      details: "Shouted at me at Hostel 5.",
    });
    await expect(dialog).toContainText(/Your receipt: R-[2-9A-Z]{4}-[2-9A-Z]{4}/);
  },
);

test.use({ mayBeGone: /\/(moderation|operations)$/ });
for (const count of [3, 20])
  test(
    `D40 D41 R892 a moderator decides ${count} cases by keyboard, and on a phone; no other user finds the page`,
    {
      tag: count === 20 ? "@sweep" : [],
    },
    async ({ openBrowser, market }) => {
      const first = await reportable(openBrowser, "Lamp of many cases");
      const ids = [first, ...(await addResting(market.databaseUrl, first, count + 1))];
      const reporter = await newStudent(openBrowser, "Ravi Reporter");
      expect(await report(reporter, ids.slice(0, count))).toBe(count);
      const refused = await reporter.request.get("/moderation");
      expect([refused.status(), await refused.text()]).toEqual([
        404,
        await (await reporter.request.get("/no-such-page")).text(),
      ]);
      const sent: string[] = [];
      reporter.on("request", (request) => sent.push(new URL(request.url()).pathname));
      for (const path of ["/moderation", "/operations"]) {
        await reporter.goto(path);
        await expect(reporter.getByRole("button", { name: "Log Out" }).first()).toBeVisible();
        await expect(reporter.getByRole("heading", { level: 1 })).toHaveText("Page not found");
      }
      await openFromWebmail(reporter, "/moderation");
      await expect(reporter.getByRole("button", { name: "Log Out" }).first()).toBeVisible();
      // Both unknown addresses are requested again, since a moderator's browser may have withheld its cookie.
      await expect.poll(() => sent.filter((path) => path === "/moderation").length).toBe(4);
      await expect(reporter.getByRole("heading", { level: 1 })).toHaveText("Page not found");
      expect(sent.filter((path) => /^\/api\/(moderation|operations)/.test(path))).toEqual([]);

      const page = await student(openBrowser, "Meera Iyer", {
        viewport: { width: 1440, height: 900 },
      });
      await showCasesOf(page, ids);
      expect((await page.goto("/moderation"))?.status()).toBe(200);
      const rows = page.getByRole("main").getByRole("listitem").getByRole("button");
      await expect(rows).toHaveCount(count);
      // A navigation from another site carries no strict cookie.
      await openFromWebmail(page, "/moderation");
      await expect(page).toHaveTitle(/^Moderation/);
      await expect(rows).toHaveCount(count);
      await page.keyboard.press("j");
      for (let decided = 0; decided < count; decided += 1) {
        await expect(page.locator("[aria-current=true]")).toBeVisible();
        await expect(page.getByRole("article", { name: "Case" })).toContainText(
          "What reporters say",
        );
        await page.keyboard.press("1");
        await expect(page.getByLabel("Note for the log, which only moderators read")).toBeFocused();
        await page.keyboard.press("Enter");
        await expect(rows).toHaveCount(count - 1 - decided);
      }
      await page.getByRole("button", { name: "Closed" }).click();
      await expect(rows.first()).toContainText("Dismissed");

      expect(await report(page, ids.slice(count))).toBe(2);
      const small = await student(openBrowser, "Lakshmi Reddy", phone);
      await showCasesOf(small, ids);
      await small.goto("/moderation");
      const cases = small.getByRole("main").getByRole("listitem").getByRole("button");
      await expect(cases).toHaveCount(2);
      await cases.first().tap();
      await small.getByRole("button", { name: "Warn" }).tap();
      await small.getByRole("button", { name: "Warn" }).last().tap();
      await expect(small.getByText("Decided: Warn")).toBeVisible();
      // The next case is shown, so nothing moves under the tap.
      await expect(
        small.getByRole("article", { name: "Case" }).getByRole("heading", { level: 2 }),
      ).toBeFocused();
      await small.getByRole("button", { name: "Back to the queue" }).tap();
      await expect(cases).toHaveCount(1);
    },
  );

test(
  "R747 R984 a moderator sees how the market is doing, at every width, as charts and as a table, and its settings",
  { tag: "@sweep" },
  async ({ openBrowser }) => {
    const page = await student(openBrowser, "Lakshmi Reddy", {
      viewport: { width: 360, height: 740 },
    });
    await page.goto("/moderation");
    await page.getByRole("link", { name: "Operations" }).click();
    await expect(page).toHaveURL("/operations");
    await expect(page.getByRole("heading", { name: "Needs attention" })).toBeVisible();
    const chart = page.getByRole("img", { name: /^Sign-ins: [\d,]+ in 30 days, most \d+ on / });
    await expect(chart).toBeVisible();
    await page.getByText("Show as a table").click();
    await expect(page.getByRole("table").getByRole("row")).toHaveCount(31);
    await page.getByText("Settings", { exact: true }).click();
    const setting = (name: string) => page.getByRole("row", { name: new RegExp(`^${name} `) });
    await expect(setting("DEMO_DATA")).toContainText("on");
    await expect(setting("PORT")).toContainText("environment");
    expect(await violations(page)).toEqual([]);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await findOverflow(page), `${width}`).toEqual([]);
    }
    await page.getByText("Show as a table").click();
    expect(await violations(page)).toEqual([]);
  },
);

test("D44 D45 R1143 a visitor sends a grievance and looks it up, and reads what happens each month", async ({
  openBrowser,
}) => {
  const page = await (await openBrowser({ ...calm, ...phone })).newPage();
  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Grievances" }).tap();
  await expect(page).toHaveURL("/grievance");
  await page.getByLabel("Your name").fill("Ravi Kumar");
  await page.getByLabel("Your email address").fill("ravi@example.org");
  await page.getByLabel("What is it about?").fill("My photo");
  await page.getByLabel("What happened?").fill("A listing shows me.");
  await page.getByRole("button", { name: "Send", exact: true }).tap();
  const receipt = await page.getByText(/^G-[2-9A-Z]{4}-[2-9A-Z]{4}$/).textContent();
  const secret = await page.getByText(/^[\w-]{22}$/).textContent();
  await page.getByLabel("Receipt").fill(receipt ?? "");
  await page.getByLabel("Secret").fill(secret ?? "");
  await page.getByRole("button", { name: "Look up" }).tap();
  await expect(
    page.getByText("We have received your grievance. It has not been reviewed yet."),
  ).toBeVisible();
  await page.getByRole("contentinfo").getByText("Help and more").tap();
  await page.getByRole("contentinfo").getByRole("link", { name: "Transparency" }).tap();
  await expect(page).toHaveURL("/transparency");
  await expect(page.getByRole("row", { name: /^New items/ })).toHaveCount(3);
});

test("D20 D21 D47 a student sees the sessions, takes the data along, deletes the account, and gets it back by signing in", async ({
  openBrowser,
}) => {
  const page = await (await openBrowser({ ...calm, ...phone })).newPage();
  const lata = await enter(page, "Lata Rao");
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "Logged in on" })).toBeVisible();
  await expect(page.getByText("This browser", { exact: true })).toBeVisible();
  const downloaded = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).tap();
  expect((await downloaded).suggestedFilename()).toMatch(/^market-export-\d{4}-\d\d-\d\d\.zip$/);
  await page.getByRole("button", { name: "Delete my account" }).tap();
  const dialog = page.getByRole("dialog", { name: "Delete my account" });
  await expect(dialog).toContainText("For 7 days, logging in offers to restore your account.");
  await dialog.getByLabel("Type DELETE to confirm").fill("DELETE");
  await test.step("R898 where the sign-in is too old, a new one is offered", async () => {
    await page.route("**/api/users/me", (route) =>
      route.fulfill({
        status: 401,
        contentType: "application/problem+json",
        json: {
          success: false,
          status: 401,
          code: "sign-in-again",
          message: "Please log in again before you delete your account.",
        },
      }),
    );
    await dialog.getByRole("button", { name: "Delete my account" }).tap();
    await expect(dialog).toContainText("Please log in again before you delete your account.");
    await page.unroute("**/api/users/me");
    await chooseAccount(page, "Log in again", lata);
    await expect(dialog.getByRole("button", { name: "Log in again" })).toBeHidden();
  });
  await dialog.getByRole("button", { name: "Delete my account" }).tap();
  await expect(page).toHaveURL("/login");
  await chooseAccount(page, "Login with Google", lata);
  const question = page.getByRole("alertdialog", { name: "Restore my account" });
  await expect(question).toContainText("Do you want it back, as it was?");
  await question.getByRole("button", { name: "Restore my account" }).tap();
  await expect(page).toHaveURL("/");
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "Lata Rao" })).toBeVisible();
});

test("D49 D50 a student who registered without consent must give it on the next page", async ({
  openBrowser,
}) => {
  const page = await (await openBrowser({ ...calm, ...phone })).newPage();
  expect(await registerPlainly(page, newcomer("Tara Pillai"))).toBe(201);
  await page.goto("/");
  const dialog = page.getByRole("alertdialog", { name: "Your data" });
  await expect(dialog).toContainText("We store your account and deals");
  const arrow = dialog.locator("details svg").first();
  await expect(arrow, "folded details point down").toHaveCSS("rotate", "none");
  await dialog.getByRole("button", { name: "Agree", exact: true }).tap();
  await expect(dialog).toContainText("Please read the notice and tick the box.");
  await dialog.getByRole("button", { name: "Not now" }).tap();
  await expect(dialog).toBeHidden();

  const next = await page.context().newPage();
  await next.goto("/privacy");
  await expect(next.getByRole("heading", { name: "Privacy Policy" })).toBeVisible();
  await next.getByRole("link", { name: "Home" }).last().tap();
  const again = next.getByRole("alertdialog", { name: "Your data" });
  await again.getByLabel("I am 18 or older").check();
  await again.getByRole("button", { name: "Agree", exact: true }).tap();
  await expect(again).toBeHidden();
  const { consents } = await next.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem("token")}` };
    const answer = await fetch("/api/users/me/consents", { headers });
    return (await answer.json()) as { consents: { version: string; adult: boolean }[] };
  });
  expect(consents).toMatchObject([{ version: "2027-01", adult: true }]);
  await next.reload();
  await expect(next.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(again).toBeHidden();
});

test("D19 D46 what a moderator hides leaves the copies of a browser with the next visit; a seller is blocked from the seller line", async ({
  browser,
  baseURL,
  openBrowser,
}) => {
  // Not watched, because a refused or missing document is a console error.
  const context = await browser.newContext({ ...calm, ...phone, baseURL });
  const page = await context.newPage();
  const id = await reportable(openBrowser, "Lamp to hide");
  await enter(page, "Farida Blocker");
  await page.goto(`/item/${id}`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const copies = () =>
    page.evaluate(async (productId) => {
      const urls: string[] = [];
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys())
          if (url.includes(productId)) urls.push(url);
      return urls.length;
    }, id);
  await expect(async () => {
    await page.reload({ timeout: 30_000 });
    expect(await copies()).toBeGreaterThan(0);
  }).toPass();

  const moderator = await student(openBrowser, "Meera Iyer");
  const act = (action: "hide" | "restore") =>
    moderator.evaluate(
      async ([productId, word]) => {
        const answer = await fetch(`/api/moderation/products/${productId}/${word}`, {
          method: "POST",
          headers: {
            authorization: `Bearer ${localStorage.getItem("token")}`,
            "content-type": "application/json",
          },
          body: JSON.stringify({ note: "Only a test" }),
        });
        return answer.status;
      },
      [id, action],
    );
  expect(await act("hide")).toBe(200);
  expect((await page.goto(`/item/${id}`))?.status()).toBe(404);
  await expect.poll(copies).toBe(0);
  await context.setOffline(true);
  await page.goto(`/item/${id}`);
  expect(await page.content()).not.toContain(`/photos/`);
  await context.setOffline(false);

  expect(await act("restore")).toBe(200);
  // The page that was offline reloads automatically, too.
  await expect(() => page.goto(`/item/${id}`, { timeout: 30_000 })).toPass();
  await page.getByRole("button", { name: /^More about / }).tap();
  await page.getByRole("button", { name: "Block", exact: true }).tap();
  await expect(
    page.getByText("Blocked. Neither of you can request the other's number."),
  ).toBeVisible();
  await page.goto("/profile");
  await page.getByRole("button", { name: "Unblock" }).tap();
  await context.close();
});

test(
  "D53 D54 a student sees the rules when they are due, and says that a listing is still there",
  { tag: "@sweep" },
  async ({ openBrowser }) => {
    const page = await student(openBrowser, "Ananya Das", phone);
    // Simulates that they were last active long ago, and that three students reported the first listing as sold.
    await page.route("**/api/users/me/consents", async (route) => {
      const answer = await route.fetch();
      const said = (await answer.json()) as object;
      await route.fulfill({ json: { ...said, rulesSeenAt: "2026-01-01T00:00:00.000Z" } });
    });
    await page.route("**/api/products/user", async (route) => {
      const answer = await route.fetch();
      const { products, ...rest } = (await answer.json()) as { products: object[] };
      const [first, ...others] = products;
      await route.fulfill({
        json: { ...rest, products: [{ ...first, saidSold: true }, ...others] },
      });
    });
    await page.evaluate(() => localStorage.removeItem("consent"));
    await page.goto("/profile");
    const rules = page.getByRole("alertdialog", { name: "A reminder of our rules" });
    await expect(rules).toContainText("No Scams or Fraud");
    await expect(rules).toContainText("An account that breaks them is warned, then suspended");
    expect(await violations(page)).toEqual([]);
    const noted = page.waitForResponse("**/api/users/me/rules");
    await rules.getByRole("button", { name: "I have read them" }).tap();
    expect((await noted).status()).toBe(204);
    await page.reload();
    const question = page.getByText(
      "Several students reported this as sold. Is it still available?",
    );
    await expect(question).toBeVisible();
    await expect(rules).toBeHidden();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Still available" }).tap();
    await expect(page.getByText("Thank you. It stays listed.")).toBeVisible();
    await expect(question).toBeHidden();
  },
);
