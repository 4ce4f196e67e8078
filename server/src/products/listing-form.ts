import { maxPhotos } from "@market/contract/limits";
import {
  checkProduct,
  extraFields,
  productFields,
  type ProductDraft,
  type ProductInput,
} from "@market/contract/products/product-form";
import * as z from "zod/mini";
import type { Queries } from "../db/database.ts";
import { isId } from "../db/ids.ts";
import { AppError, refusalOf } from "../errors/errors.ts";
import type { Upload } from "../photos/multipart.ts";
import { findExistingPhotos } from "../photos/photos.ts";
import { selectProductPhotos } from "../photos/photos.sql.ts";
import type { ListingContext } from "./listing-events.ts";

export function requireValid(
  form: "sell" | "edit",
  { fields }: Upload,
  photos: number,
): ProductInput {
  const draft: Partial<ProductDraft> = Object.fromEntries(
    [...productFields, ...extraFields].map((field) => [field, fields.get(field)?.[0]]),
  );
  const { value, faults } = checkProduct(form, draft, photos);
  if (faults === undefined) return value;
  throw refusalOf(faults);
}

export const rulesOf = ({ config }: ListingContext) => ({
  dataDir: config.DATA_DIR,
  fileField: "images",
  maxFiles: maxPhotos,
  repeatable: ["photos"],
});

export const digestOf = ({ fields, files }: Upload) =>
  JSON.stringify([...fields, files.map(({ sha256 }) => sha256)]);

export function readPhotoIds({ fields }: Upload): string[] {
  const values = fields.get("photos") ?? [];
  const ids = values.length === 1 && values[0]?.startsWith("[") ? readJsonList(values[0]) : values;
  if (!ids.every(isId) || new Set(ids).size !== ids.length) throw new AppError("foreign-image");
  return ids;
}

export async function retainedPhotos(
  db: Queries,
  productId: string,
  upload: Upload,
): Promise<string[]> {
  const [existing] = upload.fields.get("existingImages") ?? [];
  const ids = readPhotoIds(upload);
  if (existing === undefined && upload.fields.has("photos")) return ids;
  const present = await selectProductPhotos(db, productId);
  // Every product has a photo, so this one was just deleted.
  if (present.length === 0) throw new AppError("product-not-found");
  const retained =
    existing === undefined
      ? present.map(({ id }) => id)
      : findExistingPhotos(present, readJsonList(existing));
  return [...retained, ...ids];
}

const textList = z.array(z.string()).check(z.maxLength(20));

function readJsonList(text: string): string[] {
  const list = textList.safeParse(parseJson(text));
  if (!list.success) throw new AppError("invalid-json");
  return list.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("invalid-json");
  }
}
