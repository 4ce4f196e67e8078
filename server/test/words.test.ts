import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const folder = `${import.meta.dirname}/../../contract/src`;
const files = globSync(["**/*messages.ts", "pages/static-pages.ts", "errors.ts"], { cwd: folder });

/** The strings of a file that are sentences or labels. */
function sentencesOf(file: string): string[] {
  const source = readFileSync(`${folder}/${file}`, "utf8")
    .replaceAll(/\/\*.*?\*\//gs, "")
    .replaceAll(/^(import .*|\s*\/\/.*)$/gm, "")
    .replaceAll(/from "[^"]*"/g, "");
  return [...source.matchAll(/"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`/g)]
    .map(([, quoted, template]) => (quoted ?? template ?? "").replaceAll(/\$\{[^}]*\}/g, "…"))
    .filter((text) => /[A-Z]|[a-z] [a-z]/.test(text));
}
const all = (pattern: RegExp, isSkipped: (file: string) => boolean = () => false) =>
  files
    .filter((file) => !isSkipped(file))
    .flatMap((file) => sentencesOf(file).filter((text) => pattern.test(text)));

it("R1209 students read of items; the consent notice, moderators and operators speak of listings", () => {
  // The notice changes only with its version.
  const isForOthers = (file: string) =>
    /^(moderation\/moderators-|operations\/|rights\/messages)/.test(file);
  expect(all(/\b[Ll]istings?\b/, isForOthers).toSorted()).toEqual([
    // The specification's.
    "Browse Listings",
    "Browse Listings",
    "Error listing product",
    "Error listing product. Please try again.",
    // A verb.
    "Listing … of …",
    "My Listings",
  ]);
});

it("R1209 one logs in and out, and gets email", () => {
  expect(files.length).toBeGreaterThan(30);
  // The noun of the operators' statistics.
  expect(all(/\bsign(s|ed|ing)?[ -](in|out)s?\b|\be-mail|\blog-in/i)).toEqual(["Sign-ins"]);
  // The specification's.
  expect(all(/\blogins?\b/i).toSorted()).toEqual([
    "Login",
    "Login failed. Please try again.",
    "Login with …",
    "Please login to continue",
    "Session expired. Please login again",
    "You are already registered. Redirecting to login.",
    "… Login failed. Please try again.",
  ]);
});
