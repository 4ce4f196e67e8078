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

const local = new BlockList();
for (const [net, prefix] of [
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
] as const)
  local.addSubnet(net, prefix, "ipv4");
for (const [net, prefix] of [
  ["fc00::", 7],
  ["fe80::", 10],
] as const)
  local.addSubnet(net, prefix, "ipv6");

/** Whether it is a plain http address by number in a private network (RFC 1918, 3927, 4193), where no name leads from outside. */
export function isInLocalNetwork(address: string): boolean {
  const url = URL.parse(address);
  const host = url?.hostname.replace(/^\[|\]$/g, "") ?? "";
  const kind = isIP(host);
  return url?.protocol === "http:" && kind !== 0 && local.check(host, kind === 6 ? "ipv6" : "ipv4");
}

export const isLoopback = (address: string): boolean =>
  isLoopbackHost(URL.parse(address)?.host ?? "");
