import { picturePaths } from "@market/fixtures/pictures";
import { expect, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { kept } from "./students.ts";

const lamp = {
  name: "Study lamp",
  price: "450",
  description: "Warm light.",
  locationType: "On-Campus",
  address: "Hostel 2",
  category: "Study Essentials",
  condition: "Like New",
};

/** One of the cast's, sold by Vikram and changed by no story: what stories list they also sell, hide and delete. */
export async function castListing(page: Page): Promise<Listed> {
  const answer = await page.request.get("/api/products/filter?sort=price-high");
  const found = ((await answer.json()) as Listed[]).find(({ name }) =>
    name.startsWith("Gaming laptop"),
  );
  if (!found) throw new Error("The cast's laptop is not among the dearest");
  return found;
}
type Listed = { _id: string; name: string; images: unknown[] };

/** Lists something as the student who is signed in, by the API. @returns its id */
export async function listItem(page: Page, change: Partial<typeof lamp> = {}): Promise<string> {
  const [picture = ""] = picturePaths("study-lamp");
  const answer = await page.request.post("/api/products/create", {
    headers: { authorization: `Bearer ${await kept(page, "token")}` },
    multipart: {
      ...lamp,
      ...change,
      images: { name: "photo.jpg", mimeType: "image/jpeg", buffer: readFileSync(picture) },
    },
  });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { product: { _id: string } }).product._id;
}
