/** The cursor inside `<address>; rel="next"` (RFC 8288). */
export function nextPage(headers: Headers): string | undefined {
  const address = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(headers.get("link") ?? "")?.[1];
  const query = new URLSearchParams(address?.split("?")[1]);
  return query.get("cursor") ?? undefined;
}
