import { checkProduct } from "@market/contract/products/product-form";
import { describe, expect, it } from "vitest";
import { faultsOnScreen, whyNotReady } from "./readiness.ts";

const cycle = {
  name: "Hero Sprint cycle",
  price: "3500",
  description: "Two years old, new tyres.",
  address: "Hostel 5",
  locationType: "On-Campus",
  category: "Mobility & Transport",
  condition: "Used - Good",
};
const why = (change: Partial<typeof cycle>, photos = 1) =>
  whyNotReady(checkProduct("sell", { ...cycle, ...change }, photos).faults ?? []);

describe("why a form is not ready", () => {
  it("names what is missing in the order of the screen", () => {
    expect(why({ price: "" }, 0)).toBe("Add a photo and a price");
    expect(why({ price: "", category: "", address: " " })).toBe(
      "Add a price, a category, and an address",
    );
  });

  it("stays short when nearly everything is missing", () => {
    expect(whyNotReady(checkProduct("sell", {}, 0).faults ?? [])).toBe(
      "Add a photo, a name, and 6 more",
    );
  });

  it.each([
    ["R369", "name"],
    ["R370", "price"],
    ["R371", "description"],
    ["R372", "locationType"],
    ["R373", "address"],
    ["R374", "category"],
    ["R375", "condition"],
    ["R376", "images"],
  ])("%s refuses the form without %s, and says the one sentence first", (_, field) => {
    const photos = field === "images" ? 0 : 1;
    const { faults } = checkProduct("sell", { ...cycle, [field]: " " }, photos);
    expect(faults).toHaveLength(1);
    expect(faults?.[0]).toMatchObject({
      field,
      message: "Please fill in all fields and upload at least one image.",
    });
  });

  it("R378 says what is wrong when nothing is missing", () => {
    expect(why({ price: "0" })).toBe("Price must be greater than zero.");
  });

  it("R406 says on submit that there are more than five photos, in each form's words", () => {
    const faultOf = (form: "sell" | "edit") =>
      checkProduct(form, cycle, 6).faults?.map(({ message }) => message);
    expect(faultOf("sell")).toEqual(["You can upload a maximum of 5 images."]);
    expect(faultOf("edit")).toEqual(["Maximum 5 images allowed (you have 6)"]);
    expect(checkProduct("sell", cycle, 5).faults).toBeUndefined();
  });

  it("is silent when the form is ready", () => {
    expect(why({})).toBeUndefined();
  });
});

describe("what is written under the fields", () => {
  it("names each field, from the top of the screen down", () => {
    const fields = { ...cycle, name: "", price: "0", address: "" };
    const faults = checkProduct("sell", fields, 0).faults ?? [];
    expect(faults[0]?.message).toBe("Please fill in all fields and upload at least one image.");
    expect(faultsOnScreen(faults, fields, 0)).toEqual([
      { field: "images", message: "Please upload at least one image" },
      { field: "name", message: "Product name is required" },
      { field: "price", message: "Price must be greater than zero." },
      { field: "address", message: "Address is required" },
    ]);
  });
});
