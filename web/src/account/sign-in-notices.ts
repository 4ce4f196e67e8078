import { messages } from "@market/contract/messages";
import type { AccountProfile } from "@market/contract/users";
import { paths } from "../paths.ts";
import type { AlertNotice } from "../ui/alert.tsx";
import type { SignInFailure } from "./sign-in-failure.ts";

/** What a sign-in may do to the screen. */
export type Desk = {
  /** @param state the navigation state that comes with the page */
  go(path: string, state?: unknown): void;
  /** Shows a dialog; resolves when it was dismissed. */
  alert(notice: AlertNotice): Promise<void>;
};

/** R462: the explicit sign-in of somebody who is not registered. */
export async function tellNotRegistered(desk: Desk, profile: AccountProfile): Promise<void> {
  await desk.alert({
    kind: "warning",
    title: messages.userNotRegisteredTitle,
    text: messages.pleaseRegister,
  });
  desk.go(paths.register, profile);
}

/**
 * Shows the failures that the specification gives a dialog of its own (R463, R464); logs those that
 * have neither that nor a window to be opened again (R465).
 * @returns false for every one without a dialog
 */
export async function tellKnownFailure(
  desk: Desk,
  { kind, code, message }: SignInFailure,
): Promise<boolean> {
  if (kind === "denied") {
    await desk.alert({
      kind: "error",
      title: messages.accessDenied,
      text: messages.useCollegeEmail,
    });
    return true;
  }
  if (kind === "refused") console.warn("The sign-in failed:", code);
  if (kind !== "known") return false;
  await desk.alert({ kind: "info", title: messages.alreadyRegisteredTitle, text: message });
  desk.go(paths.login);
  return true;
}
