/** Which way leads from the browser inside another app to the phone's own. */
export type WayOut =
  | { system: "android"; link: string }
  | { system: "ios"; link?: string }
  | { system: "other"; link?: undefined };

/** From this version on iOS hands such links over to Safari. */
const iosWithSafariLinks = 17;

/**
 * The way to the same page in the phone's own browser. Android takes an `intent:` address without a
 * package to the default browser, and back to the page itself where there is none
 * (https://developer.chrome.com/docs/android/intents); iOS has its own scheme for Safari.
 * @param address absolute, of this site
 */
export function wayOut(userAgent: string, address: string): WayOut {
  const { protocol, host, pathname, search } = new URL(address);
  const place = host + pathname + search;
  if (/Android/.test(userAgent)) {
    const parts = [
      `intent://${place}#Intent`,
      `scheme=${protocol.slice(0, -1)}`,
      "action=android.intent.action.VIEW",
      "category=android.intent.category.BROWSABLE",
      `S.browser_fallback_url=${encodeURIComponent(address)}`,
      "end",
    ];
    return { system: "android", link: parts.join(";") };
  }
  const [, version] = /(?:iPhone|iPad|iPod).* OS (\d+)_/.exec(userAgent) ?? [];
  if (version === undefined) {
    return /iPhone|iPad|iPod/.test(userAgent) ? { system: "ios" } : { system: "other" };
  }
  return Number(version) >= iosWithSafariLinks
    ? { system: "ios", link: `x-safari-${protocol}//${place}` }
    : { system: "ios" };
}
