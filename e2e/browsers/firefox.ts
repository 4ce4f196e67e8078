import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoStudents } from "@market/fixtures/demo-students";
import { expect, skipSafetyCard, unwatched as test } from "../support/market.ts";
import { phonePhoto } from "../support/phone-photo.ts";
import { named, openFirefox, openPhone, type Page, popupOf, press } from "./firefox-window.ts";

let firefox: Awaited<ReturnType<typeof openFirefox>>;
test.beforeAll(async () => {
  firefox = await openFirefox();
});
test.afterAll(() => firefox.close());

const says = (page: Page, text: string) => page.locator(`::-p-text(${text})`).waitHandle();

async function chooseStudent(provider: Page, { name, email }: { name: string; email: string }) {
  await provider.locator("input[name=email]").fill(email);
  await provider.locator("input[name=name]").fill(name);
  await provider.locator("button.go").click();
}

const isSignedIn = (page: Page) =>
  page.waitForFunction(
    () => localStorage.getItem("token") !== null && document.body.innerText.includes("Hi, "),
    { timeout: 30_000 },
  );

async function signInByWindow(page: Page, student: { name: string; email: string }) {
  await chooseStudent(await popupOf(page, named("button", "Login with Google")), student);
  await isSignedIn(page);
}

/** Whether a finger would touch it, and not an element above it. */
const isAbove = (page: Page, selector: string) =>
  page.evaluate((found) => {
    const element = document.querySelector(found);
    const { x, y, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
    const met = document.elementFromPoint(x + width / 2, y + height / 2);
    return met !== null && element?.contains(met) === true;
  }, selector);

test("the main story in Firefox: sign in, list with a photo, browse and filter, contact", async ({
  baseURL,
}) => {
  const [seller, buyer] = demoStudents;
  if (!seller || !buyer) throw new Error("There are no two demo students");
  const thing = `Hero Sprint cycle ${Date.now()}`;
  const folder = await mkdtemp(join(tmpdir(), "market-firefox-"));
  const photo = join(folder, "IMG_1.jpg");
  await writeFile(photo, await phonePhoto(6));

  const own = await openPhone(firefox, `${baseURL}/login`);
  await signInByWindow(own.page, seller);
  await own.page.goto(`${baseURL}/sell`);
  await own.page.locator(named("textbox", "Name")).fill(thing);
  await (await own.page.$("input[type=file][multiple]"))?.uploadFile(photo);
  await own.page.locator(named("textbox", "Price")).fill("1850");
  for (const choice of ["Mobility & Transport", "Used - Good", "On-Campus"])
    await press(own.page, `form label ::-p-text(${choice})`);
  await own.page.locator(named("textbox", "Address")).fill("Hostel 4 gate");
  await own.page.locator(named("textbox", "Description")).fill("Two years old, new tyres.");
  await press(own.page, named("button", "List Item"));
  await says(own.page, "Product listed successfully!");

  const other = await openPhone(firefox, `${baseURL}/login`);
  await signInByWindow(other.page, buyer);
  await other.page.goto(`${baseURL}/buy`);
  await press(other.page, "main ::-p-text(Mobility & Transport)");
  await press(other.page, named("button", "Filters"));
  await press(other.page, "dialog[open] ::-p-text(₹1,000–2,000)");
  // The sheet is as high as its content.
  expect(
    await other.page.evaluate(() => {
      const sheet = document.querySelector("dialog[open]");
      return (sheet?.scrollHeight ?? 0) - (sheet?.clientHeight ?? 0);
    }),
  ).toBe(0);
  await press(other.page, "dialog[open] ::-p-text(Show )");
  await expect
    .poll(() => new URL(other.page.url()).searchParams.get("priceRange"))
    .toBe("1000-2000");
  await press(other.page, `main ::-p-text(${thing})`);
  await says(other.page, "Two years old, new tyres.");
  await press(other.page, named("button", "Add to cart"));
  await expect.poll(() => isAbove(other.page, ".toast")).toBe(true);
  await other.page.evaluate(skipSafetyCard);
  const chat = await popupOf(other.page, named("button", "Chat on WhatsApp"));
  await expect.poll(() => chat.url()).toMatch(new RegExp(`wa\\.me(/|%2F)${seller.phone.slice(1)}`));
  expect([own.faults, other.faults]).toEqual([[], []]);
  await own.context.close();
  await other.context.close();
  await rm(folder, { recursive: true });
});

for (const mode of ["popup", "redirect"] as const)
  test(`twenty of twenty sign-ins succeed in Firefox with the worker active: ${mode}`, async ({
    baseURL,
  }) => {
    for (let time = 0; time < 20; time += 1) {
      const student = demoStudents[time % demoStudents.length];
      if (!student) throw new Error("There are no demo students");
      const { context, page, faults } = await openPhone(firefox, `${baseURL}/login`);
      if (mode === "popup") await signInByWindow(page, student);
      else {
        await page.evaluate(() => {
          window.open = () => null;
        });
        await press(page, named("button", "Login with Google"));
        await chooseStudent(page, student);
        await isSignedIn(page);
      }
      expect(faults, `sign-in ${time + 1}`).toEqual([]);
      await context.close();
    }
  });
