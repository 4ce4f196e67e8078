import { endpoints } from "@market/contract/endpoints";
import { messages } from "@market/contract/messages";
import { type ProductInput, productFields } from "@market/contract/product-form";
import { replaceToken } from "../account/session.ts";
import { keptToken, SessionOver } from "../account/token.ts";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { isOffline } from "../api/connection.ts";
import type { PhotoQueue } from "./photo-queue.ts";
import type { FieldFault } from "./product-form.tsx";

/** `failure` is the sentence to show, `code` its reason; `faults` are the fields it is about. */
export type SendResult =
  | { failure?: undefined; faults?: undefined }
  | { failure: string; code?: ApiError["code"]; faults: readonly FieldFault[] };
type Sending = {
  product: ProductInput;
  queue: PhotoQueue;
  send: (form: FormData) => Promise<unknown>;
  /** What to say when no answer came, when a refusal says nothing itself, and when the session is over. */
  sentences: { unreachable: string; unreadable: string; signedOut: string };
};

/** Lists a product. Repeating it with the same key never lists it twice. */
export function listProduct(
  { key, seller, product }: { key: string; seller: string; product: ProductInput },
  queue: PhotoQueue,
): Promise<SendResult> {
  return sendProduct({
    product,
    queue,
    send: (form) => {
      form.append("seller", seller);
      return call(endpoints.createProduct, { form, headers: { "idempotency-key": key } });
    },
    sentences: {
      unreachable: messages.listingFailed,
      unreadable: messages.listingRefused,
      signedOut: messages.userNotLoggedIn,
    },
  });
}

/** Changes a product, unless it has changed since its `version` was read. */
export function changeProduct(
  { productId, version, product }: { productId: string; version: number; product: ProductInput },
  queue: PhotoQueue,
): Promise<SendResult> {
  return sendProduct({
    product,
    queue,
    send: (form) =>
      call(endpoints.updateProduct, {
        params: { productId },
        form,
        headers: { "if-match": `"${version}"` },
      }),
    sentences: {
      unreachable: messages.updateFailed,
      unreadable: messages.updateRefused,
      signedOut: messages.sessionExpired,
    },
  });
}

/** Waits for the photos, then sends the form; a photo that the server has forgotten is sent once more. */
async function sendProduct(sending: Sending, isRepeat = false): Promise<SendResult> {
  const { product, queue, send, sentences } = sending;
  if (isOffline()) return { failure: sentences.unreachable, faults: [] };
  const uploads = await queue.settled();
  if (uploads === "unreachable") return { failure: sentences.unreachable, faults: [] };
  if (uploads === "refused")
    return { failure: refusalOf(queue) ?? sentences.unreadable, faults: [] };
  try {
    await send(formOf(product, queue));
    return {};
  } catch (failure) {
    if (failure instanceof ApiError && !isRepeat && (await canMend(failure, queue))) {
      return sendProduct(sending, true);
    }
    return explain(failure, sentences);
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

function explain(failure: unknown, sentences: Sending["sentences"]): SendResult {
  const isOver = failure instanceof ApiError && failure.status === 401;
  if (isOver || failure instanceof SessionOver) return { failure: sentences.signedOut, faults: [] };
  if (!(failure instanceof ApiError) || failure.code === "no-answer") {
    return { failure: sentences.unreachable, faults: [] };
  }
  const { said = sentences.unreadable, code, errors } = failure;
  return { failure: said, code, faults: errors };
}

function refusalOf(queue: PhotoQueue): string | undefined {
  for (const { step } of queue.photos()) if (step.name === "refused") return step.message;
  return undefined;
}

function formOf(product: ProductInput, queue: PhotoQueue): FormData {
  const form = new FormData();
  for (const field of productFields) form.append(field, String(product[field]));
  for (const { step } of queue.photos()) {
    if (step.name === "uploaded" || step.name === "kept") form.append("photos", step.id);
  }
  return form;
}
