import { writeCookie } from "./cookie.ts";

/** https://developer.mozilla.org/docs/Web/API/BeforeInstallPromptEvent: Chromium alone has it. */
export type Installation = { prompt: () => Promise<unknown> };

/** Survives the sign-out, so that the offer is made once. */
const offeredCookie = "install-offered";
const year = 31_536_000;

let possible: Installation | undefined;

/** Holds back the browser's install prompt until the app shows it. */
export function watchInstallation(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    possible = event as Event & Installation;
  });
}

/** Returns what installs the app, once in this browser. */
export function offerInstallation(): Installation | undefined {
  if (!possible || document.cookie.includes(`${offeredCookie}=`)) return undefined;
  writeCookie(offeredCookie, "yes", year);
  return possible;
}
