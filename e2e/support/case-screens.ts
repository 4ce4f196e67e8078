import { readFileSync } from "node:fs";
import { picturePaths } from "@market/fixtures/pictures";
import { openDatabase } from "@market/server/db/database";
import { expect, type Page } from "@playwright/test";
import { listItem } from "./listing.ts";
import { showCasesOf, untilCaseShown } from "./safety-steps.ts";
import { enter, signIn, storedValue } from "./students.ts";

/** Shows a screen. `databaseUrl` is the market's: it compares no photos unless it is told to. */
type Show = (page: Page, databaseUrl: string) => Promise<void>;

async function call(page: Page, method: string, path: string, data?: object) {
  const answer = await page.request.fetch(path, {
    method,
    headers: { authorization: `Bearer ${await storedValue(page, "token")}` },
    ...(data && { data }),
  });
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
  return answer.json() as Promise<never>;
}

async function leave(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
}

async function reportAs(page: Page, who: string, productId: string, reason: string, details = "") {
  await leave(page);
  await enter(page, who);
  await call(page, "POST", "/api/reports", { productId, reason, details });
}

async function caseOf(page: Page, productId: string): Promise<string> {
  const { cases }: { cases: { id: string; productId?: string }[] } = await call(
    page,
    "GET",
    "/api/moderation/cases?limit=60",
  );
  return cases.find((each) => each.productId === productId)?.id ?? "";
}

/** Lists an item with photos of the demo data; a market of tests otherwise compares no photos. */
async function listWithPhotos(page: Page, name: string, price: string, photos: string[]) {
  const form = new FormData();
  const item = {
    name,
    price,
    description: "Used for two semesters, works well. Pick up in the evening.",
    locationType: "On-Campus",
    address: "Hostel 2",
    category: "Room & Living",
    condition: "Used - Good",
  };
  for (const [field, value] of Object.entries(item)) form.append(field, value);
  for (const path of photos)
    form.append("images", new File([readFileSync(path)], "photo.webp", { type: "image/webp" }));
  const answer = await page.request.post("/api/products/create", {
    headers: { authorization: `Bearer ${await storedValue(page, "token")}` },
    multipart: form,
  });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { product: { _id: string } }).product._id;
}

/** Each photo is copied once only, because three accounts with one photo open no case. */
const copied = ["kettle", "calculator", "controller", "wall-painting", "microscope", "headphones"];
let copies = 0;

async function copyPhoto(page: Page, databaseUrl: string): Promise<string> {
  const photos = picturePaths(copied[copies++ % copied.length] ?? "").slice(0, 1);
  const db = openDatabase(databaseUrl, () => undefined, { size: 1 });
  const trigger = (state: "disable" | "enable") =>
    db.run(`alter table photo_fingerprints ${state} trigger forget_fingerprint`, []);
  await trigger("disable");
  await enter(page, "Nandini Das");
  await listWithPhotos(page, "Electric kettle, 1.5 litres, almost new", "650", photos);
  await leave(page);
  await enter(page, "Pratik Jena");
  const copy = await listWithPhotos(page, "Kettle, urgent sale", "250", photos);
  await leave(page);
  await signIn(page, "Meera Iyer");
  await expect(async () => expect(await caseOf(page, copy)).not.toBe("")).toPass();
  await trigger("enable");
  await db.close();
  await leave(page);
  return copy;
}

/** Reports by an account that counts towards hiding a listing. */
async function reportToHide(page: Page, who: string, productId: string, databaseUrl: string) {
  await leave(page);
  const { email } = await enter(page, who);
  const db = openDatabase(databaseUrl, () => undefined, { size: 1 });
  await db.run(
    `update users set created_at = created_at - interval '2 days'
     where identity_id = (select id from identities where email = $1)`,
    [email],
  );
  await db.close();
  const details = "Crackers are forbidden in hostels.";
  await call(page, "POST", "/api/reports", { productId, reason: "prohibited", details });
}

/** One case of each kind: reports, a listing that reports have hidden, a copied photo, an appeal. */
async function openQueue(page: Page, databaseUrl: string): Promise<void> {
  const copy = await copyPhoto(page, databaseUrl);
  await enter(page, "Bikash Sahoo");
  const reported = await listItem(page, { name: "Study lamp, bendable, warm light", price: "450" });
  const hidden = await listItem(page, { name: "Crackers for Diwali, mixed box", price: "900" });
  const appealed = await listItem(page, { name: "Answer sheets of last year", price: "99" });
  const seller = await page.evaluate(() => ({ ...localStorage }));
  const session = await page.context().cookies();
  await reportAs(page, "Ravi Kumar", reported, "misleading", "The photo shows another lamp.");
  await reportAs(page, "Sunita Rao", reported, "already-sold");
  for (const who of ["Tarun Gill", "Ishita Bose", "Omkar Patil"])
    await reportToHide(page, who, hidden, databaseUrl);
  await reportAs(page, "Ravi Kumar", appealed, "prohibited", "Exam papers");
  await leave(page);
  await signIn(page, "Meera Iyer");
  await call(page, "POST", `/api/moderation/cases/${await caseOf(page, appealed)}/decision`, {
    action: "remove",
    note: "Answer sheets of exams may not be sold here.",
  });
  await leave(page);
  await page.context().addCookies(session);
  await page.evaluate((values) => Object.assign(localStorage, values), seller);
  const { decisions }: { decisions: { id: string }[] } = await call(page, "GET", "/api/decisions");
  await call(page, "POST", "/api/appeals", {
    decisionId: decisions[0]?.id,
    text: "These are my own notes, written by hand. No paper of an exam is among them.",
  });
  await leave(page);
  await signIn(page, "Lakshmi Reddy");
  await showCasesOf(page, [copy, reported, hidden, appealed]);
  await page.goto("/moderation");
  await expect(casesIn(page)).toHaveCount(4);
}
const casesIn = (page: Page) => page.getByRole("main").getByRole("listitem").getByRole("button");

const openCase =
  (name: RegExp): Show =>
  async (page, databaseUrl) => {
    await openQueue(page, databaseUrl);
    await casesIn(page).filter({ hasText: name }).click();
    await untilCaseShown(page);
  };

/** The moderators' queue with a case of each kind, and the cases. */
export const caseScreens: Record<string, Show> = {
  queue: openQueue,
  "case-reported": openCase(/Study lamp, bendable/),
  "case-hidden": openCase(/Crackers/),
  "case-copied": openCase(/Kettle/),
};
