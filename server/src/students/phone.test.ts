import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestMarket, type TestMarket } from "../../test/market.ts";

describe("the phone of a registration", () => {
  let market: TestMarket;
  let people = 0;
  beforeAll(async () => {
    market = await openTestMarket();
  });
  afterAll(() => market.close());

  const register = async (country: string, phone: string) => {
    const person = await market.student(`caller${++people}`, { registered: false });
    const json = { phone, country, course: "B.Tech CSE", semester: "5th Semester" };
    return person.call("POST", "/api/auth/google-register", { json });
  };

  it.each([
    ["R385", "India", "+91 9876543210", "+919876543210"],
    ["R383", "India", "+91\u00a098765\t432 10", "+919876543210"],
    ["R385", "India", "919876543210", "+919876543210"],
    ["R386", "Nepal", "+9779812345678", "+9779812345678"],
    ["R387", "USA", "+12025550123", "+12025550123"],
    ["R388", "UK", "+447700900123", "+447700900123"],
    ["R389", "Bangladesh", "+8801712345678", "+8801712345678"],
    ["R390", "Germany", "+491512345678", "+491512345678"],
    ["R391", "Australia", "+61412345678", "+61412345678"],
    ["R392", "France", "+33612345678", "+33612345678"],
    ["R393", "Japan", "+81312345678", "+81312345678"],
    ["R393", "Japan", "+819012345678", "+819012345678"],
    ["R394", "Other", "+7 495 123", "+7495123"],
  ])("%s stores the number of %s: %s", async (_, country, phone, stored) => {
    const { status, body } = await register(country, phone);
    expect([status, body.user?.phone]).toEqual([201, stored]);
  });

  it.each([
    ["R385", "India", "+915123456789"],
    ["R385", "India", "+91987654321"],
    ["R385", "India", "+9198765432100"],
    ["R385", "India", "+91٩٨٧٦٥٤٣٢١٠"],
    ["R385", "India", "+91９８７６５４３２１０"],
    ["R385", "India", "+91+919876543210"],
    ["R385", "India", "+919876543210;ext=1"],
    ["R385", "India", "+91abcdefghij"],
    ["R386", "Nepal", "+977981234567"],
    ["R387", "USA", "+1202555012"],
    ["R388", "UK", "+4477009001234"],
    ["R389", "Bangladesh", "+880171234567"],
    ["R392", "France", "+3361234567"],
    ["R391", "Australia", "+6141234567"],
    ["R393", "Japan", "+8131234567"],
    ["R390", "Germany", "+4915123456789"],
    ["R394", "Other", " "],
    ["R394", "Other", `+${"1".repeat(30)}`],
  ])("%s R384 D14 refuses for %s: %s", async (_, country, phone) => {
    const { status, body } = await register(country, phone);
    expect([status, body.code, body.message]).toEqual([
      422,
      "invalid-phone",
      `Invalid phone number format for ${country}`,
    ]);
    expect(body.errors).toEqual([
      { field: "phone", message: `Invalid phone number format for ${country}` },
    ]);
  });

  it("B09 refuses the code of another country", async () => {
    const { status, body } = await register("India", "+19876543210");
    expect([status, body.code]).toEqual([422, "country-code-mismatch"]);
  });
});
