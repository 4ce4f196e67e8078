import * as calls from "@market/contract/products/calls";
import * as sellingMessages from "@market/contract/products/selling-messages";
import * as shellMessages from "@market/contract/shell/messages";
import {
  extraFields,
  type ProductInput,
  productFields,
} from "@market/contract/products/product-form";
import type { Product } from "@market/contract/products/product";
import { replaceToken, storedToken, SessionOver } from "../identity/session.ts";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { isOffline } from "../browser/connection.ts";
import type { FormPhoto, PhotoQueue } from "../photos/photo-queue.ts";
import type { FieldFault } from "./product-form.tsx";

/** `sent` is the product as it is now; `failure` the sentence to show, `faults` the fields it is about. */
export type SendResult =
  | { failure?: undefined; faults?: undefined; sent: Product }
  | {
      failure: string;
      code?: ApiError["code"];
      isUnreachable?: true;
      faults: readonly FieldFault[];
    };
export type SentPhotos = {
  photos: () => readonly FormPhoto[];
  settled: () => ReturnType<PhotoQueue["settled"]>;
  uploadAgain: () => void;
};
type Sentences = Record<"unreachable" | "unreadable" | "signedOut", string>;
type Sending = {
  product: ProductInput;
  queue: SentPhotos;
  send: (form: FormData) => Promise<{ product: Product }>;
  sentences: Sentences;
};

const listSentences: Sentences = {
  unreachable: sellingMessages.listingFailed,
  unreadable: sellingMessages.listingRefused,
  signedOut: sellingMessages.userNotLoggedIn,
};
const changeSentences: Sentences = {
  unreachable: sellingMessages.updateFailed,
  unreadable: sellingMessages.updateRefused,
  signedOut: shellMessages.sessionExpired,
};

const failed = (failure: string): SendResult => ({ failure, faults: [] });
const unreachable = (sentences: Sentences): SendResult => ({
  failure: sentences.unreachable,
  faults: [],
  isUnreachable: true,
});

/** Lists a product. Repeating it with the same key never lists it twice. */
export function listProduct(
  { key, seller, product }: { key: string; seller: string; product: ProductInput },
  queue: SentPhotos,
): Promise<SendResult> {
  const headers = { "idempotency-key": key };
  const send = (form: FormData) => {
    form.append("seller", seller);
    return call(calls.createProduct, { form, headers });
  };
  return sendProduct({ product, queue, send, sentences: listSentences });
}

/** Changes a product, unless it has changed since its `version` was read. */
export function changeProduct(
  { productId, version, product }: { productId: string; version: number; product: ProductInput },
  queue: SentPhotos,
): Promise<SendResult> {
  const headers = { "if-match": `"${version}"` };
  const send = (form: FormData) =>
    call(calls.updateProduct, { params: { productId }, form, headers });
  return sendProduct({ product, queue, send, sentences: changeSentences });
}

/** Waits for the photos, then sends the form, once more when the reason of a refusal could be removed. */
async function sendProduct(sending: Sending, isRepeat = false): Promise<SendResult> {
  const { product, queue, send, sentences } = sending;
  if (isOffline()) return unreachable(sentences);
  const uploads = await queue.settled();
  if (uploads === "unreachable") return unreachable(sentences);
  if (uploads === "refused") return failed(refusalOf(queue) ?? sentences.unreadable);
  try {
    return { sent: (await send(formOf(product, queue))).product };
  } catch (failure) {
    if (failure instanceof ApiError && !isRepeat && (await tryRepair(failure, queue)))
      return sendProduct(sending, true);
    return explain(failure, sentences);
  }
}

/** Renews the token, or uploads again the photos that the server no longer has. @returns whether to send again */
async function tryRepair({ status, code }: ApiError, queue: SentPhotos): Promise<boolean> {
  if (code === "foreign-image") {
    queue.uploadAgain();
    return true;
  }
  return status === 401 && replaceToken(storedToken()).then(Boolean, () => false);
}

function explain(failure: unknown, sentences: Sentences): SendResult {
  const isOver = failure instanceof ApiError && failure.status === 401;
  if (isOver || failure instanceof SessionOver) return failed(sentences.signedOut);
  if (!(failure instanceof ApiError) || failure.code === "no-answer") return unreachable(sentences);
  const { serverMessage = sentences.unreadable, code, errors } = failure;
  return { failure: serverMessage, code, faults: errors };
}

function refusalOf(queue: SentPhotos): string | undefined {
  for (const { step } of queue.photos()) if (step.name === "refused") return step.message;
  return undefined;
}

function formOf(product: ProductInput, queue: SentPhotos): FormData {
  const form = new FormData();
  for (const field of productFields) form.append(field, String(product[field]));
  for (const field of extraFields)
    if (product[field] !== undefined) form.append(field, String(product[field] ?? ""));
  for (const { step } of queue.photos()) {
    if (step.name === "uploaded" || step.name === "stored") form.append("photos", step.id);
  }
  return form;
}
