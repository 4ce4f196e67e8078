import { picturePaths } from "@market/fixtures/pictures";
import { expect, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { storedValue } from "./students.ts";

/** A photo of the demo data: shrunk and stored in a fraction of the time that a camera's takes. */
export const [smallPhoto = ""] = picturePaths("study-lamp");

const lamp = {
  name: "Study lamp",
  price: "450",
  description: "Warm light.",
  locationType: "On-Campus",
  address: "Hostel 2",
  category: "Study Essentials",
  condition: "Like New",
};

/** A listing of the demo data, sold by Vikram and changed by no test. */
export async function castListing(page: Page): Promise<Listed> {
  const answer = await page.request.get("/api/products/filter?sort=price-high");
  const found = ((await answer.json()) as Listed[]).find(({ name }) =>
    name.startsWith("Gaming laptop"),
  );
  if (!found) throw new Error("The demo students' laptop is not among the dearest");
  return found;
}
type Listed = { _id: string; name: string; images: unknown[] };

/** Lists something as the student who is signed in, by the API. @returns its id */
export async function listItem(page: Page, change: Partial<typeof lamp> = {}): Promise<string> {
  const answer = await page.request.post("/api/products/create", {
    headers: { authorization: `Bearer ${await storedValue(page, "token")}` },
    multipart: {
      ...lamp,
      ...change,
      images: { name: "photo.jpg", mimeType: "image/jpeg", buffer: readFileSync(smallPhoto) },
    },
  });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { product: { _id: string } }).product._id;
}
