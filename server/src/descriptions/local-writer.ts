import { createHash } from "node:crypto";
import { maxLength } from "@market/contract/limits";
import { cleanText } from "@market/contract/text";

type Wish = { title: string; features: readonly string[] };

const openings = [
  (title: string) => `${title}, looking for its next owner on campus.`,
  (title: string) => `Selling my ${title}.`,
  (title: string) => `${title} for sale.`,
];
const listings = [
  (features: string) => `What you get: ${features}.`,
  (features: string) => `Good to know: ${features}.`,
  (features: string) => `The details: ${features}.`,
];
const closings = [
  "Have a look at it on campus before you decide.",
  "Message me to see it first, then decide.",
  "Come and see it on campus any evening.",
];

export function writeLocally({ title, features }: Wish): string {
  const seed = createHash("sha256")
    .update(JSON.stringify([title, features]))
    .digest();
  const pick = <T>(choices: readonly T[], n: number) =>
    choices[(seed[n] ?? 0) % choices.length] as T;
  const name = tidy(title);
  const said = features.map(tidy).filter((feature) => feature !== "");
  const sentences = [
    pick(openings, 0)(name),
    ...(said.length > 0 ? [pick(listings, 1)(enumerate(said))] : []),
    pick(closings, 2),
  ];
  return sentences.join(" ").slice(0, maxLength.description);
}

const tidy = (text: string) => cleanText(text).replace(/[.\s]+$/, "");

const enumerate = (items: readonly string[]) => new Intl.ListFormat("en-IN").format(items);
