import { checkProduct, type ProductDraft } from "@market/contract/products/product-form";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cycle, formOf } from "../listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../market.ts";

let market: TestMarket;
let asha: TestStudent;
let path: string;

beforeAll(async () => {
  market = await openTestMarket({ LIMITS_NEW_LISTINGS_PER_DAY: "100" });
  asha = await market.student("Asha");
  const { body } = await asha.call("POST", "/api/products/create", { form: await formOf(cycle) });
  path = `/api/products/${body.product._id}`;
});
afterAll(() => market.close());

const missing = "Please fill in all fields and upload at least one image.";
const long = (most: number) => `Please use at most ${most} characters.`;
/** A field, the typed text, and the messages of the sell and the edit form. */
const wrong: [field: keyof ProductDraft, typed: string, sell: string, edit: string][] = [
  ["name", " \u200b ", missing, "Product name is required"],
  ["name", "n".repeat(101), long(100), long(100)],
  ["price", " ", missing, "Price is required"],
  ["price", "0", "Price must be greater than zero.", "Price must be greater than zero."],
  ["price", "-1", "Price must be greater than zero.", "Price must be greater than zero."],
  ["price", "-0.5", "Price must be greater than zero.", "Price must be greater than zero."],
  ["price", "cheap", "Price must be greater than zero.", "Price must be a number"],
  ["price", "1000001", "The highest price is ₹10,00,000.", "The highest price is ₹10,00,000."],
  ["description", "\n", missing, "Description is required"],
  ["description", "d".repeat(2001), long(2000), long(2000)],
  ["address", "", missing, "Address is required"],
  ["address", "a".repeat(201), long(200), long(200)],
  ["locationType", "", missing, "Location type is required"],
  ["category", "", missing, "Category is required"],
  ["condition", "", missing, "Condition is required"],
];

describe("a product form", () => {
  it.each(wrong)(
    "D03 refuses the %s %j with the form's own sentence",
    async (field, typed, sell, edit) => {
      const forms = [
        ["sell", "POST", "/api/products/create", sell],
        ["edit", "PUT", path, edit],
      ] as const;
      for (const [form, method, url, sentence] of forms) {
        const fields = { ...cycle, [field]: typed };
        const { status, body } = await asha.call(method, url, { form: await formOf(fields) });
        expect([status, body.message]).toEqual([422, sentence]);
        expect(body.errors).toEqual([{ field, message: sentence }]);
        const shown = checkProduct(form, fields, 1).faults?.map(({ message }) => message);
        expect(shown).toEqual([sentence]);
      }
    },
  );

  it.each([
    ["category", "Cars"],
    ["condition", "Broken"],
    ["locationType", "Mars"],
  ])("D03 refuses the unknown %s %s, selling and editing", async (field, value) => {
    for (const [method, url] of [
      ["POST", "/api/products/create"],
      ["PUT", path],
    ] as const) {
      const form = await formOf({ ...cycle, [field]: value });
      const { status, body } = await asha.call(method, url, { form });
      expect([status, body.code, body.errors[0].field]).toEqual([422, "invalid-enum", field]);
    }
  });
});

describe("every other choice", () => {
  it.each([
    ["country", { country: "Atlantis" }, "invalid-enum"],
    ["semester", { semester: "9th Semester" }, "invalid-semester"],
    ["course", { course: " " }, "invalid-course"],
    ["phone", { phone: "+915123456789" }, "invalid-phone"],
  ])("D03 refuses an unknown or wrong %s at registration", async (_, change, code) => {
    const newcomer = await market.student(`New-${code}`, { registered: false });
    const whole = {
      phone: "+919812345670",
      course: "B.Tech",
      semester: "3rd Semester",
      country: "India",
    };
    const { status, body } = await newcomer.call("POST", "/api/auth/google-register", {
      json: { ...whole, ...change },
    });
    expect([status, body.code]).toEqual([422, code]);
    expect((await newcomer.get("/api/auth/profile")).status).toBe(403);
  });

  it.each([
    "category=Cars",
    "condition=Broken",
    "locationType=Mars",
    "priceRange=1-2",
    "sort=cheapest",
  ])("D03 refuses a list by the unknown filter %s", async (query) => {
    const { status, body } = await market.stranger.get(`/api/products/filter?${query}`);
    expect([status, body.code]).toEqual([400, "invalid-filter"]);
  });
});
