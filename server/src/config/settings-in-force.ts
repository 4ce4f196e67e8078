import type { Config, Source } from "./config.ts";
import { settings, type SettingName } from "./settings.ts";

/** `value` is empty when there is none, and null when it is a secret. */
export type SettingInForce = { name: string; value: string | null; source: Source };

const secretNames = /SECRET|PASSWORD|TOKEN$|_KEY(_|$)/;
/** Parts of an address's query that contain no password. */
const openQueries = new Set(["host", "port", "endpoint", "region", "sslmode"]);
const mask = "***";

/** Lists the settings with which this process runs, without secrets. */
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
  if (Array.isArray(value)) return value.join(", ");
  const text = String(value);
  return text.includes("://") ? withoutSecrets(text) : text;
}

/** Masks the password and unknown parts of the query. @returns null for an address that cannot be taken apart */
function withoutSecrets(address: string): string | null {
  const url = URL.parse(address);
  // An @ further on may be the end of a password that has a slash in it.
  if (url === null || /@/.test(url.pathname + url.search + url.hash)) return null;
  if (url.password !== "") url.password = mask;
  if (url.username !== "" && /^https?:$/.test(url.protocol)) url.username = mask;
  const open = new URLSearchParams();
  for (const [key, part] of url.searchParams) open.append(key, openQueries.has(key) ? part : mask);
  url.search = open.toString();
  url.hash = "";
  return url.href.replace(/\/$/, "");
}
