import * as calls from "@market/contract/photos/calls";
import type { endpoints, Reply } from "@market/contract/endpoints";
import { errors, type Problem } from "@market/contract/errors";
import { getIdToken, replaceToken, SessionOver } from "../identity/session.ts";
import type { SendAnswer, SendPhoto } from "./photo-queue.ts";

/** Milliseconds without a byte moving after which a connection counts as lost. */
const stallAfter = 30_000;
/** Statuses after which the same photo may go through later. */
const temporary = [408, 409, 500, 502, 503, 504];
/** Statuses that the same photo will always get. */
const final = [400, 413, 415, 422];

/** Uploads a photo by XMLHttpRequest, because fetch reports no progress. */
export const sendPhoto: SendPhoto = async (upload) => {
  let token: string | undefined;
  try {
    token = await getIdToken();
    const answer = await attempt(upload, token);
    if (answer.status !== 401) return readAnswer(answer);
    return readAnswer(await attempt(upload, await replaceToken(token)));
  } catch (failure) {
    if (failure instanceof SessionOver) return { refusal: errors["invalid-token"].message };
    throw failure;
  }
};

function attempt(
  { key, photo, signal, progress }: Parameters<SendPhoto>[0],
  token: string,
): Promise<XMLHttpRequest> {
  const { method, path } = calls.createPhoto;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stall: ReturnType<typeof setTimeout> | undefined;
    const watch = () => {
      clearTimeout(stall);
      stall = setTimeout(() => request.abort(), stallAfter);
    };
    const stop = () => request.abort();
    request.open(method, path);
    request.responseType = "json";
    request.setRequestHeader("authorization", `Bearer ${token}`);
    request.setRequestHeader("idempotency-key", key);
    request.upload.onprogress = ({ loaded, total }) => {
      watch();
      progress(total > 0 ? loaded / total : 0);
    };
    request.onload = () => resolve(request);
    request.onerror = () => reject(new TypeError("The photo did not arrive"));
    request.onabort = request.onerror;
    request.onloadend = () => {
      clearTimeout(stall);
      signal.removeEventListener("abort", stop);
    };
    signal.addEventListener("abort", stop);
    if (signal.aborted) return reject(new TypeError("The photo is no longer wanted"));
    const form = new FormData();
    form.append("image", photo, "photo");
    watch();
    request.send(form);
  });
}

function readAnswer(request: XMLHttpRequest): SendAnswer {
  if (request.status === 201)
    return { id: (request.response as Reply<typeof endpoints.createPhoto>).photo.id };
  // Null when it is no JSON.
  const problem = request.response as Partial<Problem> | null;
  const message = problem?.message ?? errors.internal.message;
  if (!temporary.includes(request.status))
    return { refusal: message, isFinal: final.includes(request.status) };
  return { retryMessage: message, after: Number(request.getResponseHeader("retry-after")) || 0 };
}
