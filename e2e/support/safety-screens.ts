import { demoStudents } from "@market/fixtures/demo-students";
import { expect, type Page } from "@playwright/test";
import { untilHydrated } from "./hydrated.ts";
import { castListing, listItem } from "./listing.ts";
import { report, showCasesOf, untilCaseShown } from "./safety-steps.ts";
import {
  chooseAccount,
  enter,
  storedValue,
  newcomer,
  register,
  registerPlainly,
  signIn,
} from "./students.ts";

type Show = (page: Page) => Promise<void>;

const moderators = ["Meera Iyer", "Lakshmi Reddy"];
/** Students other than the moderators and the reported seller. */
const students = demoStudents.filter(
  ({ key, name }) => key !== "vikram" && !moderators.includes(name),
);
/** Selects another student each time, because a report can be sent once. */
let turn = 0;
const nextStudent = () => students[turn++ % students.length]?.name ?? "";

async function openReport(page: Page, productId?: string): Promise<void> {
  await signIn(page, nextStudent());
  await page.goto(`/item/${productId ?? (await castListing(page))._id}`);
  const button = page.getByRole("button", { name: "Report", exact: true });
  await untilHydrated(button);
  await button.click();
  await expect(page.getByRole("dialog", { name: "Report this item" })).toBeVisible();
}

async function listingsOfOthers(page: Page) {
  const { _id: own } = JSON.parse((await storedValue(page, "user")) ?? "{}") as { _id?: string };
  const answer = await page.request.get("/api/products");
  const products = (await answer.json()) as { _id: string; seller: { _id: string } }[];
  return products.filter(({ seller }) => seller._id !== own);
}

/** Reports listings for pictures; tests report their own listings. @returns their ids */
async function reportSome(page: Page, count: number): Promise<string[]> {
  const products = await listingsOfOthers(page);
  const ids = products.slice(0, count).map(({ _id }) => _id);
  expect(await report(page, ids)).toBe(count);
  return ids;
}

/** Signs out without notifying the server. */
async function leave(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
}

async function openModeration(page: Page): Promise<void> {
  await enter(page, "Gita Reporter");
  const reported = await reportSome(page, 5);
  await leave(page);
  await signIn(page, "Meera Iyer");
  await showCasesOf(page, reported);
  await page.goto("/moderation");
  await expect(cases(page)).toHaveCount(5);
}
const cases = (page: Page) => page.getByRole("main").getByRole("listitem").getByRole("button");

async function openCase(page: Page): Promise<void> {
  await openModeration(page);
  await cases(page).first().click();
  await untilCaseShown(page);
}

async function openOwnSafety(page: Page): Promise<void> {
  await enter(page, "Gita Reporter");
  await reportSome(page, 2);
  const [other] = await listingsOfOthers(page);
  await page.request.put(`/api/blocks/${other?.seller._id}`, {
    headers: { authorization: `Bearer ${await storedValue(page, "token")}` },
  });
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "My reports" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Logged in on" })).toBeVisible();
}

async function sendGrievance(page: Page): Promise<void> {
  await page.goto("/grievance");
  // The shape of the answer, since few may be sent in a day.
  await page.route("**/api/grievances", (route) =>
    route.fulfill({
      status: 201,
      json: {
        success: true,
        receipt: "G-7KQ2-M4XW",
        secret: "q8Zt2vLr5nYb0HcE7sJdKg",
        dueAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
        message: "We have your grievance. Please keep the receipt and the secret.",
      },
    }),
  );
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByLabel("Your name").fill("Ravi Kumar");
  await page.getByLabel("Your email address").fill("ravi@example.org");
  await page.getByLabel("What is it about?").fill("My photo");
  await page.getByLabel("What happened?").fill("A listing shows me.");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("G-7KQ2-M4XW")).toBeVisible();
}

const intoView = (page: Page, heading: string) =>
  page
    .getByRole("heading", { name: heading })
    .evaluate((element) => element.scrollIntoView({ behavior: "instant" }));

/** Reports, decisions, rights and consent, each in a browser of its own. */
export const safetyScreens: Record<string, Show> = {
  report: async (page) => {
    await openReport(page);
    await page.getByText("It is offensive").click();
  },
  "report-sent": async (page) => {
    // One of its own: many reports hide a listing.
    await enter(page, "Lalita Seller");
    const id = await listItem(page, { name: "Lamp that is reported" });
    await leave(page);
    await openReport(page, id);
    await page.getByText("It has been sold already").click();
    await page.getByRole("button", { name: "Send report" }).click();
    await expect(page.getByText("Your receipt:")).toBeVisible();
  },
  moderation: openModeration,
  operations: async (page) => {
    await signIn(page, "Meera Iyer", "/operations");
    await expect(page.getByRole("img", { name: /^Sign-ins/ })).toBeVisible();
  },
  case: openCase,
  decision: async (page) => {
    await openCase(page);
    // Whichever case is first: in an appeal against a suspension the button has another name.
    await page.locator('[aria-keyshortcuts="5"]').click();
    await expect(page.getByLabel("Note to the person concerned")).toBeVisible();
  },
  grievance: async (page) => void (await page.goto("/grievance")),
  "grievance-sent": sendGrievance,
  transparency: async (page) => {
    await page.goto("/transparency");
    await expect(page.getByRole("row", { name: /^New items/ }).first()).toBeVisible();
  },
  "own-reports": async (page) => {
    await openOwnSafety(page);
    await intoView(page, "My reports");
  },
  sessions: async (page) => {
    await openOwnSafety(page);
    await intoView(page, "Logged in on");
  },
  "delete-account": async (page) => {
    await openOwnSafety(page);
    await page.getByRole("button", { name: "Delete my account" }).click();
    await expect(page.getByLabel("Type DELETE to confirm")).toBeVisible();
  },
  "restore-account": async (page) => {
    const lata = newcomer("Lata Rao");
    await register(page, lata);
    await page.request.delete("/api/users/me", {
      headers: { authorization: `Bearer ${await storedValue(page, "token")}` },
      data: { confirm: "DELETE" },
    });
    await leave(page);
    await page.goto("/login");
    await expect(page.getByText("Loading...")).toBeHidden();
    await chooseAccount(page, "Login with Google", lata);
    await expect(page.getByRole("alertdialog", { name: "Restore my account" })).toBeVisible();
  },
  consent: async (page) => {
    await registerPlainly(page, newcomer("Tara Pillai"));
    await page.goto("/");
    await expect(page.getByRole("alertdialog", { name: "Your data" })).toBeVisible();
  },
};
