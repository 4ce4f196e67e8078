/** The cursor inside `<address>; rel="next"` (RFC 8288). */
export const nextPage = (headers: Headers): string | undefined =>
  /[?&]cursor=([\w-]+)/.exec(headers.get("link") ?? "")?.[1];
