import { perTab } from "./storage.ts";

/** The session storage key of the page that the guard kept somebody from (Q12). */
const wantedKey = "wanted-page";

/** Keeps an address of this site, `/path?search`, for after the sign-in. */
export function rememberWantedPage(address: string): void {
  if (isOwnAddress(address)) perTab.write(wantedKey, address);
}

/** The page that somebody wanted before signing in; only ever an address of this site. */
export function wantedPage(): string | undefined {
  const address = perTab.read(wantedKey);
  return address !== undefined && isOwnAddress(address) ? address : undefined;
}

/** The page was reached, or is no longer wanted. */
export function forgetWantedPage(): void {
  perTab.remove(wantedKey);
}

function isOwnAddress(address: string): boolean {
  const { origin } = location;
  try {
    return address.startsWith("/") && new URL(address, origin).origin === origin;
  } catch {
    return false;
  }
}
