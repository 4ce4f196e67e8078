import type { endpoints } from "@market/contract/endpoints";
import type { ErrorCode } from "@market/contract/errors";
import { popupClosedGrace } from "@market/contract/limits";

/** What can go wrong between the click and the provider's answer, in the provider's words (R496 to R503). */
export type ProviderCode =
  | "popup-closed-by-user"
  | "popup-blocked"
  | "cancelled-popup-request"
  | "network-request-failed"
  | "too-many-requests"
  | "unauthorized-domain"
  | "email-already-in-use"
  | "wrong-password"
  | "user-not-found";
export type SignInCode = ProviderCode | ErrorCode;

/** A sign-in that did not come about. */
export class SignInError extends Error {
  override name = "SignInError";
  readonly code: SignInCode;

  constructor(code: SignInCode, message: string = code) {
    super(message);
    this.code = code;
  }
}

/** What the popup says when it is done, over the channel and to its opener. */
type Answer = { type: typeof channelName; attempt: string; ok: boolean; code?: SignInCode };

const startPath = "/api/auth/start" satisfies (typeof endpoints)["startSignIn"]["path"];
const channelName = "campus-marketplace:sign-in";
const pollInterval = 500;
const windowSize = { width: 480, height: 640 };

let supersede: (() => void) | undefined;

/**
 * Opens Google's window. Must be called in the click itself, or the browser blocks it.
 * The promise stays open after `idle` was called: a window that the provider has cut off from us
 * looks closed while the student is still typing, so a late answer counts.
 * @param idle called 8 s after the window was seen closed without an answer (R540)
 * @throws SignInError popup-blocked, cancelled-popup-request when a newer window was opened, or the answer's code
 */
export function openProvider(idle: () => void): Promise<void> {
  const attempt = crypto.randomUUID();
  const popup = window.open(startAddress("popup", attempt), channelName, windowFeatures());
  if (popup === null) return Promise.reject(new SignInError("popup-blocked"));
  supersede?.();

  return new Promise<void>((resolve, reject) => {
    const channel = new BroadcastChannel(channelName);
    const poll = setInterval(() => {
      if (!popup.closed) return;
      clearInterval(poll);
      grace = setTimeout(idle, popupClosedGrace * 1000);
    }, pollInterval);
    let grace: ReturnType<typeof setTimeout> | undefined;

    const stop = () => {
      clearInterval(poll);
      clearTimeout(grace);
      channel.close();
      removeEventListener("message", hear);
      supersede = undefined;
    };
    const settle = (answer: unknown) => {
      if (!isAnswer(answer) || answer.attempt !== attempt) return;
      stop();
      if (answer.ok) resolve();
      else reject(new SignInError(answer.code ?? "internal"));
    };
    const hear = (event: MessageEvent) => {
      if (event.origin === location.origin) settle(event.data);
    };
    channel.onmessage = (event) => settle(event.data);
    addEventListener("message", hear);
    supersede = () => {
      stop();
      reject(new SignInError("cancelled-popup-request"));
    };
  });
}

/** Goes to the provider in this tab; the way back leads to the home page. */
export function goToProvider(): void {
  location.assign(startAddress("redirect"));
}

/** Installed apps and the browsers inside other apps have no usable second window. */
export function needsRedirect(): boolean {
  return matchMedia("(display-mode: standalone)").matches || isInAppBrowser(navigator.userAgent);
}

/** Whether the page was opened inside Instagram, Facebook, LinkedIn and the like. */
export function isInAppBrowser(userAgent: string): boolean {
  return /Instagram|FBAN|FBAV|FB_IAB|LinkedInApp|Snapchat|Twitter|; wv\)/.test(userAgent);
}

function startAddress(mode: "popup" | "redirect", attempt?: string): string {
  return `${startPath}?${new URLSearchParams({ mode, ...(attempt !== undefined && { attempt }) })}`;
}

function windowFeatures(): string {
  const { width, height } = windowSize;
  const left = Math.round(screenX + (outerWidth - width) / 2);
  const top = Math.round(screenY + (outerHeight - height) / 2);
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}

function isAnswer(data: unknown): data is Answer {
  return (
    typeof data === "object" &&
    data !== null &&
    "type" in data &&
    data.type === channelName &&
    "attempt" in data
  );
}
