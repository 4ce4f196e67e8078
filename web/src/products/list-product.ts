import { endpoints } from "@market/contract/endpoints";
import { messages } from "@market/contract/messages";
import { type ProductInput, productFields } from "@market/contract/product-form";
import { replaceToken } from "../account/session.ts";
import { keptToken, SessionOver } from "../account/token.ts";
import { ApiError, call } from "../api/client.ts";
import type { PhotoQueue } from "./photo-queue.ts";
import type { FieldFault } from "./product-form.tsx";

export type Listing = { key: string; seller: string; product: ProductInput };
/** `failure` is the sentence to show; `faults` are the fields it is about. */
export type ListingResult =
  | { failure?: undefined }
  | { failure: string; faults: readonly FieldFault[] };

/**
 * Waits for the photos and lists the product. Repeating it with the same key never lists it twice.
 * A photo that the server has meanwhile forgotten is sent once more.
 */
export async function listProduct(
  listing: Listing,
  queue: PhotoQueue,
  isRepeat = false,
): Promise<ListingResult> {
  const uploads = await queue.settled();
  if (uploads === "unreachable") return { failure: messages.listingFailed, faults: [] };
  if (uploads === "refused")
    return { failure: refusalOf(queue) ?? messages.listingRefused, faults: [] };
  try {
    await call(endpoints.createProduct, {
      form: formOf(listing, queue),
      headers: { "idempotency-key": listing.key },
    });
    return {};
  } catch (failure) {
    if (failure instanceof ApiError && !isRepeat && (await canMend(failure, queue))) {
      return listProduct(listing, queue, true);
    }
    return explain(failure);
  }
}

/** Whether the reason of a refusal is gone: the token renewed, or photos that had expired on their way again. */
async function canMend({ status, code }: ApiError, queue: PhotoQueue): Promise<boolean> {
  if (code === "foreign-image") {
    queue.sendAgain();
    return true;
  }
  return status === 401 && replaceToken(keptToken()).then(Boolean, () => false);
}

function explain(failure: unknown): ListingResult {
  if (failure instanceof SessionOver) return { failure: messages.userNotLoggedIn, faults: [] };
  if (!(failure instanceof ApiError) || failure.code === "no-answer") {
    return { failure: messages.listingFailed, faults: [] };
  }
  if (failure.code === "invalid-answer") return { failure: messages.listingRefused, faults: [] };
  return { failure: failure.message, faults: failure.errors };
}

function refusalOf(queue: PhotoQueue): string | undefined {
  for (const { step } of queue.photos()) if (step.name === "refused") return step.message;
  return undefined;
}

function formOf({ product, seller }: Listing, queue: PhotoQueue): FormData {
  const form = new FormData();
  for (const field of productFields) form.append(field, String(product[field]));
  form.append("seller", seller);
  for (const { step } of queue.photos())
    if (step.name === "uploaded") form.append("photos", step.id);
  return form;
}
