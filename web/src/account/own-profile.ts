import { endpoints } from "@market/contract/endpoints";
import { messages } from "@market/contract/messages";
import type { Product } from "@market/contract/products";
import type { User } from "@market/contract/users";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { endSession, settledSession, updateUser } from "./session.ts";
import { SessionOver } from "./token.ts";

/** What the profile page shows; `products` is the sentence of a failure when the list could not be had. */
export type OwnProfile = { user: User; products: Product[] | string };
/** `ended` when nobody is signed in any more, `unreachable` when the server did not answer (Q49). */
export type ProfileLoad = { profile: OwnProfile } | { failure: "ended" | "unreachable" };

/** Milliseconds before the second and the third try of a read that the network or the server dropped. */
const retryPauses = [700, 2000];

/** Reads the student's own profile and listings (R351 to R353). Never rejects. */
export async function loadOwnProfile(): Promise<ProfileLoad> {
  if ((await settledSession()).status === "signed-out") return { failure: "ended" };
  const products = withRetries(() => call(endpoints.ownProducts)).then(
    (reply) => (reply.success ? reply.products : messages.fetchProductsFailed),
    () => messages.fetchProductsFailed,
  );
  try {
    const { success, user } = await withRetries(() => call(endpoints.getProfile));
    if (success) {
      updateUser(user);
      return { profile: { user, products: await products } };
    }
  } catch (error) {
    if (isPassing(error)) return { failure: "unreachable" };
  }
  endSession("expiry");
  return { failure: "ended" };
}

/** Reads the student's own listings once more. @throws ApiError */
export async function loadOwnProducts(): Promise<Product[]> {
  return (await call(endpoints.ownProducts)).products;
}

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

/**
 * A dropped network, what stands between (the page of a Wi-Fi login) and a server in trouble pass; a
 * refusal and the end of the session do not.
 */
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
