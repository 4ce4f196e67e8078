import { expect, it } from "vitest";
import { nextPage } from "./next-page.ts";

it.each([
  [`</api/products/filter?limit=24&cursor=0199.250.0.1.a-_b>; rel="next"`, "0199.250.0.1.a-_b"],
  [
    `</api/notices?limit=24&cursor=01994e50-0000-7000-8000-000000000000>; rel=next`,
    "01994e50-0000-7000-8000-000000000000",
  ],
  [`</api/notices?cursor=a%2Bb>; title="x"; rel="next"`, "a+b"],
  [`</api/notices?cursor=first>; rel="prev", </api/notices?cursor=last>; rel="next"`, "last"],
  [`</api/notices?cursor=first>; rel="prev"`, undefined],
  [`</api/notices>; rel="next"`, undefined],
  ["", undefined],
])("reads the next page's cursor from Link %s", (link, cursor) => {
  expect(nextPage(new Headers({ link }))).toBe(cursor);
});

it("reads no cursor where there is no Link", () => {
  expect(nextPage(new Headers())).toBeUndefined();
});
