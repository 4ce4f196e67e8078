import { describe, expect, it } from "vitest";
import { checkRegistration, codeOf } from "./registration.ts";

const asha = {
  country: "India",
  code: "",
  number: "9876543210",
  course: "B.Tech CSE",
  semester: "1st Semester",
};

describe("registration", () => {
  it.each([
    ["R283 R383", "phone", "+919876543210"],
    ["R284", "course", "B.Tech  CSE"],
    ["R285", "semester", "1st Semester"],
    ["R286", "country", "India"],
  ])("%s sends the %s", (_, field, value) => {
    const answers = { ...asha, number: " 98765 43210 ", course: "  B.Tech  CSE " };
    expect(checkRegistration(answers)).toHaveProperty(["value", field], value);
  });

  it.each([
    ["R385", "India", "+91", "6000000000"],
    ["R386", "Nepal", "+977", "9812345678"],
    ["R387", "USA", "+1", "2025550123"],
    ["R388", "UK", "+44", "7911123456"],
    ["R391", "Australia", "+61", "412345678"],
    ["R389", "Bangladesh", "+880", "1712345678"],
    ["R393", "Japan", "+81", "901234567"],
    ["R393", "Japan", "+81", "9012345678"],
    ["R392", "France", "+33", "612345678"],
    ["R390", "Germany", "+49", "1512345678"],
  ])("%s %s takes %s %s", (_, country, code, number) => {
    expect(codeOf({ ...asha, country })).toBe(code);
    expect(checkRegistration({ ...asha, country, number })).toMatchObject({
      value: { phone: code + number },
    });
  });

  it.each([
    ["India", "5876543210"],
    ["India", "987654321"],
    ["Nepal", "98123456789"],
    ["UK", "abc"],
    ["Australia", "4123456789"],
    ["France", ""],
    ["Japan", "12345678901"],
    ["Germany", "١٢٣٤٥٦٧٨٩٠"],
  ])("R384 %s refuses %j", (country, number) => {
    expect(checkRegistration({ ...asha, country, number })).toEqual({
      faults: { number: `Invalid phone number format for ${country}` },
    });
  });

  it.each([
    ["65", "91234567", "+6591234567"],
    ["+65", "9123 4567", "+6591234567"],
    ["971", "ask me", "+971askme"],
  ])("R394 Other takes anything with a typed code: %s %s", (code, number, phone) => {
    expect(checkRegistration({ ...asha, country: "Other", code, number })).toMatchObject({
      value: { phone },
    });
  });

  it("R384 R394 Other needs a number and a code", () => {
    expect(checkRegistration({ ...asha, country: "Other", code: "", number: " " })).toEqual({
      faults: {
        number: "Invalid phone number format for Other",
        code: "Please enter your country code",
      },
    });
  });

  it("Q25 needs a course of at most 80 characters, and names every fault together", () => {
    expect(checkRegistration({ ...asha, number: "", course: "\u200B " })).toEqual({
      faults: {
        number: "Invalid phone number format for India",
        course: "Please enter your course",
      },
    });
    expect(checkRegistration({ ...asha, course: "x".repeat(81) })).toEqual({
      faults: { course: "Please use at most 80 characters." },
    });
    expect(checkRegistration({ ...asha, course: "x".repeat(80) })).toHaveProperty("value");
  });
});
