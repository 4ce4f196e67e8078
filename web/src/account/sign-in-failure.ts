import { errors, type FieldError } from "@market/contract/errors";
import { messages } from "@market/contract/messages";
import { ApiError } from "../api/api-error.ts";
import { SignInError, type SignInCode } from "./provider.ts";
import { SessionOver } from "./token.ts";

/**
 * What became of a sign-in that failed: `quiet` needs no word, `blocked` needs the window allowed or
 * another way, `denied` is no college address (R464), `known` registered long ago (R463).
 */
export type SignInFailure = {
  kind: "quiet" | "blocked" | "denied" | "known" | "refused";
  code: string;
  message: string;
  /** What the server said of single fields of the registration. */
  fields?: FieldError[];
};

const kinds: Partial<Record<SignInCode, SignInFailure["kind"]>> = {
  "popup-closed-by-user": "quiet",
  "cancelled-popup-request": "quiet",
  "popup-blocked": "blocked",
  "email-domain-not-allowed": "denied",
  "user-already-registered": "known",
  "email-already-in-use": "known",
};

/** Our sentence for each code that has no better one from the server (Q45). */
const sentences: Partial<Record<SignInCode, string>> = {
  "popup-blocked": messages.keepPopupOpen,
  "popup-closed-by-user": messages.keepPopupOpen,
  "email-domain-not-allowed": messages.useCollegeEmail,
  "user-already-registered": messages.alreadyRegistered,
  "email-already-in-use": messages.alreadyRegistered,
  "network-request-failed": messages.noConnection,
  "too-many-requests": messages.tooManySignIns,
  "unauthorized-domain": messages.signInNotSetUp,
  "wrong-password": messages.googleLoginFailed,
  "user-not-found": messages.googleLoginFailed,
};

/** What the provider's way back said with a code in an address, `/login?error=…`. */
export function returnedFailure(code: string): SignInFailure {
  return signInFailure(new SignInError(code in errors ? (code as SignInCode) : "internal"));
}

/** Sorts whatever a sign-in threw; the sentence is fit to be shown (R465 to R467, R496 to R503). */
export function signInFailure(error: unknown): SignInFailure {
  const code = codeOf(error);
  const fields =
    error instanceof ApiError && error.errors.length > 0 ? { fields: error.errors } : {};
  return {
    kind: kinds[code] ?? "refused",
    code,
    message: sentences[code] ?? sentenceOf(error),
    ...fields,
  };
}

function codeOf(error: unknown): SignInCode {
  if (error instanceof SignInError) return error.code;
  if (error instanceof SessionOver) return error.code ?? "missing-session";
  if (error instanceof ApiError) {
    if (error.message.includes(messages.userAlreadyRegistered)) return "user-already-registered";
    if (error.code === "no-answer") return "network-request-failed";
    if (error.code === "invalid-answer") return "internal";
    return error.code === "rate-limited" ? "too-many-requests" : error.code;
  }
  const isNetwork =
    error instanceof TypeError || (error instanceof DOMException && error.name === "TimeoutError");
  return isNetwork ? "network-request-failed" : "internal";
}

function sentenceOf(error: unknown): string {
  if (error instanceof SignInError) return ownSentence(error.code) ?? messages.googleLoginFailed;
  if (error instanceof SessionOver && error.code !== "missing-session" && error.message !== "")
    return error.message;
  if (error instanceof ApiError && error.status > 0 && error.status < 500 && error.status !== 401)
    return error.message;
  return messages.loginFailed;
}

function ownSentence(code: SignInCode): string | undefined {
  const row = Object.entries(errors).find(([name]) => name === code)?.[1];
  return row !== undefined && row.status < 500 ? row.message : undefined;
}
