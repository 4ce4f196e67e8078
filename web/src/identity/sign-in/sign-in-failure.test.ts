import { describe, expect, it } from "vitest";
import { ApiError } from "../../api/api-error.ts";
import { SignInError, type SignInCode } from "./provider.ts";
import * as failures from "./sign-in-failure.ts";
import { SessionOver } from "../session.ts";

const refusal = (status: number, code: ApiError["code"], message: string) =>
  new ApiError(message, { status, code });

const signInFailure = (error: unknown, provider = "Google") =>
  failures.signInFailure(error, provider);
const returnedFailure = (code: string) => failures.returnedFailure(code, "Google");

describe("a sign-in that failed", () => {
  it.each<[string, SignInCode, string, string]>([
    ["R500", "popup-closed-by-user", "quiet", "Please don't block/close the pop-up window."],
    ["R501", "popup-blocked", "blocked", "Please don't block/close the pop-up window."],
    [
      "R502",
      "network-request-failed",
      "refused",
      "No connection. Please check your network and try again.",
    ],
    [
      "R499",
      "too-many-requests",
      "refused",
      "Too many attempts. Please wait a minute and try again.",
    ],
    [
      "R503",
      "unauthorized-domain",
      "refused",
      "Google does not let you log in from this address. Please write to support.",
    ],
    ["R497", "wrong-password", "refused", "Google Login failed. Please try again."],
    ["R498", "user-not-found", "refused", "Google Login failed. Please try again."],
    ["R496", "email-already-in-use", "known", "You are already registered. Redirecting to login."],
    ["R464", "email-domain-not-allowed", "denied", "Use your college email to continue."],
    ["R467", "identity-provider-unavailable", "refused", "Google Login failed. Please try again."],
    [
      "R465",
      "invalid-state",
      "refused",
      "Logging in was not started here, or took too long. Please try again.",
    ],
  ])("%s %s", (_, code, kind, message) => {
    expect(signInFailure(new SignInError(code))).toEqual({ kind, code, message });
  });

  it("R463 is known by what the backend's message contains (Q66)", () => {
    expect(
      signInFailure(refusal(409, "internal", "Error: User already registered.")),
    ).toMatchObject({ kind: "known" });
  });

  it("R466 in the backend, without a reason that helps, is a failed login", () => {
    const sentence = "Login failed. Please try again.";
    expect(
      signInFailure(refusal(500, "internal", "Something went wrong on our side.")).message,
    ).toBe(sentence);
    expect(signInFailure(new SessionOver()).message).toBe(sentence);
    expect(signInFailure(new Error("boom")).message).toBe(sentence);
  });

  it("R367 says that the answer was unreadable", () => {
    const sentence = "Invalid JSON response from backend.";
    expect(signInFailure(refusal(200, "invalid-answer", sentence)).message).toBe(sentence);
  });

  it("shows the server's reason where it has one", () => {
    expect(signInFailure(refusal(403, "account-suspended", "Suspended.")).message).toBe(
      "Suspended.",
    );
    expect(
      signInFailure(refusal(422, "invalid-phone", "Invalid phone number format for India")).message,
    ).toBe("Invalid phone number format for India");
  });

  it("R502 is recognised when no answer arrived or it took too long", () => {
    for (const error of [
      new TypeError("Failed to fetch"),
      new DOMException("too long", "TimeoutError"),
      refusal(0, "no-answer", ""),
    ]) {
      expect(signInFailure(error).code).toBe("network-request-failed");
    }
  });

  it("R715 names the provider that the operator names", () => {
    expect(signInFailure(new SignInError("sign-in-cancelled"), "Campus ID").message).toBe(
      "Campus ID Login failed. Please try again.",
    );
    expect(signInFailure(new SignInError("unauthorized-domain"), "Campus ID").message).toBe(
      "Campus ID does not let you log in from this address. Please write to support.",
    );
  });

  it("reads the code of the address that the provider's way back leads to, and no invented one", () => {
    expect(returnedFailure("email-domain-not-allowed").kind).toBe("denied");
    expect(returnedFailure("<b>")).toMatchObject({
      kind: "refused",
      message: "Google Login failed. Please try again.",
    });
  });
});
