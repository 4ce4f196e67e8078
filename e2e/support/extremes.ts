import { picturePaths } from "@market/fixtures/pictures";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { storedValue } from "./students.ts";

/** Sizes of a phone's photos other than the usual one, in pixels. */
export const portrait = { width: 900, height: 2000 };
export const panorama = { width: 4000, height: 800 };

type Listing = { name: string; price: string; shape: typeof portrait; photos: number };

/** Lists something as the student who is signed in: the longest names and prices, odd photos. */
export async function list(page: Page, { name, price, shape, photos }: Listing): Promise<void> {
  const form = new FormData();
  const fields = {
    name,
    price,
    category: "Room & Living",
    condition: "Used - Good",
    locationType: "on-campus",
    address: "Hostel 4, room 212, beside the stairs",
    description: "Everything is there.\nCome and see it on any evening.",
  };
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  const [path] = picturePaths("study-lamp");
  const picture = await sharp(path)
    .resize({ ...shape, fit: "cover" })
    .jpeg()
    .toBuffer();
  for (let place = 0; place < photos; place += 1)
    form.append("images", new File([new Uint8Array(picture)], `photo-${place}.jpg`));
  await page.request.post("/api/products/create", {
    multipart: form,
    headers: { authorization: `Bearer ${await storedValue(page, "token")}` },
  });
}
