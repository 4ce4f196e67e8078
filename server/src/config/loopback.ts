import { BlockList, isIP } from "node:net";

const own = new BlockList();
own.addSubnet("127.0.0.0", 8, "ipv4");
own.addAddress("::1", "ipv6");

/** @param host as in a URL, a Host header or X-Forwarded-For: with or without port and brackets */
export function isLoopbackHost(host: string): boolean {
  const bare = isIP(host) === 6 ? `[${host}]` : host;
  const name = URL.parse(`http://${bare}`)?.hostname.replace(/^\[|\]$/g, "");
  if (name === undefined) return false;
  const kind = isIP(name);
  return kind === 0 ? name === "localhost" : own.check(name, kind === 6 ? "ipv6" : "ipv4");
}

export const isLoopback = (address: string): boolean =>
  isLoopbackHost(URL.parse(address)?.host ?? "");
