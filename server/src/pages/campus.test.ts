import { describe, expect, it } from "vitest";
import { loadConfig } from "../config.ts";
import { campusOf, outsideOf } from "./campus.ts";
import { contentSecurityPolicy } from "./headers.ts";

const connectOf = (environment: Record<string, string>) =>
  /connect-src ([^;]*)/.exec(
    contentSecurityPolicy("sha256-x", outsideOf(loadConfig(environment))),
  )?.[1];

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

  it("R457 the browser is told of the address only when there is one", () => {
    expect(campusOf(loadConfig({})).tokenSyncUrl).toBeUndefined();
    expect(campusOf(loadConfig({ TOKEN_SYNC_URL: "/sync" })).tokenSyncUrl).toBe("/sync");
  });
});
