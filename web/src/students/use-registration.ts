import * as accountMessages from "@market/contract/identity/messages";
import { useMemo } from "react";
import { toast } from "../ui/toast.ts";
import type { RegistrationFaults } from "./registration.ts";
import type { SignInFailure } from "../identity/sign-in/sign-in-failure.ts";
import { useSignIn } from "../identity/sign-in/use-sign-in.ts";

/** Fields of the body, and the places where the form shows their faults. */
export const formFields: Record<string, keyof RegistrationFaults> = {
  phone: "number",
  country: "number",
  course: "course",
  semester: "semester",
};

export function useRegistration() {
  const { isBusy, failure, start } = useSignIn({ failed: showAuthenticationFailure });
  const refused = useMemo(() => faultsOf(failure), [failure]);
  return {
    isBusy,
    refused,
    failure: Object.keys(refused).length > 0 ? undefined : failure,
    submit: start,
  };
}

function showAuthenticationFailure({ kind }: SignInFailure): void {
  if (kind !== "quiet" && kind !== "blocked") return;
  toast.error(accountMessages.authenticationFailed, { detail: accountMessages.keepPopupOpen });
}

function faultsOf(failure: SignInFailure | undefined): RegistrationFaults {
  const known = failure?.fields?.flatMap(({ field, message }) => {
    const name = formFields[field];
    return name ? [[name, message] as const] : [];
  });
  return Object.fromEntries(known ?? []);
}
