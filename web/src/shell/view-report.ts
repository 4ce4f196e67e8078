import { endpoints } from "@market/contract/endpoints";
import type { PageView } from "@market/contract/views";

type Asked = { doNotTrack?: string | null; globalPrivacyControl?: boolean };

/**
 * Sends a page view to our own counter, or to the Plausible-compatible address in its place (Q08).
 * Nobody is reported who asks not to be; what becomes of the report is nobody's concern.
 */
export function sendView(view: PageView, analyticsUrl: string | undefined): void {
  const { doNotTrack, globalPrivacyControl } = navigator as Asked;
  if (doNotTrack === "1" || globalPrivacyControl === true) return;
  const { address, type, body } =
    analyticsUrl === undefined ? ownReport(view) : plausibleEvent(view, analyticsUrl);
  fetch(address, {
    method: "POST",
    keepalive: true,
    credentials: "omit",
    headers: { "content-type": type },
    body: JSON.stringify(body),
  }).catch(() => undefined);
}

function ownReport(view: PageView) {
  return { address: endpoints.countView.path, type: "application/json", body: view };
}

/** The type is one that needs no question beforehand across origins; Plausible reads the body as JSON all the same. */
function plausibleEvent({ page, referrer }: PageView, address: string) {
  const body = {
    name: "pageview",
    domain: location.hostname,
    url: location.origin + page,
    referrer: referrer && `https://${referrer}`,
  };
  return { address, type: "text/plain", body };
}
