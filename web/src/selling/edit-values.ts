import {
  type ProductDraft,
  type ProductInput,
  productFields,
} from "@market/contract/products/product-form";
import type { Product } from "@market/contract/products/product";
import type { FormPhoto } from "../photos/photo-queue.ts";

export function fieldsOf(product: Product): ProductDraft {
  const { name, description, locationType, category, condition } = product;
  const price = String(product.price);
  const address = product.address ?? "";
  const negotiable = product.negotiable ? "true" : "false";
  const availableFrom = product.availableFrom ?? "";
  const plain = { name, price, description, address, locationType, category, condition };
  const contact = product.contactChoice ?? "";
  const fields = { ...plain, negotiable, availableFrom, contact };
  return product.drafted ? { ...fields, drafted: "true" } : fields;
}

export function photosOf({ images }: Product): FormPhoto[] {
  return images.map(({ id, url }) => ({
    key: id,
    name: "",
    preview: url,
    step: { name: "stored", id },
  }));
}

type Photos = readonly FormPhoto[];

const shownFields = [...productFields, "negotiable", "availableFrom", "contact"] as const;

export function isChanged(product: Product, fields: ProductDraft, photos: Photos): boolean {
  return hasFieldChanges(product, fields) || !hasPhotos(product, photos);
}

export function hasFieldChanges(product: Product, fields: ProductDraft): boolean {
  const stored = fieldsOf(product);
  return shownFields.some((field) => (fields[field] ?? stored[field]) !== stored[field]);
}

/** Whether a save did arrive, and only its answer was lost. */
export function isSaved(product: Product, sent: ProductInput, photos: Photos): boolean {
  const stored = fieldsOf(product);
  return (
    shownFields.every((field) => String(sent[field] ?? stored[field]) === stored[field]) &&
    hasPhotos(product, photos)
  );
}

/** The fields that another change has altered, and whether it altered the photos. */
export function changesBetween(before: Product, after: Product) {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const changed = shownFields.filter((field) => old[field] !== now[field]);
  return {
    fields: Object.fromEntries(changed.map((field) => [field, now[field]])),
    photos: !hasPhotos(after, photosOf(before)),
  };
}

function hasPhotos({ images }: Product, photos: Photos): boolean {
  const ids = photos.map(({ key, step }) =>
    step.name === "uploaded" || step.name === "stored" ? step.id : key,
  );
  return images.length === ids.length && images.every(({ id }, place) => id === ids[place]);
}
