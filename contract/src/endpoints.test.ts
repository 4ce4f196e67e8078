import { expect, it } from "vitest";
import { idRefusals } from "./endpoint.ts";
import { endpoints } from "./endpoints.ts";

it("has a refusal for every path parameter that is an id; only the receipt is text", () => {
  const parameters = Object.values(endpoints).flatMap(({ path }) =>
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
  );
  expect(new Set(parameters)).toEqual(new Set([...Object.keys(idRefusals), "receipt"]));
});
