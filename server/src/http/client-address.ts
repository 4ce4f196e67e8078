import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Bytes of an IPv6 address that a provider gives to one customer: /64. */
const networkBytes = 8;

/**
 * Whom a request counts for when nobody is known: the first address that no trusted proxy stands for, from our
 * end. Addresses of one IPv6 /64 are one, because whoever has one of them has all.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const own = request.socket.remoteAddress ?? "";
  const forwarded = request.headers["x-forwarded-for"];
  if (trustedProxies === 0 || forwarded === undefined) return networkOf(own) ?? own;
  const hops = [own, ...String(forwarded).split(",").reverse()];
  const hop = hops[Math.min(trustedProxies, hops.length - 1)] ?? own;
  return networkOf(hop.trim()) ?? networkOf(own) ?? own;
}

/** @returns undefined for text that is no address; some proxies write the port behind it */
function networkOf(text: string): string | undefined {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  if (isIP(bare) === 0) return undefined;
  const address = ipaddr.process(bare);
  if (address.kind() === "ipv4") return address.toString();
  return `${Buffer.from(address.toByteArray().slice(0, networkBytes)).toString("hex")}/64`;
}
