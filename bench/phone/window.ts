import { setTimeout as sleep } from "node:timers/promises";
import { type CDPSession, chromium, type Page } from "@playwright/test";
import { demoStudents } from "@market/fixtures/demo-students";
import { browserArguments, findBrowser } from "../../scripts/browser.mjs";

/** A small phone in portrait. */
export const phone = {
  viewport: { width: 360, height: 760 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
/** Milliseconds for which a tapping thumb lies on the glass. */
const touchTime = 90;

/** A phone that shows the Buy page. */
export type PhoneWindow = {
  page: Page;
  devtools: CDPSession;
  /** A tap: the thumb lies on the glass for a moment. */
  touch(x: number, y: number): Promise<void>;
  /** The processor's slowdown; 1 is the machine's own speed. */
  slowDown(rate: number): Promise<void>;
  close(): Promise<void>;
};

export async function openBuyPage(origin: string): Promise<PhoneWindow> {
  const executablePath = await findBrowser();
  const browser = await chromium.launch({ executablePath, args: browserArguments });
  try {
    const context = await browser.newContext({ ...phone, baseURL: origin });
    const page = await context.newPage();
    await signIn(page);
    await page.goto("/buy");
    await page.getByRole("region", { name: "Products" }).getByRole("link").first().waitFor();
    const devtools = await context.newCDPSession(page);
    const touch = async (x: number, y: number) => {
      const touchPoints = [{ x, y }];
      await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
      await sleep(touchTime);
      await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    };
    // Whatever waits for a first touch has loaded.
    await touch(16, 90);
    return {
      touch,
      page,
      devtools,
      async slowDown(rate) {
        await devtools.send("Emulation.setCPUThrottlingRate", { rate });
        await rest();
      },
      close: () => browser.close(),
    };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

/** Signs a student of the demo data in, through the redirects of the development provider. */
async function signIn(page: Page): Promise<void> {
  const account = demoStudents.find(({ name }) => name === "Rohan Mehta")?.email ?? "";
  const choice = await page.request.get("/api/auth/start");
  await page.request.post(choice.url(), { form: { account } });
  await page.goto("/healthz");
  await page.evaluate(() => localStorage.setItem("account", "yes"));
  await page.goto("/");
  await page.waitForFunction(() => localStorage.getItem("user") !== null);
}

/** Waits until pictures, worker and garbage collection are done. */
export const rest = () => sleep(500);
