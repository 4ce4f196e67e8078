import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { cast } from "@market/fixtures/cast";
import { picturePaths } from "@market/fixtures/pictures";
import { untilAwake } from "../../e2e/awake.ts";
import { Hand, pace } from "../../e2e/hand.ts";
import { browserArguments, findBrowser } from "../../scripts/browser.mjs";
import { startSlowProxy } from "./slow-proxy.ts";
import { phone } from "./window.ts";

type Way = {
  taps: number;
  /** Of a hand that types and taps at human speed, without waiting for anything. */
  "hand, s": number;
  /** What the hand waits for: it needs no time itself in this run. */
  "phone, s": number;
  "together, s": number;
};

/** The two ways that matter most, on a slow phone and a slow network, service worker included. */
export async function measureMinutes(
  origin: string,
  slowdown: number,
): Promise<Record<string, Way>> {
  const proxy = await startSlowProxy();
  const executablePath = await findBrowser();
  const browser = await chromium.launch({
    executablePath,
    args: browserArguments,
    proxy: { server: proxy.server, bypass: "<-loopback>" },
  });
  try {
    return {
      "from the address to a chat": await time(browser, origin, slowdown, openChat),
      "from sign-in to a listing shared": await time(browser, origin, slowdown, shareListing),
    };
  } finally {
    await browser.close();
    await proxy.close();
  }
}

async function time(
  browser: Browser,
  baseURL: string,
  slowdown: number,
  walk: (page: Page, hand: Hand) => Promise<void>,
): Promise<Way> {
  const context = await browser.newContext({ ...phone, baseURL });
  context.setDefaultTimeout(90_000);
  context.on("page", (page) => void slowDown(context, page, slowdown));
  await context.route("https://wa.me/**", (route) => route.fulfill({ body: "WhatsApp" }));
  const page = await context.newPage();
  const hand = new Hand();
  const began = performance.now();
  await walk(page, hand);
  const waited = (performance.now() - began) / 1000;
  await context.close();
  return {
    taps: hand.taps,
    "hand, s": Math.round(hand.seconds),
    "phone, s": Math.round(waited),
    "together, s": Math.round(waited + hand.seconds),
  };
}

async function slowDown(context: BrowserContext, page: Page, rate: number): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate });
}

/** A visitor with an account who is not signed in on this phone. */
async function openChat(page: Page, hand: Hand): Promise<void> {
  await page.goto("/", { waitUntil: "commit" });
  await hand.tap(page.getByRole("main").getByRole("listitem").getByRole("link").last());
  // The item opens as a dialog, or as a page of its own while the scripts are on their way.
  const chatButton = page.getByRole("button", { name: "Chat on WhatsApp" });
  await untilAwake(chatButton);
  await hand.tap(chatButton);
  await page.waitForURL("/login");
  await signIn(page, hand, "Rohan Mehta");
  await page.waitForURL((url) => url.pathname !== "/login");
  const chat = page.waitForEvent("popup");
  await hand.tap(chatButton);
  const card = page.getByRole("dialog", { name: "Before you chat" });
  await hand.tap(card.getByRole("button", { name: "Chat on WhatsApp" }));
  await (await chat).waitForURL("https://wa.me/**");
}

/** A student with two photos, who is not signed in on this phone. */
async function shareListing(page: Page, hand: Hand): Promise<void> {
  await page.goto("/login", { waitUntil: "commit" });
  await signIn(page, hand, "Asha Patnaik");
  await page.waitForURL((url) => url.pathname !== "/login");
  await hand.tap(page.getByRole("link", { name: "Sell" }).last());
  const gallery = page.getByRole("button", { name: "Gallery" });
  await untilAwake(gallery);
  const chooser = page.waitForEvent("filechooser");
  await hand.tap(gallery);
  await (await chooser).setFiles(picturePaths("study-lamp").slice(0, 2));
  hand.seconds += pace.choosePhotos;
  await hand.type(page.getByLabel("Name"), "Study lamp");
  await hand.tap(page.getByRole("button", { name: "Choose the category Study Essentials" }));
  await hand.type(page.getByLabel("Price"), "450");
  await hand.tap(page.getByText("Like New"));
  await hand.type(page.getByLabel("Description"), "Warm light, works well");
  await hand.tap(page.getByText("On-Campus"));
  await hand.type(page.getByLabel("Address"), "Hostel 4 gate");
  await hand.tap(page.getByRole("button", { name: "List Item" }));
  const sheet = page.getByRole("dialog", { name: "Share it with your hostel" });
  const chat = page.waitForEvent("popup");
  await hand.tap(sheet.getByRole("link", { name: "Send on WhatsApp" }));
  await (await chat).waitForURL("https://wa.me/**");
}

/** In the provider's window, where Google knows the account. */
async function signIn(page: Page, hand: Hand, name: string): Promise<void> {
  const email = cast.find((member) => member.name === name)?.email ?? "";
  const button = page.getByRole("button", { name: "Login with Google" });
  await untilAwake(button);
  const opened = page.waitForEvent("popup");
  await hand.tap(button);
  const popup = await opened;
  await popup.getByLabel("E-mail address").fill(email);
  await popup.getByLabel("Name", { exact: true }).fill(name);
  await hand.tap(popup.getByRole("button", { name: "Continue" }));
}
