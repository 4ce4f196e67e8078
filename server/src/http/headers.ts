import type { IncomingMessage } from "node:http";

/** How often a header was sent: Node keeps one of several, and a proxy may have judged another. */
export function countHeader({ rawHeaders }: IncomingMessage, name: string): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at] ?? "";
    if (sent.length === name.length && sent.toLowerCase() === name) count++;
  }
  return count;
}
