import * as productsCalls from "@market/contract/products/calls";
import * as studentsCalls from "@market/contract/students/calls";
import * as catalogueMessages from "@market/contract/lists/messages";
import type { OwnProduct } from "@market/contract/products/product";
import type { User } from "@market/contract/students/student";
import { queryOptions } from "@tanstack/react-query";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import {
  currentSession,
  endSession,
  settledSession,
  updateUser,
  SessionOver,
} from "../identity/session.ts";

/** `products` is an error message when the list could not be loaded. */
export type OwnProfile = { user: User; products: OwnProduct[] | string };
/** `ended`: no user is signed in any more; `unreachable`: the server did not answer (Q49). */
export type ProfileLoad = { profile: OwnProfile } | { failure: "ended" | "unreachable" };

const retryPauses = [700, 2000];

/** Reads the student's own profile and listings (R351 to R353). Never rejects. */
export async function loadOwnProfile(): Promise<ProfileLoad> {
  if ((await settledSession()).status === "signed-out") return { failure: "ended" };
  const products = withRetries(() => call(productsCalls.ownProducts)).then(
    (reply) => (reply.success ? reply.products : catalogueMessages.fetchProductsFailed),
    () => catalogueMessages.fetchProductsFailed,
  );
  try {
    const { success, user } = await withRetries(() => call(studentsCalls.getProfile));
    if (success) {
      updateUser(user);
      return { profile: { user, products: await products } };
    }
  } catch (error) {
    if (isPassing(error)) return { failure: "unreachable" };
  }
  // A refusal may have ended it already, and said why.
  if (currentSession().status === "signed-in") endSession("expiry");
  return { failure: "ended" };
}

export async function loadOwnProducts(): Promise<OwnProduct[]> {
  return (await call(productsCalls.ownProducts)).products;
}

/** Fetched again on every visit; shown data stays if that fails. */
export const ownProfile = queryOptions({
  queryKey: ["own", "profile"],
  gcTime: 0,
  queryFn: async () => {
    const load = await loadOwnProfile();
    if ("failure" in load) throw new Error(load.failure);
    return load.profile;
  },
});

async function withRetries<T>(read: () => Promise<T>): Promise<T> {
  for (const pause of retryPauses) {
    try {
      return await read();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return read();
}

/** Network errors, captive portals, 429 and 5xx. */
function isPassing(error: unknown): boolean {
  if (error instanceof SessionOver) return false;
  return (
    !(error instanceof ApiError) ||
    error.status === 0 ||
    error.code === "invalid-answer" ||
    error.status === 429 ||
    error.status >= 500
  );
}
