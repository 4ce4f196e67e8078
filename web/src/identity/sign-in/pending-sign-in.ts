import type { Registration } from "@market/contract/students/student";
import { perTab } from "../../browser/storage.ts";

const pendingKey = "sign-in";

/** A registration has the answers of the form. */
export type PendingSignIn = { registration?: Registration };

export function savePendingSignIn(pending: PendingSignIn): void {
  perTab.write(pendingKey, JSON.stringify(pending));
}

/** Returned once. */
export function takePendingSignIn(): PendingSignIn | undefined {
  const pending = perTab.readJson(pendingKey) as PendingSignIn | undefined;
  perTab.remove(pendingKey);
  return pending;
}

/** The visitor's registration form, until they are registered. */
export const registrationKey = "registration";

export function discardRegistrationDraft(): void {
  perTab.remove(registrationKey);
}
