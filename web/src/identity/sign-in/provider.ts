import type { endpoints } from "@market/contract/endpoints";
import type { ErrorCode } from "@market/contract/errors";
import { popupClosedGrace } from "@market/contract/limits";
import { needsFreshSignIn, settleFreshSignIn } from "../../api/fresh-sign-in.ts";

/** The failures of a sign-in (R496 to R503). */
export type SignInCode =
  | ErrorCode
  | "popup-closed-by-user"
  | "popup-blocked"
  | "cancelled-popup-request"
  | "network-request-failed"
  | "too-many-requests"
  | "unauthorized-domain"
  | "email-already-in-use"
  | "wrong-password"
  | "user-not-found";

export class SignInError extends Error {
  override name = "SignInError";
  readonly code: SignInCode;
  readonly until: string | undefined;

  constructor(code: SignInCode, until?: string) {
    super(code);
    this.code = code;
    this.until = until;
  }
}

type Answer = {
  type: typeof channelName;
  attempt: string;
  ok: boolean;
  code?: SignInCode;
  until?: string;
};

const startPath = "/api/auth/start" satisfies (typeof endpoints)["startSignIn"]["path"];
const channelName = "campus-marketplace:sign-in";
const pollInterval = 500;

let supersede: (() => void) | undefined;

/** Call it in the click. `idle`: 8 s after the popup closed (R540), but an isolated one looks closed and may still answer. @throws SignInError */
export function openProvider(idle: () => void): Promise<void> {
  const attempt = crypto.randomUUID();
  const popup = window.open(startUrl("popup", attempt), channelName, windowFeatures());
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
      removeEventListener("message", onMessage);
      supersede = undefined;
    };
    const settle = (answer: Partial<Answer> | null) => {
      if (answer?.type !== channelName || answer.attempt !== attempt) return;
      stop();
      if (answer.ok) {
        settleFreshSignIn();
        resolve();
      } else reject(new SignInError(answer.code ?? "internal", answer.until));
    };
    const onMessage = (event: MessageEvent) => {
      if (event.origin === location.origin) settle(event.data as Partial<Answer> | null);
    };
    channel.onmessage = (event) => settle(event.data as Partial<Answer> | null);
    addEventListener("message", onMessage);
    supersede = () => {
      stop();
      reject(new SignInError("cancelled-popup-request"));
    };
  });
}

export function goToProvider(): void {
  location.assign(startUrl("redirect"));
}

/** Installed apps and in-app browsers have no usable popup. */
export function needsRedirect(): boolean {
  return matchMedia("(display-mode: standalone)").matches || isInAppBrowser(navigator.userAgent);
}

/** Instagram, Facebook, LinkedIn and the like. */
export function isInAppBrowser(userAgent: string): boolean {
  return /Instagram|FBAN|FBAV|FB_IAB|LinkedInApp|Snapchat|Twitter|; wv\)/.test(userAgent);
}

function startUrl(mode: "popup" | "redirect", attempt?: string): string {
  const query = new URLSearchParams({ mode, ...(attempt !== undefined && { attempt }) });
  if (needsFreshSignIn()) query.set("fresh", "true");
  return `${startPath}?${query}`;
}

function windowFeatures(): string {
  const [width, height] = [480, 640];
  const left = Math.round(screenX + (outerWidth - width) / 2);
  const top = Math.round(screenY + (outerHeight - height) / 2);
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}
