import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestMarket, type TestMarket } from "../test/market.ts";

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
    ["India", "+91 9876543210", "+919876543210"],
    ["India", "+91\u00a098765\t432 10", "+919876543210"],
    ["India", "919876543210", "+919876543210"],
    ["Nepal", "+9779812345678", "+9779812345678"],
    ["USA", "+12025550123", "+12025550123"],
    ["UK", "+447700900123", "+447700900123"],
    ["Bangladesh", "+8801712345678", "+8801712345678"],
    ["Germany", "+491512345678", "+491512345678"],
    ["Australia", "+61412345678", "+61412345678"],
    ["France", "+33612345678", "+33612345678"],
    ["Japan", "+81312345678", "+81312345678"],
    ["Japan", "+819012345678", "+819012345678"],
    ["Other", "+7 495 123", "+7495123"],
  ])("R283 R383 to R394 stores the number of %s: %s", async (country, phone, stored) => {
    const { status, body } = await register(country, phone);
    expect([status, body.user?.phone]).toEqual([201, stored]);
  });

  it.each([
    ["India", "+915123456789"],
    ["India", "+91987654321"],
    ["India", "+9198765432100"],
    ["India", "+91٩٨٧٦٥٤٣٢١٠"],
    ["India", "+91９８７６５４３２１０"],
    ["India", "+91+919876543210"],
    ["India", "+919876543210;ext=1"],
    ["India", "+91abcdefghij"],
    ["Nepal", "+977981234567"],
    ["USA", "+1202555012"],
    ["UK", "+4477009001234"],
    ["Australia", "+6141234567"],
    ["Japan", "+8131234567"],
    ["Germany", "+4915123456789"],
    ["Other", " "],
    ["Other", `+${"1".repeat(30)}`],
  ])("R384 D14 B04 B06 refuses for %s: %s", async (country, phone) => {
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
