import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { openTestMarket } from "../../test/market.ts";
import { loadConfig } from "../config/config.ts";
import { campusOf, outsideOf } from "./campus.ts";
import { contentSecurityPolicy } from "../http/headers.ts";

const connectOf = (environment: Record<string, string>) =>
  /connect-src ([^;]*)/.exec(contentSecurityPolicy([], outsideOf(loadConfig(environment))))?.[1];

const production = {
  PUBLIC_ORIGIN: "https://market.college.edu",
  OIDC_ISSUER: "http://127.0.0.1:9",
  OIDC_CLIENT_ID: "id",
  OIDC_CLIENT_SECRET: "secret",
  COLLEGE_EMAIL_SUFFIX: "@college.edu",
  CONTACT_EMAIL: "help@college.edu",
};

describe("the outside links of the footer", () => {
  it("R079 R080 R083 are examples at the demo campus where nothing is set", () => {
    const { links } = campusOf(loadConfig({ SOCIAL_CHAT: "https://chat.college.edu/market" }));
    expect(Object.values(links).map((address) => new URL(address).hostname)).toEqual([
      "instagram.example",
      "linkedin.example",
      "chat.college.edu",
      "careers.example",
      "issues.example",
    ]);
  });

  it("Q06 in production an unset one is not shown, and check-config names it", () => {
    const set = { ...production, SOCIAL_LINKEDIN: "https://linkedin.com/company/cgu" };
    const { links } = campusOf(loadConfig(set));
    expect(links).toEqual({ linkedin: "https://linkedin.com/company/cgu" });
    const shown = spawnSync(process.execPath, ["server/src/market/market.ts", "check-config"], {
      env: set,
      encoding: "utf8",
    });
    expect(shown.stdout).toContain(
      "Not shown in the footer while unset: SOCIAL_INSTAGRAM, SOCIAL_CHAT, CAREERS_URL, ISSUES_CHAT_URL\n",
    );
  });
});

describe("outside services", () => {
  it("R457 the policy lets the browser reach the address of the token sync, and no other", () => {
    expect(connectOf({})).toBe("'self'");
    expect(connectOf({ TOKEN_SYNC_URL: "/sync" })).toBe("'self'");
    expect(connectOf({ TOKEN_SYNC_URL: "https://tokens.college.edu/sync?a=1" })).toBe(
      "'self' https://tokens.college.edu",
    );
    expect(
      connectOf({
        TOKEN_SYNC_URL: "https://outside.example/sync",
        ANALYTICS_URL: "https://outside.example/api/event",
      }),
    ).toBe("'self' https://outside.example");
  });

  it("R457 the browser receives the address only when there is one", () => {
    expect(campusOf(loadConfig({})).tokenSyncUrl).toBeUndefined();
    expect(campusOf(loadConfig({ TOKEN_SYNC_URL: "/sync" })).tokenSyncUrl).toBe("/sync");
  });
});

describe("the provider's name", () => {
  it.each(["/login", "/register", "/how-it-works", "/privacy"])(
    "R715 is the operator's on %s",
    async (path) => {
      const market = await openTestMarket({ ...production, OIDC_NAME: "Campus ID" });
      try {
        const { body } = await market.app.inject({ url: path });
        expect(body).toMatch(/Campus ID/);
        expect(body).not.toContain("Google");
      } finally {
        await market.close();
      }
    },
  );
});
