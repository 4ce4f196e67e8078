import { messageMost, messageNameMost } from "@market/contract/limits";
import { formatPrice } from "@market/contract/price";
import { contactPatterns } from "@market/contract/products/contact-patterns";
import * as messages from "@market/contract/sharing/messages";
import type { NewItem } from "./new-items.sql.ts";

type Message = {
  campus: string;
  origin: string;
  days: 1 | 7;
  /** Newest first; the first of `count`. */
  items: readonly Pick<NewItem, "name" | "pricePaise" | "category" | "code">[];
  count: number;
  page: string;
};

/** Writes the new items as a message for a chat: as many as fit, and the number of others. */
export function shareMessage({ campus, origin, days, items, count, page }: Message): string {
  const first = messages.newItems(campus, count, days);
  const lines = items.map(({ name, pricePaise, category, code }) =>
    messages.item(
      plainName(name) || category,
      formatPrice(pricePaise / 100),
      `${origin}/i/${code}`,
    ),
  );
  for (let shown = lines.length; ; shown -= 1) {
    const rest = count - shown;
    const end = rest > 0 ? [messages.more(rest, page)] : [];
    const message = [first, ...lines.slice(0, shown), ...end].join("\n");
    if (shown === 0 || lengthOf(message) <= messageMost) return message;
  }
}

/** Characters that chats read as formatting, and invisible ones except the joiners of emojis and Indian letters. */
const hidden = /[*_~`]|(?![\u200c\u200d])\p{Cf}/gu;
const blanks = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** A name that is one short piece of text, without contacts. @returns "" if nothing is left */
export function plainName(name: string): string {
  let plain = name.toWellFormed().replace(blanks, " ").replace(hidden, "");
  // After a contact is removed, the rest may contain another one; each round makes the name shorter.
  for (let before = ""; before !== plain;) {
    before = plain;
    for (const { pattern } of contactPatterns) plain = plain.replace(pattern, "");
    plain = plain.replace(blanks, " ").trim();
  }
  const points = [...plain];
  if (points.length <= messageNameMost) return plain;
  return `${points
    .slice(0, messageNameMost - 1)
    .join("")
    .trimEnd()}…`;
}

const lengthOf = (text: string): number => [...text].length;
