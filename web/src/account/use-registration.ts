import { messages } from "@market/contract/messages";
import type { Registration } from "@market/contract/users";
import { useMemo, useRef } from "react";
import { toast } from "../ui/toast.ts";
import type { RegistrationFaults } from "./registration.ts";
import type { SignInFailure } from "./sign-in-failure.ts";
import { useSignIn } from "./use-sign-in.ts";

/** Which field of the form shows what the server said of which field of the body. */
const formFields: Record<string, keyof RegistrationFaults> = {
  phone: "number",
  country: "number",
  course: "course",
  semester: "semester",
};

/** Registration through the sign-in function (R152, R452). */
export function useRegistration() {
  const { isBusy, failure, start, startHere } = useSignIn(tellAuthenticationFailure);
  const last = useRef<Registration>(undefined);
  const refused = useMemo(() => faultsOf(failure), [failure]);
  return {
    isBusy,
    refused,
    failure: Object.keys(refused).length > 0 ? undefined : failure,
    submit(registration: Registration) {
      last.current = registration;
      start(registration);
    },
    startHere: () => startHere(last.current),
  };
}

/** R468. */
function tellAuthenticationFailure({ kind }: SignInFailure): void {
  if (kind !== "quiet" && kind !== "blocked") return;
  toast.error(messages.authenticationFailed, { detail: messages.keepPopupOpen });
}

function faultsOf(failure: SignInFailure | undefined): RegistrationFaults {
  const known = failure?.fields?.flatMap(({ field, message }) => {
    const name = formFields[field];
    return name ? [[name, message] as const] : [];
  });
  return Object.fromEntries(known ?? []);
}
