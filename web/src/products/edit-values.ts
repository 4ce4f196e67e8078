import { type ProductDraft, type ProductInput, productFields } from "@market/contract/product-form";
import type { Product } from "@market/contract/products";
import type { FormPhoto } from "./photo-queue.ts";

/** What the edit form begins with (R192 to R198). */
export function fieldsOf(product: Product): ProductDraft {
  const { name, description, locationType, category, condition } = product;
  const price = String(product.price);
  const address = product.address ?? "";
  return { name, price, description, address, locationType, category, condition };
}

/** The stored photos as the form shows them (R199). */
export function photosOf({ images }: Product): FormPhoto[] {
  return images.map(({ id, url }) => ({
    key: id,
    name: "",
    preview: url,
    step: { name: "kept", id },
  }));
}

/** Whether the form holds something that the product does not. */
export function isChanged(
  product: Product,
  fields: ProductDraft,
  photos: readonly FormPhoto[],
): boolean {
  return hasOtherWords(product, fields) || !hasPhotos(product, photos);
}

/** Whether a field of the form differs from the product's. */
export function hasOtherWords(product: Product, fields: ProductDraft): boolean {
  const stored = fieldsOf(product);
  return productFields.some((field) => fields[field] !== stored[field]);
}

/** Whether the product already is what was sent: then a save did arrive, and only its answer was lost. */
export function isSaved(
  product: Product,
  sent: ProductInput,
  photos: readonly FormPhoto[],
): boolean {
  const stored = fieldsOf(product);
  return (
    productFields.every((field) => String(sent[field]) === stored[field]) &&
    hasPhotos(product, photos)
  );
}

/** What another change has made of a product: its fields that differ, and whether its photos do. */
export function changesBetween(
  before: Product,
  after: Product,
): { fields: Partial<ProductDraft>; photos: boolean } {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const changed = productFields.filter((field) => old[field] !== now[field]);
  return {
    fields: Object.fromEntries(changed.map((field) => [field, now[field]])),
    photos: !hasPhotos(after, photosOf(before)),
  };
}

function hasPhotos({ images }: Product, photos: readonly FormPhoto[]): boolean {
  const ids = photos.map(({ key, step }) =>
    step.name === "uploaded" || step.name === "kept" ? step.id : key,
  );
  return images.length === ids.length && images.every(({ id }, place) => id === ids[place]);
}
