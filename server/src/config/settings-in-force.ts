import type { Config, Source } from "./config.ts";
import { settings, type SettingName } from "./settings.ts";

/** `value` is empty when there is none, and null when it is a secret. */
export type SettingInForce = { name: string; value: string | null; source: Source };

const secretNames = /SECRET|PASSWORD|TOKEN$|_KEY(_|$)/;
const openQueries = new Set(["host", "port", "endpoint", "region", "sslmode"]);
const mask = "***";

export function listSettings(config: Config): SettingInForce[] {
  return (Object.keys(settings) as SettingName[]).map((name) => ({
    name,
    value: describe(name, config[name]),
    source: config.sources[name],
  }));
}

function describe(name: SettingName, value: Config[SettingName]): string | null {
  if (value === undefined) return "";
  if (secretNames.test(name)) return null;
  if (typeof value === "boolean") return value ? "on" : "off";
  if (!Array.isArray(value)) return withoutSecrets(String(value));
  return value.map((entry) => withoutSecrets(String(entry)) ?? mask).join(", ");
}

/** Masks what may be a secret in an address or a path. @returns null for an address that cannot be taken apart */
function withoutSecrets(text: string): string | null {
  if (text.includes("://")) return maskAddress(text);
  return text.startsWith("/") ? text.replace(/[?#].*$/s, `?${mask}`) : text;
}

export const describeAddress = (text: string): string =>
  text.includes("://")
    ? (maskAddress(text) ?? `${text.slice(0, text.indexOf(":"))}://${mask}`)
    : text;

/** Masks the name, which some services take a token for, the password, and unknown parts of the query. */
function maskAddress(address: string): string | null {
  const url = URL.parse(address);
  if (url === null) return null;
  const parts = [...url.searchParams];
  // An @ further on may be the end of a password that has a slash in it.
  const unknown = parts.filter(([key]) => !openQueries.has(key)).flat();
  if (/@/.test([url.pathname, url.hash, ...unknown].join(""))) return null;
  if (url.password !== "") url.password = mask;
  if (url.username !== "") url.username = mask;
  const shown = parts
    .filter(([key]) => openQueries.has(key))
    .map(([key, part]) => `${key}=${maskPart(part)}`);
  if (unknown.length > 0) shown.push(mask);
  url.search = "";
  url.hash = "";
  const base = url.href.replace(/\/$/, "");
  return shown.length === 0 ? base : `${base}?${shown.join("&")}`;
}

/** Masks a part of a query that may be an address, also without its scheme or encoded twice. */
const maskPart = (part: string): string =>
  (!part.includes("://") && /[@%]/.test(part) ? null : withoutSecrets(part)) ?? mask;
