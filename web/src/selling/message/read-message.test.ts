import { describe, expect, it } from "vitest";
import { readMessage } from "./read-message.ts";

const today = new Date("2026-04-20T12:00:00+05:30");
const read = (text: string) => readMessage(text, today);
const one = (text: string) => {
  const drafts = read(text);
  expect(drafts).toHaveLength(1);
  return drafts[0];
};

describe("a message about one item", () => {
  it("R1070 becomes its name, price, category, condition, place and what is said besides", () => {
    expect(
      one("Selling Hero Sprint cycle, 21 gears, good condition, Rs. 3,500 nego. Pickup Hostel 4"),
    ).toMatchObject({
      name: "Hero Sprint cycle",
      price: 3500,
      category: "Mobility & Transport",
      condition: "Used - Good",
      locationType: "On-Campus",
      address: "Hostel 4",
      negotiable: true,
      removed: [],
    });
  });

  it.each([
    ["Table fan ₹600", 600],
    ["Table fan Rs 600/-", 600],
    ["Table fan 1.2k", 1200],
    ["Table fan 2,500 only", 2500],
    ["Table fan, MRP 4000, asking 2500", 2500],
    ["Table fan bought for 1800, selling at 900", 900],
    ["Table fan 1500 me liya tha, 700 me de dunga", 700],
    ["Laptop 8gb ram 512gb ssd 32k", 32_000],
  ])("R1070 %s costs %i", (text, price) => expect(one(text)?.price).toBe(price));

  it.each([
    ["Kettle 400, ekdum naya", "New"],
    ["Kettle 400, thoda use kiya", "Used - Good"],
    ["Kettle 400, like new", "Like New"],
    ["Kettle 400, one scratch on the lid", "Used - Acceptable"],
    ["Kettle 400", undefined],
  ])("R1070 %s is %s", (text, condition) => expect(one(text)?.condition).toBe(condition));

  it("R1070 has a day of availability on the campus, if it is to come and not far ahead", () => {
    expect(one("Mattress 900, available from 12 may")?.availableFrom).toBe("2026-05-12");
    expect(one("Mattress 900, available from 12 march")?.availableFrom).toBeUndefined();
  });

  it("R1070 leaves open what it does not say", () => {
    expect(one("Table fan 600")).toEqual({
      name: "Table fan",
      price: 600,
      category: "Room & Living",
      description: "Table fan 600",
      removed: [],
    });
  });
});

describe("a list", () => {
  it.each([
    ["Table fan 600\nStudy table 1200\nBucket 80", ["Table fan", "Study table", "Bucket"]],
    ["1. Table fan - 600\n2. Study table - 1200", ["Table fan", "Study table"]],
    ["• Table fan ₹600\n• Study table ₹1,200", ["Table fan", "Study table"]],
    ["Table fan 600, study table 1200, bucket 80", ["Table fan", "study table", "bucket"]],
    [
      "[12/11/26, 9:41 PM] Asha: Table fan 600\n[12/11/26, 9:42 PM] Asha: Study table 1200",
      ["Table fan", "Study table"],
    ],
  ])("R1071 is split into its items: %j", (text, names) => {
    expect(read(text).map(({ name }) => name)).toEqual(names);
    expect(read(text).map(({ price }) => price)).toEqual([600, 1200, 80].slice(0, names.length));
  });
});

describe("numbers, addresses and links", () => {
  it.each([
    ["9876543210", "phone"],
    ["98765 43210", "phone"],
    ["+91 98765-43210", "phone"],
    ["nau aath saat chhe paanch 43210", "phone"],
    ["asha@example.com", "email"],
    ["asha@okbank", "upi"],
    ["https://wa.me/919876543210", "link"],
    ["example.com/item/5", "link"],
  ])("R1072 are taken out and named: %s", (secret, kind) => {
    const draft = one(`Table fan 600, call ${secret}`);
    expect(draft?.removed).toContain(kind);
    const { removed: _removed, ...fields } = draft ?? { removed: [] };
    expect(JSON.stringify(fields).replaceAll(/[\s-]/g, "")).not.toContain(
      secret.replaceAll(/[\s-]/g, ""),
    );
  });

  it("R1072 are named once, in the item they stood beside", () => {
    const [fan, table] = read("Table fan 600 call 9876543210 or 9876543211\nStudy table 1200");
    expect([fan?.removed, table?.removed]).toEqual([["phone"], []]);
  });
});

describe("other texts", () => {
  it.each([
    ["Good morning everyone"],
    ["Is the table fan still available?"],
    ["Looking for a study table under 1000"],
    [""],
    ["\n\n\n"],
    ["₹₹₹ 600"],
  ])("R1073 %j offers nothing", (text) => expect(read(text)).toEqual([]));

  it.each([
    ["digits", "9".repeat(20_000)],
    ["dots", "a.".repeat(10_000)],
    ["signs", "a@".repeat(10_000)],
    ["a long word", "fan".repeat(7_000)],
    ["dots in a sentence", `Fan 600 ${".".repeat(20_000)} fan`],
    ["unpaired surrogates", "\uD83D 600 ".repeat(2_000)],
    ["a long list", "Table fan 600\n".repeat(1_400)],
  ])("R1073 are read to their end, and make no field too long: %s", (_what, text) => {
    for (const { name, description, price = 1 } of read(text)) {
      expect(name.length).toBeLessThanOrEqual(100);
      expect(description.length).toBeLessThanOrEqual(2000);
      expect(price >= 1 && price <= 1_000_000).toBe(true);
    }
  });
});
