import type { BrowserContext, Page } from "@playwright/test";
import { picturePaths } from "@market/fixtures/pictures";
import { untilHydrated } from "../../e2e/support/hydrated.ts";
import { Hand, pace } from "../../e2e/support/hand.ts";
import { quantile } from "../support/statistics.ts";
import { chatOpened, openSlowPhone, signIn } from "./slow-phone.ts";

type Way = {
  taps: number;
  /** Time of a hand that types and taps at human speed, without waiting. */
  "hand, s": number;
  /** Waiting time, measured with a hand that needs no time itself. */
  "phone, s": number;
  "together, s": number;
  /** Taps and keys whose answer took 16 ms or more to be painted; the browser does not report the others. */
  slow: number;
  "p98 of slow (INP), ms": number;
};

/** The two journeys that matter most, on a slow phone and a slow network, service worker included. */
export async function measureMinutes(
  origin: string,
  slowdown: number,
): Promise<Record<string, Way>> {
  return {
    "from the address to a chat": await time(origin, slowdown, openChat),
    "from sign-in to a listing shared": await time(origin, slowdown, shareListing),
  };
}

async function time(
  origin: string,
  slowdown: number,
  steps: (page: Page, hand: Hand) => Promise<void>,
): Promise<Way> {
  const device = await openSlowPhone(origin, slowdown);
  try {
    const durations = await recordInteractions(device.context);
    const page = await device.newPage();
    const hand = new Hand();
    const began = performance.now();
    await steps(page, hand);
    const waited = (performance.now() - began) / 1000;
    return {
      taps: hand.taps,
      "hand, s": Math.round(hand.seconds),
      "phone, s": Math.round(waited),
      "together, s": Math.round(waited + hand.seconds),
      slow: durations.size,
      "p98 of slow (INP), ms": Math.round(quantile([...durations.values()], 0.98)),
    };
  } finally {
    await device.close();
  }
}

/** Milliseconds of each interaction (Event Timing): a tap consists of several events, the longest counts. */
async function recordInteractions(context: BrowserContext): Promise<Map<string, number>> {
  const durations = new Map<string, number>();
  await context.exposeFunction("recordInteraction", (id: string, ms: number) => {
    durations.set(id, Math.max(ms, durations.get(id) ?? 0));
  });
  await context.addInitScript(() => {
    const observer = new PerformanceObserver((list) => {
      for (const { duration, interactionId } of list.getEntries() as Interaction[])
        if (interactionId > 0)
          recordInteraction(`${performance.timeOrigin} ${interactionId}`, duration);
    });
    observer.observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
  return durations;
}

declare function recordInteraction(id: string, ms: number): void;
type Interaction = PerformanceEntry & { interactionId: number };

/** A visitor with an account who is not signed in on this phone. */
async function openChat(page: Page, hand: Hand): Promise<void> {
  await page.goto("/", { waitUntil: "commit" });
  await hand.tap(page.getByRole("main").getByRole("listitem").getByRole("link").last());
  // The item opens as a dialog, or as a page of its own while the scripts are on their way.
  const chatButton = page.getByRole("button", { name: "Chat on WhatsApp" });
  await untilHydrated(chatButton);
  await hand.tap(chatButton);
  await page.waitForURL("/login");
  await signIn(page, hand, "Rohan Mehta");
  await page.waitForURL((url) => url.pathname !== "/login");
  const chat = chatOpened(page);
  const card = page.getByRole("dialog", { name: "Before you chat" });
  await hand.tap(card.getByRole("button", { name: "Chat on WhatsApp" }));
  await chat;
}

/** A student with two photos, who is not signed in on this phone. */
async function shareListing(page: Page, hand: Hand): Promise<void> {
  await page.goto("/login", { waitUntil: "commit" });
  await signIn(page, hand, "Asha Patnaik");
  await page.waitForURL((url) => url.pathname !== "/login");
  await hand.tap(page.getByRole("link", { name: "Sell" }).last());
  const gallery = page.getByRole("button", { name: "Gallery" });
  await untilHydrated(gallery);
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
  const chat = chatOpened(page);
  await hand.tap(sheet.getByRole("link", { name: "Send on WhatsApp" }));
  await chat;
}
