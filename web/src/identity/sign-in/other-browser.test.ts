import { describe, expect, it } from "vitest";
import { wayOut } from "./other-browser.ts";

const android =
  "Mozilla/5.0 (Linux; Android 14; Redmi Note 12; wv) AppleWebKit/537.36 Version/4.0 Chrome/125.0 Mobile Instagram 334.0";
const iphone = (version: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${version} like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 334.0`;

describe("the way from an in-app browser to the phone's own (Q45)", () => {
  it("is an intent for the default browser on Android, with the page itself to fall back on", () => {
    expect(wayOut(android, "https://market.cgu.example/item/1?from=story&x=a;b")).toEqual({
      system: "android",
      link: "intent://market.cgu.example/item/1?from=story&x=a;b#Intent;scheme=https;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;S.browser_fallback_url=https%3A%2F%2Fmarket.cgu.example%2Fitem%2F1%3Ffrom%3Dstory%26x%3Da%3Bb;end",
    });
  });

  it("cannot be turned into another intent by a fragment", () => {
    const { link } = wayOut(android, "https://market.cgu.example/buy#Intent;package=evil;end");
    expect(link).toMatch(/^intent:\/\/market\.cgu\.example\/buy#Intent;scheme=https;/);
  });

  it("keeps the port and the plain scheme of a trial", () => {
    expect(wayOut(android, "http://localhost:3000/login").link).toMatch(
      /^intent:\/\/localhost:3000\/login#Intent;scheme=http;/,
    );
  });

  it("is Safari's scheme on an iPhone that knows it", () => {
    expect(wayOut(iphone("17_5"), "https://market.cgu.example/login")).toEqual({
      system: "ios",
      link: "x-safari-https://market.cgu.example/login",
    });
  });

  it("is only words on an older iPhone, and elsewhere", () => {
    expect(wayOut(iphone("16_2"), "https://market.cgu.example/login")).toEqual({ system: "ios" });
    expect(wayOut("Mozilla/5.0 (iPhone) [LinkedInApp]", "https://a.example/")).toEqual({
      system: "ios",
    });
    expect(wayOut("Mozilla/5.0 (Windows) FBAN", "https://a.example/")).toEqual({ system: "other" });
  });
});
