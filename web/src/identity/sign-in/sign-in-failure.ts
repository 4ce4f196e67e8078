import { errors, type FieldError, type SuspensionDetails } from "@market/contract/errors";
import * as accountMessages from "@market/contract/identity/messages";
import { ApiError } from "../../api/api-error.ts";
import { SignInError, type SignInCode } from "./provider.ts";
import { SessionOver } from "../session.ts";

/** `blocked`: the popup; `denied`: no college address (R464); `known`: registered (R463). */
export type SignInFailure = {
  kind: "quiet" | "blocked" | "denied" | "known" | "suspended" | "refused";
  code: string;
  message: string;
  fields?: FieldError[];
};

const kinds: Partial<Record<SignInCode, SignInFailure["kind"]>> = {
  "popup-closed-by-user": "quiet",
  "cancelled-popup-request": "quiet",
  "popup-blocked": "blocked",
  "email-domain-not-allowed": "denied",
  "account-suspended": "suspended",
  "user-already-registered": "known",
  "email-already-in-use": "known",
};

const sentencesAt = (provider: string): Partial<Record<SignInCode, string>> => ({
  "popup-blocked": accountMessages.keepPopupOpen,
  "popup-closed-by-user": accountMessages.keepPopupOpen,
  "email-domain-not-allowed": accountMessages.useCollegeEmail,
  "user-already-registered": accountMessages.alreadyRegistered,
  "email-already-in-use": accountMessages.alreadyRegistered,
  "network-request-failed": accountMessages.noConnection,
  "too-many-requests": accountMessages.tooManySignIns,
  "unauthorized-domain": accountMessages.signInNotSetUp(provider),
  "wrong-password": accountMessages.loginFailedAt(provider),
  "user-not-found": accountMessages.loginFailedAt(provider),
  "sign-in-cancelled": accountMessages.loginFailedAt(provider),
});

/** Reads `/login?error=…`. */
export function returnedFailure(code: string, provider: string): SignInFailure {
  const known = code in errors ? (code as SignInCode) : "internal";
  return signInFailure(new SignInError(known), provider);
}

/** The message can be shown (R465 to R467, R496 to R503). */
export function signInFailure(error: unknown, provider: string): SignInFailure {
  const code = codeOf(error);
  const fields =
    error instanceof ApiError && error.errors.length > 0 ? { fields: error.errors } : {};
  return {
    kind: kinds[code] ?? "refused",
    code,
    message: sentencesAt(provider)[code] ?? sentenceOf(error, provider),
    ...fields,
  };
}

export function suspensionOf(error: unknown): SuspensionDetails | undefined {
  if (error instanceof ApiError || error instanceof SessionOver) return error.suspension;
  if (!(error instanceof SignInError) || error.code !== "account-suspended") return undefined;
  return error.until ? { until: error.until } : {};
}

function codeOf(error: unknown): SignInCode {
  if (error instanceof SignInError) return error.code;
  if (error instanceof SessionOver) return error.code ?? "missing-session";
  if (error instanceof ApiError) {
    if (error.message.includes(accountMessages.userAlreadyRegistered))
      return "user-already-registered";
    if (error.code === "no-answer") return "network-request-failed";
    if (error.code === "invalid-answer") return "internal";
    return error.code === "rate-limited" ? "too-many-requests" : error.code;
  }
  const isNetwork =
    error instanceof TypeError || (error instanceof DOMException && error.name === "TimeoutError");
  return isNetwork ? "network-request-failed" : "internal";
}

function sentenceOf(error: unknown, provider: string): string {
  if (error instanceof SignInError)
    return ownSentence(error.code) ?? accountMessages.loginFailedAt(provider);
  if (error instanceof SessionOver && error.code !== "missing-session" && error.message !== "")
    return error.message;
  if (error instanceof ApiError && error.status > 0 && error.status < 500 && error.status !== 401)
    return error.message;
  return accountMessages.loginFailed;
}

function ownSentence(code: SignInCode): string | undefined {
  const row = Object.entries(errors).find(([name]) => name === code)?.[1];
  return row !== undefined && row.status < 500 ? row.message : undefined;
}
