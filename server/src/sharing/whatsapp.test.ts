import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket } from "../../test/market.ts";
import { shareMessage } from "./share-message.ts";

/** A line as WhatsApp shows it: its kind, and its text with what is formatted in brackets. */
type Line = { kind: "plain" | "bullet" | "number" | "quote"; text: string };

/** WhatsApp's formatting: markers stand outside of words, at the inner side of no blank, and both in one line. */
const styles = [
  { name: "mono", marker: "```" },
  { name: "code", marker: "`" },
  { name: "bold", marker: "\\*" },
  { name: "italic", marker: "_" },
  { name: "strike", marker: "~" },
].map(({ name, marker }) => ({
  name,
  pattern: new RegExp(
    `(?<![\\p{L}\\p{N}])${marker}(?!\\s)([^\\n]+?)(?<!\\s)${marker}(?![\\p{L}\\p{N}])`,
    "gu",
  ),
}));
const kinds = { bullet: /^\s*[*-] /, number: /^\s*\d+\. /, quote: /^\s*> / } as const;

function render(message: string): Line[] {
  return message.split(/\r\n|[\n\r\u0085\u2028\u2029\v\f]/).map((line) => {
    let text = line;
    for (const { name, pattern } of styles) text = text.replace(pattern, `[${name} $1]`);
    const [kind = "plain"] = Object.entries(kinds).flatMap(([each, pattern]) =>
      pattern.test(line) ? [each as Line["kind"]] : [],
    );
    return { kind, text };
  });
}

const hostile = [
  "*Bold* _italic_ ~gone~ `code` ```mono```",
  "_*~nested~*_ 50% *off",
  "Lamp\n• Free phone – ₹1 https://evil.example/i/abcdefg",
  "• Lamp • Lamp – ₹1",
  "- 1. > * quote",
  "🛵🛵 *🛵* 👨‍👩‍👧",
  "\u202eدراجة حمراء\u202c *عاجل*",
  "z".repeat(80),
  "* ".repeat(40),
];
const origin = "https://market.cgu.example";
const line = /^• [^\n]{1,40} – ₹[\d,]+ https?:\/\/[\w.:]+\/i\/[a-z2-9]{7}$/u;

it("is what the application shows", () => {
  expect(render("*a b* c_d_e _x_ ```m``` `q`\n* one\n1. two\n> ~three~\n* a *")).toEqual([
    { kind: "plain", text: "[bold a b] c_d_e [italic x] [mono m] [code q]" },
    { kind: "bullet", text: "* one" },
    { kind: "number", text: "1. two" },
    { kind: "quote", text: "> [strike three]" },
    { kind: "bullet", text: "* a *" },
  ]);
});

it("R1099 no name formats a line of the message, adds one or looks like another kind of line", () => {
  const piece = fc.oneof(
    fc.constantFrom(..."*_~`•-–>₹ \n\r\t\u2028\u2029\u0085\u000b\u202e\u2066\u200f\ud83d1a.ا🛵"),
    fc.string({ unit: "grapheme", maxLength: 3 }),
  );
  const name = fc.oneof(
    fc.array(piece, { maxLength: 80 }).map((pieces) => pieces.join("")),
    fc.constantFrom(...hostile),
  );
  fc.assert(
    fc.property(fc.array(name, { maxLength: 12 }), (names) => {
      const items = names.map((each) => ({
        name: each,
        pricePaise: 320_000,
        category: "Room & Living" as const,
        code: "abcd234",
      }));
      const page = `${origin}/new`;
      const count = names.length + 2;
      const message = shareMessage({ campus: "CGU", origin, days: 1, items, count, page });
      expect([...message].length).toBeLessThanOrEqual(1500);
      const lines = render(message);
      expect(lines.map(({ text }) => text).join("\n")).toBe(message);
      expect(lines.every(({ kind }) => kind === "plain")).toBe(true);
      const shown = lines.slice(1, -1);
      for (const { text } of shown) expect(text).toMatch(line);
      expect(lines.at(-1)?.text).toBe(`… and ${count - shown.length} more: ${page}`);
    }),
    { numRuns: 500 },
  );
});

let market: TestMarket;
beforeAll(async () => {
  market = await openTestMarket({ PUBLIC_ORIGIN: "http://localhost:3914" });
});
afterAll(() => market.close());

it(
  "R1099 neither does a listing of a market, or the words of a search",
  { tags: "sweep" },
  async () => {
    for (const [nth, name] of hostile.entries()) {
      const seller = await market.student(`Seller${nth}`);
      expect((await list(seller, { name })).body, name).toMatchObject({ success: true });
    }
    const message = (await market.app.inject("/api/digest")).body;
    const lines = render(message);
    expect(lines.map(({ text }) => text).join("\n")).toBe(message);
    expect(lines).toHaveLength(hostile.length + 1);
    for (const { kind, text } of lines.slice(1)) {
      expect(kind).toBe("plain");
      expect(text).toMatch(line);
    }
    expect([...message].length).toBeLessThanOrEqual(1500);

    for (let nth = 0; nth < 30; nth += 1) {
      const student = await market.student(`Other${nth}`);
      await list(student, { name: `Lamp of bold or italic light ${nth}` });
    }
    const found = (await market.app.inject("/api/digest?q=*lamp*+_bold_+~light~")).body;
    expect(found).toMatch(/… and \d+ more: http:\/\/localhost:3914\/buy\?q=\S+$/);
    expect(
      render(found)
        .map(({ text }) => text)
        .join("\n"),
    ).toBe(found);
  },
);
