import type { Registration } from "@market/contract/users";
import { perTab } from "./storage.ts";

/** The session storage key of a sign-in that left this page for the provider. */
const leftKey = "sign-in";

/** A sign-in that the student asked for, with the answers of the form when it is to register. */
export type LeftSignIn = { registration?: Registration };

/** Keeps a sign-in over the way to the provider and back. */
export function leaveSignIn(left: LeftSignIn): void {
  perTab.write(leftKey, JSON.stringify(left));
}

/** The sign-in with which this tab went to the provider; told once. */
export function takeLeftSignIn(): LeftSignIn | undefined {
  const left = perTab.read(leftKey);
  perTab.remove(leftKey);
  return left === undefined ? undefined : (JSON.parse(left) as LeftSignIn);
}
