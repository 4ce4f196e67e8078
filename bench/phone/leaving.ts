import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { untilHydrated } from "../../e2e/support/hydrated.ts";
import { Hand, pace } from "../../e2e/support/hand.ts";
import { storedValue } from "../../e2e/support/students.ts";
import { phonePictures } from "../support/pictures.ts";
import { chatOpened, openSlowPhone, signIn } from "./slow-phone.ts";

/** Six have two photos, so there are twenty. A category is given where the name suggests none. */
const things: { name: string; price: string; photos: 1 | 2; category?: string }[] = [
  { name: "Hero cycle", price: "3200", photos: 2 },
  { name: "Study table", price: "900", photos: 2 },
  { name: "Study lamp", price: "350", photos: 1 },
  { name: "Mattress", price: "600", photos: 2 },
  { name: "Kettle", price: "400", photos: 1 },
  { name: "Table fan", price: "550", photos: 1 },
  { name: "Calculator", price: "500", photos: 2 },
  { name: "Lab coat", price: "150", photos: 1 },
  { name: "Headphones", price: "1200", photos: 2 },
  { name: "Yoga mat", price: "250", photos: 1 },
  { name: "Helmet", price: "450", photos: 1 },
  { name: "Bucket and mug", price: "100", photos: 1 },
  { name: "Maths books", price: "300", photos: 2 },
  { name: "Guitar", price: "2800", photos: 1 },
];
/** Milliseconds of each of the two network outages. */
const cut = 15_000;

/**
 * A graduating student lists fourteen items with twenty photos and shares the page, while the network is lost
 * twice. The hand takes real time: the phone sends photos while the student types.
 */
export async function measureLeaving(origin: string, slowdown: number) {
  const folder = mkdtempSync(join(tmpdir(), "market-leaving-"));
  const device = await openSlowPhone(origin, slowdown);
  try {
    const pictures = await phonePictures(folder, 5, 1);
    const files = things
      .flatMap(({ photos }) => Array.from({ length: photos }, () => photos))
      .map((_, nth) => {
        const file = join(folder, `photo-${nth}.jpg`);
        copyFileSync(pictures[nth % pictures.length]?.path ?? "", file);
        return file;
      });
    const page = await device.newPage();
    await page.goto("/login", { waitUntil: "commit" });
    await signIn(page, new Hand(), "Asha Patnaik");
    await page.waitForURL((url) => url.pathname !== "/login");
    const hand = new Hand({ isLive: true });
    const began = performance.now();
    const typed = await listAll(page, hand, files);
    const seconds = (performance.now() - began) / 1_000;
    const sold = await sellTwo(origin, page, await device.newPage());
    return {
      taps: hand.taps,
      texts: hand.texts,
      "hand, s": Math.round(hand.seconds),
      "until List is tapped, s": Math.round((typed - began) / 1_000),
      "until the page is shared, s": Math.round(seconds),
      "the page says": sold,
    };
  } finally {
    await device.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns when everything was typed */
async function listAll(page: Page, hand: Hand, files: string[]): Promise<number> {
  await hand.tap(page.getByRole("link", { name: "Sell" }).last());
  await hand.tap(page.getByRole("link", { name: /Leaving campus/ }));
  const add = page.getByRole("button", { name: "Add photos" });
  await untilHydrated(add);
  const chooser = page.waitForEvent("filechooser");
  await hand.tap(add);
  await hand.spend(pace.choosePhotos + (files.length - 2) * pace.anotherPhoto);
  await (await chooser).setFiles(files);
  const names = page.getByLabel("Name");
  await names.nth(files.length - 1).waitFor();
  for (const [nth, { name, price, photos }] of things.entries()) {
    const row = page
      .getByRole("listitem")
      .filter({ has: page.getByLabel("Name") })
      .nth(nth);
    if (photos === 2) {
      const next = page
        .getByRole("listitem")
        .filter({ has: page.getByLabel("Name") })
        .nth(nth + 1);
      await hand.tap(next.getByRole("button", { name: /^Details of / }));
      await hand.tap(next.getByRole("button", { name: "Same item as above" }));
    }
    await hand.type(row.getByLabel("Name"), name);
    await hand.type(row.getByLabel("Price"), price);
    const more = row.getByRole("button", { name: /^Details of / });
    const isWithout = (await more.textContent()) === "No category";
    if (isWithout || nth % 4 === 0) await hand.tap(more);
    if (isWithout) await hand.choose(row.getByLabel("Category", { exact: true }), "Room & Living");
    if (nth % 4 === 0) await hand.choose(row.getByLabel("Condition"), "Like New");
    if (nth === 2) void away(page);
  }
  await hand.type(page.getByLabel("Meeting place"), "Hostel 4 gate");
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  // Four taps in the system's calendar: open, month, day, done.
  await hand.spend(4 * pace.tap);
  hand.taps += 4;
  await page.getByLabel("You leave on").fill(day);
  await hand.tap(page.getByRole("button", { name: "List 14 items" }));
  const typed = performance.now();
  await page.getByText("Listing 5 of 14").waitFor({ timeout: 600_000 });
  await away(page);
  await page.waitForURL(/\/leaving\//, { timeout: 600_000 });
  const share = page.getByRole("button", { name: "Share this list" });
  await untilHydrated(share);
  await hand.tap(share);
  const sheet = page.getByRole("dialog");
  const chat = chatOpened(page);
  await hand.tap(sheet.getByRole("link", { name: /WhatsApp/ }));
  await chat;
  return typed;
}

/** Cuts the network for a while. */
async function away(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await sleep(cut);
  await page.context().setOffline(false);
}

/** @returns what a visitor reads after two are sold */
async function sellTwo(origin: string, page: Page, visitor: Page): Promise<string> {
  const path = new URL(page.url()).pathname;
  const authorization = `Bearer ${await storedValue(page, "token")}`;
  const answer = await fetch(`${origin}/api${path.replace("leaving", "bundles")}`);
  type Answer = { bundle: { products: { _id: string; images: unknown[] }[] } };
  const { products } = ((await answer.json()) as Answer).bundle;
  const photos = (counts: number[]) => counts.map(String).toSorted().join();
  assert.equal(
    photos(products.map(({ images }) => images.length)),
    photos(things.map((thing) => thing.photos)),
  );
  for (const { _id: id } of products.slice(0, 2))
    await fetch(`${origin}/api/products/${id}/toggle-sold`, {
      method: "PUT",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ isSold: true }),
    });
  await visitor.goto(path);
  const line = visitor.getByText("12 of 14 still available");
  await line.waitFor();
  return line.innerText();
}
