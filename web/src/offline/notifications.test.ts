import { describe, expect, it } from "vitest";
import { openPage, readPush } from "./notifications.ts";

const origin = "https://market.cgu.example";

describe("a push", () => {
  it("R819 is what the market says, and something when it says nothing that can be read", () => {
    const said = { id: "1", title: "CGU Marketplace", text: "Cheaper now", path: "/item/1" };
    expect(readPush({ json: () => said })).toEqual(said);
    const usual = {
      id: "notice",
      title: "Notices",
      text: "You have a new notice.",
      path: "/notices",
    };
    const broken = () => {
      throw new SyntaxError("no JSON");
    };
    for (const data of [
      null,
      { json: broken },
      { json: () => null },
      { json: () => ({ ...said, path: 1 }) },
    ])
      expect(readPush(data)).toEqual(usual);
  });

  it.each([
    ["/item/1", "opens /item/1"],
    ["/profile#deals", "opens /profile#deals"],
    ["/notices", "shows /notices"],
    ["https://evil.example/", "shows /notices"],
    ["//evil.example/", "shows /notices"],
    ["/\\evil.example/", "shows /notices"],
    [undefined, "shows /notices"],
  ])("R819 that leads to %s %s when it is tapped", async (path, wanted) => {
    const done: string[] = [];
    const windows = {
      matchAll: async () =>
        ["/sell", "/notices"].map((at) => ({
          url: origin + at,
          focus: async () => void done.push(`shows ${at}`),
        })),
      openWindow: async (url: string) => void done.push(`opens ${url.replace(origin, "")}`),
    };
    await openPage(windows, path, origin);
    expect(done).toEqual([wanted]);
  });
});
