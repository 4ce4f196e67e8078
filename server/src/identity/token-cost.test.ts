import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSignInTest, type SignInTest } from "../../test/identity.ts";

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("a forged token costs little, and", () => {
  let test: SignInTest;
  let valid: string;
  let header: Record<string, unknown>;
  let claims: Record<string, unknown>;

  beforeAll(async () => {
    test = await openSignInTest();
    valid = await test.tokenOf("asha@cgu.example");
    [header = {}, claims = {}] = valid
      .split(".", 2)
      .map((part) => JSON.parse(Buffer.from(part, "base64url").toString()));
  });
  afterAll(() => test.close());

  it("is refused unread when it is huge", async () => {
    const huge = `${encode({ ...header, pad: "x".repeat(6000) })}.${encode(claims)}.${valid.split(".")[2]}`;
    const started = performance.now();
    const answer = await test.client(huge).call("POST", "/api/auth/google-login");
    expect([answer.status, answer.body.code]).toEqual([401, "invalid-token"]);
    expect(performance.now() - started).toBeLessThan(200);
  });

  it("is refused ten thousand times over, and costs at most one reading of the keys a second", async () => {
    const { identity } = await test.anotherProcess();
    const [head = "", body = "", signature = ""] = valid.split(".");
    const forge = (time: number) =>
      time % 2
        ? `${encode({ ...header, kid: `${time}` })}.${body}.${signature}`
        : `${head}.${encode({ ...claims, time })}.${signature}`;
    let accepted = 0;
    let readings = 0;
    const startedAt = performance.now();
    const { query } = identity.db;
    identity.db.query = (statement) => {
      if (statement.text.includes("from signing_keys")) readings++;
      return query(statement);
    };
    try {
      for (let hundred = 0; hundred < 100; hundred++) {
        const forged = Array.from({ length: 100 }, (_, place) => forge(hundred * 100 + place));
        const answers = await Promise.allSettled(
          forged.map((token) => identity.tokens.verify(token)),
        );
        accepted += answers.filter(({ status }) => status === "fulfilled").length;
      }
    } finally {
      identity.db.query = query;
    }
    expect(accepted).toBe(0);
    const seconds = (performance.now() - startedAt) / 1000;
    expect(readings).toBeLessThanOrEqual(1 + Math.ceil(seconds));
    expect(await identity.tokens.verify(valid)).toMatchObject({
      identityId: claims["sub"],
      sessionId: claims["sid"],
    });
  });
});
