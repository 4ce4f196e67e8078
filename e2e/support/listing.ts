import { picturePaths } from "@market/fixtures/pictures";
import { expect, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { isShared, storedValue } from "./students.ts";

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
type Listed = { _id: string; code: string; name: string; images: unknown[] };

/**
 * Lists something as the student who is signed in, by the API. @returns its id
 * @throws Error if that is a demo student: other tests would meet the listing in the student's own lists and limits
 */
export async function listItem(
  page: Page,
  change: Partial<typeof lamp> & { contact?: "ask" } = {},
  photos = 1,
): Promise<string> {
  if (isShared(page.context())) throw new Error("Let a new student enter, who lists it");
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...lamp, ...change })) form.append(name, value);
  for (let nth = 0; nth < photos; nth += 1)
    form.append(
      "images",
      new File([readFileSync(smallPhoto)], "photo.jpg", { type: "image/jpeg" }),
    );
  const answer = await page.request.post("/api/products/create", {
    headers: { authorization: `Bearer ${await storedValue(page, "token")}` },
    multipart: form,
  });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { product: { _id: string } }).product._id;
}
