import { expect, it } from "vitest";
import { plainName, shareMessage } from "./share-message.ts";

const item = (n: number, name = `Lamp ${n}`) => ({
  name,
  pricePaise: 12_000_000,
  category: "Room & Living" as const,
  code: "abcd234",
});
const message = (change: object = {}) =>
  shareMessage({
    campus: "CGU",
    origin: "https://market.cgu.example",
    days: 1,
    items: [item(1)],
    count: 1,
    page: "https://market.cgu.example/new",
    ...change,
  });

it("R1088 is a first line and a line for each item", () => {
  expect(message()).toBe(
    "CGU: 1 new item\n• Lamp 1 – ₹1,20,000 https://market.cgu.example/i/abcd234",
  );
  expect(message({ items: [], count: 0 })).toBe("CGU: no new items");
  expect(message({ days: 7, items: [item(1), item(2)], count: 12 }).split("\n")).toEqual([
    "CGU: 12 new items this week",
    "• Lamp 1 – ₹1,20,000 https://market.cgu.example/i/abcd234",
    "• Lamp 2 – ₹1,20,000 https://market.cgu.example/i/abcd234",
    "… and 10 more: https://market.cgu.example/new",
  ]);
});

it("R1088 has at most 1,500 code points, whatever the names", () => {
  const items = Array.from({ length: 60 }, (_, n) => item(n, "🛵".repeat(100)));
  const text = message({ items, count: 60 });
  expect([...text].length).toBeLessThanOrEqual(1500);
  expect([...text].length).toBeGreaterThan(1350);
  const lines = text.split("\n");
  expect(lines.at(-1)).toBe(
    `… and ${60 - (lines.length - 2)} more: https://market.cgu.example/new`,
  );
});

it("R1090 has the category instead of a name of which nothing is left", () => {
  expect(message({ items: [item(1, "*9876543210*")] })).toContain("• Room & Living – ₹1,20,000 ");
});

it.each([
  ["Lamp\n• Free phone – ₹1 https://evil.example/i/x", "Lamp • Free phone – ₹1"],
  ["Lamp\u2028\u0085\r\nlamp", "Lamp lamp"],
  ["*Big* _old_ ~lamp~ ```code```", "Big old lamp code"],
  ["\u202egpj.pmal\u202c \u2066x\u2069\u200e\u200f\u061c", "gpj.pmal x"],
  ["Call 98765 43210 now", "Call now"],
  ["Pay asha@okaxis or asha@cgu.ac.in", "Pay or"],
  ["See w*a.me/919876543210", "See"],
  ["98765 43210 98765 43210", ""],
  ["Pay asha_@_okaxis", "Pay"],
  ["wa\u202e.me/91987", ""],
  ["دراجة حمراء", "دراجة حمراء"],
  ["साइकिल 👨‍👩‍👧", "साइकिल 👨‍👩‍👧"],
  ["\ud83d lamp", "\ufffd lamp"],
  ["*_~`\u200b", ""],
  ["a".repeat(40), "a".repeat(40)],
  ["a".repeat(41), `${"a".repeat(39)}…`],
  ["🛵".repeat(41), `${"🛵".repeat(39)}…`],
])("R1090 makes %j a plain name", (name, plain) => {
  expect(plainName(name)).toBe(plain);
});
