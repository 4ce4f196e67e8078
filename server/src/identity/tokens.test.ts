import { createPrivateKey, type KeyObject } from "node:crypto";
import type { JWK } from "jose";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decryptState } from "./sign-in/authorization-request.ts";
import { deriveKey } from "../db/secrets.ts";
import { signToken } from "../../test/forgeries.ts";
import { openSignInTest, type SignInTest } from "../../test/identity.ts";

describe("a bearer token", () => {
  let test: SignInTest;
  let valid: string;
  let header: Record<string, unknown>;
  let claims: Record<string, unknown>;
  let ourKey: KeyObject;

  beforeAll(async () => {
    test = await openSignInTest();
    valid = await test.tokenOf("asha@cgu.example");
    [header = {}, claims = {}] = valid
      .split(".", 2)
      .map((part) => JSON.parse(Buffer.from(part, "base64url").toString()));
    const [row] = await test.db.query<{ privateKey: string }>(
      sql`select private_key as "privateKey" from signing_keys`,
    );
    ourKey = createPrivateKey({ key: JSON.parse(row?.privateKey ?? "{}") as JWK, format: "jwk" });
  });
  afterAll(() => test.close());

  const answerTo = async (authorization: string | undefined) => {
    const answer = await test.app.inject({
      method: "POST",
      url: "/api/auth/google-login",
      headers: authorization === undefined ? {} : { authorization },
    });
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  };
  const expectForged = async (token: string) => {
    const { status, body, headers } = await answerTo(`Bearer ${token}`);
    expect([status, body.code, body.message]).toEqual([
      401,
      "invalid-token",
      "Session expired. Please login again",
    ]);
    expect(headers["www-authenticate"]).toBe('Bearer error="invalid_token"');
  };

  it("R420 is accepted, and one that we sign by hand does too", async () => {
    expect((await answerTo(`Bearer ${valid}`)).body.code).toBe("user-not-registered");
    expect((await answerTo(`bearer ${signToken(header, claims, ourKey)}`)).body.code).toBe(
      "user-not-registered",
    );
    expect(header).toEqual({ alg: "ES256", typ: "JWT", kid: expect.any(String) });
    expect(claims).toEqual({
      iss: "http://localhost:3170",
      aud: "campus-marketplace",
      sub: expect.any(String),
      sid: expect.any(String),
      iat: expect.any(Number),
      exp: Number(claims["iat"]) + 3600,
    });
  });

  it("is missed where there is none, and refused where it is not one bearer token", async () => {
    for (const none of [undefined, ""]) {
      expect((await answerTo(none)).body).toMatchObject({
        status: 401,
        code: "missing-token",
        message: "User not logged in",
      });
    }
    for (const other of [
      valid,
      `Basic ${valid}`,
      `Token ${valid}`,
      `Bearer  ${valid}`,
      `Bearer ${valid} `.concat("x"),
      `Bearer ${valid}, Bearer ${valid}`,
      "Bearer",
      "Bearer ",
    ]) {
      const { status, body } = await answerTo(other);
      expect([other.length, status, body.code]).toEqual([other.length, 401, "invalid-token"]);
    }
    const inQuery = await test.app.inject({
      method: "POST",
      url: `/api/auth/google-login?token=${valid}&access_token=${valid}`,
    });
    expect(inQuery.json().code).toBe("missing-token");
  });

  it("is refused when it is the provider's own", async () => {
    const browser = test.browser();
    const callback = await browser.signInUntilCallback("asha@cgu.example");
    const cookie = browser.cookies.find(({ name }) => name.startsWith("sign-in-"));
    const key = deriveKey(test.identity.applicationKey, "sign-in cookies");
    const state = await decryptState(cookie?.value, key);
    const answer = await fetch(
      new URL("/token", `http://127.0.0.1:${test.config.DEVELOPMENT_PROVIDER_PORT}`),
      {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "authorization_code",
          code: callback.searchParams.get("code") ?? "",
          redirect_uri: "http://localhost:3170/api/auth/callback",
          client_id: "campus-marketplace",
          client_secret: "development",
          code_verifier: state?.verifier ?? "",
        }),
      },
    );
    const { id_token: idToken, access_token: accessToken } = (await answer.json()) as Record<
      string,
      string
    >;
    expect(idToken).toMatch(/^ey/);
    await expectForged(idToken ?? "");
    await expectForged(accessToken ?? "");
  });
});
