export type WayOut = { system: "android" | "ios" | "other"; link?: string };

const iosWithSafariLinks = 17;

/** Intents: https://developer.chrome.com/docs/android/intents. iOS 17 has its own scheme. */
export function wayOut(userAgent: string, address: string): WayOut {
  const { protocol, host, pathname, search } = new URL(address);
  const target = host + pathname + search;
  if (/Android/.test(userAgent)) {
    const parts = [
      `intent://${target}#Intent`,
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
    return { system: /iPhone|iPad|iPod/.test(userAgent) ? "ios" : "other" };
  }
  return Number(version) >= iosWithSafariLinks
    ? { system: "ios", link: `x-safari-${protocol}//${target}` }
    : { system: "ios" };
}
