import { alarm, payloads } from "@market/fixtures/payloads";
import { picturePaths } from "@market/fixtures/pictures";
import type { Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { expect, test, unwatched } from "./support/market.ts";
import {
  chooseAccount,
  enter,
  fillRegistration,
  newcomer,
  storedValue,
} from "./support/students.ts";

const name = `<img src=x onerror=${alarm}>`;

/** Lists a product by the API, with the token that the page keeps. */
async function list(page: Page, text: string, description: string): Promise<string> {
  const [picture = ""] = picturePaths("study-lamp");
  const answer = await page.request.post("/api/products/create", {
    headers: { authorization: `Bearer ${await storedValue(page, "token")}` },
    multipart: {
      name: text,
      price: "450",
      description,
      locationType: "On-Campus",
      address: text,
      category: "Study Essentials",
      condition: "New",
      images: { name: "photo.jpg", mimeType: "image/jpeg", buffer: readFileSync(picture) },
    },
  });
  return ((await answer.json()) as { product: { _id: string } }).product._id;
}

/** Makes payloads report when one of them runs. */
const listen = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { hits: 0, hit: () => Object.assign(window, { hits: 1 }) });
  });

/** Later tests in this market expect ordinary texts in lists. */
async function removeAll(page: Page, ids: readonly string[]): Promise<void> {
  const headers = { authorization: `Bearer ${await storedValue(page, "token")}` };
  for (const id of ids)
    expect((await page.request.delete(`/api/products/${id}`, { headers })).ok()).toBe(true);
}

async function expectOnlyText(page: Page, screen: string): Promise<void> {
  const code = "[onerror], [onfocus], [onload], iframe, object, base";
  expect(await page.locator(code).count(), screen).toBe(0);
  expect(await page.evaluate(() => (window as unknown as { hits: number }).hits), screen).toBe(0);
}

test("text that would like to be code stays text on every screen", async ({ page }) => {
  await listen(page);
  await page.goto("/register");
  await fillRegistration(page);
  await page.getByLabel("Course").fill(name);
  await chooseAccount(page, "Submit", { ...newcomer("Text"), name });
  await expect(page).toHaveURL("/");
  const texts = [name, `</script><script>${alarm}</script>`, `" autofocus onfocus=${alarm} x="`];
  const ids = [];
  const description = payloads.slice(0, 20).join("\n");
  for (const text of texts) ids.push(await list(page, text, description));

  const screens = [
    "/",
    `/buy?q=${encodeURIComponent(name)}`,
    ...ids.map((id) => `/item/${id}`),
    "/profile",
    `/edit-product/${ids[0]}`,
  ];
  for (const screen of screens) {
    await page.goto(screen);
    await expect(page.locator("main")).toBeVisible();
    if (!screen.startsWith("/edit")) await expect(page.locator("main")).toContainText("onerror");
    else await expect(page.getByLabel("Name")).toHaveValue(name);
    await expectOnlyText(page, screen);
  }
  await removeAll(page, ids);
});

test("no text that could be code ever runs", { tag: "@sweep" }, async ({ page }) => {
  await listen(page);
  await enter(page, "Texts");
  const ids = [];
  // A description has at most 2,000 characters.
  for (let nth = 0; nth < payloads.length; nth += 28)
    ids.push(await list(page, name, payloads.slice(nth, nth + 28).join("\n")));
  for (const [nth, id] of ids.entries()) {
    await page.goto(`/item/${id}`);
    const shown = page.locator("main");
    for (const text of payloads.slice(nth * 28, nth * 28 + 28))
      await expect(shown).toContainText(text);
    await expectOnlyText(page, `/item/${id}`);
  }
  await removeAll(page, ids);
});

unwatched("a dangerous sink that is added by mistake is blocked", async ({ page }) => {
  await page.goto("/about");
  const outcome = await page.evaluate(async () => {
    const violation = new Promise<string>((resolve) => {
      document.addEventListener("securitypolicyviolation", (event) =>
        resolve(event.violatedDirective),
      );
    });
    const tried = (work: () => unknown) => {
      try {
        work();
        return "done";
      } catch (error) {
        return (error as Error).name;
      }
    };
    const place = document.createElement("div");
    document.body.append(place);
    const outcomes = {
      innerHTML: tried(() => (place.innerHTML = "<img src=x onerror=alert(1)>")),
      insertAdjacentHTML: tried(() => place.insertAdjacentHTML("beforeend", "<b>x</b>")),
      write: tried(() => document.write("<b>x</b>")),
      srcdoc: tried(() => (document.createElement("iframe").srcdoc = "<b>x</b>")),
      scriptText: tried(() => (document.createElement("script").text = "1")),
      scriptAddress: tried(() => (document.createElement("script").src = "/x.js")),
      timer: tried(() => setTimeout("1" as unknown as () => void)),
      attribute: tried(() => place.setAttribute("onclick", "this.dataset.ran = 'yes'")),
    };
    place.click();
    const { children, dataset } = place;
    return { outcomes, ran: dataset["ran"], violated: await violation, children: children.length };
  });
  expect(Object.entries(outcome.outcomes).filter(([, how]) => how === "done")).toEqual([]);
  expect(outcome).toMatchObject({ violated: "require-trusted-types-for", children: 0 });
  expect(outcome.ran).toBeUndefined();
});
