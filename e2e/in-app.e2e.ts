import { expect, phone, test } from "./support/market.ts";
import { signIn } from "./support/students.ts";

const android =
  "Mozilla/5.0 (Linux; Android 14; 23021RAAEG Build/UKQ1; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36";
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83";
const apps = [
  ["Instagram on Android", `${android} Instagram 357.1.0.52.100 Android`, /^intent:\/\/localhost:/],
  ["Instagram on an iPhone", `${iphone} Instagram 357.0.7.23.92`, /^x-safari-http:\/\/localhost:/],
  ["Facebook", `${android} [FB_IAB/FB4A;FBAV/490.0.0.63.82;]`, /^intent:\/\/localhost:/],
] as const;

for (const [app, userAgent, link] of apps) {
  test(
    `Q45 inside ${app} the page says what Google refuses, and leads to the phone's own browser`,
    { tag: app === "Instagram on Android" ? [] : "@sweep" },
    async ({ openBrowser }) => {
      const context = await openBrowser({
        ...phone,
        userAgent,
        permissions: ["clipboard-read", "clipboard-write"],
        reducedMotion: "reduce",
      });
      const page = await context.newPage();
      // A visitor whom the login page has stopped is sent on to the page that was requested.
      await page.goto("/sell");
      await expect(page).toHaveURL("/login");
      const wanted = new URL("/sell", page.url()).href;
      const notice = page.getByRole("region", { name: "Open this page in your browser" });
      await expect(notice).toContainText("Google does not allow logging in inside this app.");
      const way = notice.getByRole("link", { name: "Open in browser" });
      await expect(way).toHaveAttribute("href", link);
      await expect(way).toHaveAttribute("href", /\/sell(#|$)/);
      await expect(notice.getByText(wanted, { exact: true })).toBeVisible();
      await notice.getByRole("button", { name: "Copy link" }).tap();
      await expect(notice.getByRole("status")).toHaveText("Link copied.");
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(wanted);
    },
  );
}

test("Q12 Q45 an address elsewhere is never the wanted page, neither inside an app nor after the sign-in", async ({
  openBrowser,
}) => {
  const [, userAgent] = apps[0];
  const page = await (await openBrowser({ ...phone, userAgent })).newPage();
  await page.goto("/healthz");
  const plant = () =>
    page.evaluate(() => sessionStorage.setItem("wanted-page", "//evil.example/buy"));
  await plant();
  await page.goto("/login");
  const notice = page.getByRole("region", { name: "Open this page in your browser" });
  await expect(notice.getByText(new URL("/login", page.url()).href, { exact: true })).toBeVisible();
  await expect(notice.getByRole("link", { name: "Open in browser" })).toHaveAttribute(
    "href",
    /^intent:\/\/localhost:\d+\/login#/,
  );

  await signIn(page, "Rohan Mehta", "/");
  await plant();
  await page.reload();
  await expect(page.getByText("Hi, Rohan")).toBeVisible();
  await expect(page.locator('a[href*="evil.example"]')).toHaveCount(0);
  await expect(page.getByRole("link", { name: /^Continue to/ })).toHaveCount(0);
});
