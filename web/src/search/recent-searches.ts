import { createStored } from "../browser/stored.ts";

const most = 5;

/** The last searches on this device; signing out deletes them. */
export const recentSearches = createStored("searches", (stored): readonly string[] =>
  Array.isArray(stored) ? stored.filter((text) => typeof text === "string") : [],
);

export function rememberSearch(text: string): void {
  const others = recentSearches.get().filter((other) => other.toLowerCase() !== text.toLowerCase());
  recentSearches.set([text, ...others].slice(0, most));
}
