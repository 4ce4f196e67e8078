import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from "node:crypto";
import type { JWK } from "jose";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../ids.ts";
import { createAttemptSeal } from "./attempt.ts";
import { deriveKey } from "../secrets.ts";
import { openSignInTest, type SignInTest } from "./testing.ts";

const encode = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
const now = () => Math.floor(Date.now() / 1000);

describe("a bearer token", () => {
  let test: SignInTest;
  let valid: string;
  let header: Record<string, unknown>;
  let claims: Record<string, unknown>;
  let ourKey: KeyObject;
  let publicKey: JWK;

  beforeAll(async () => {
    test = await openSignInTest();
    valid = await test.tokenOf("asha@cgu.example");
    [header = {}, claims = {}] = valid
      .split(".", 2)
      .map((part) => JSON.parse(Buffer.from(part, "base64url").toString()));
    const [row] = await test.db.query<{ privateKey: string; publicKey: JWK }>(sql`
      select private_key as "privateKey", public_key as "publicKey" from signing_keys`);
    publicKey = row?.publicKey ?? {};
    ourKey = await importPrivate(JSON.parse(row?.privateKey ?? "{}"));
  });
  afterAll(() => test.close());

  async function importPrivate(jwk: JWK): Promise<KeyObject> {
    const { createPrivateKey } = await import("node:crypto");
    return createPrivateKey({ key: jwk, format: "jwk" });
  }

  const signed = (head: unknown, body: unknown, key = ourKey) => {
    const text = `${encode(head)}.${encode(body)}`;
    return `${text}.${sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
  };
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

  it("R420 opens the door, and one that we sign by hand does too", async () => {
    expect((await answerTo(`Bearer ${valid}`)).body.code).toBe("user-not-registered");
    expect((await answerTo(`bearer ${signed(header, claims)}`)).body.code).toBe(
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

  it("is refused with alg none, or signed with our public key as a secret", async () => {
    for (const alg of ["none", "None", "NONE", ""]) {
      await expectForged(`${encode({ ...header, alg })}.${encode(claims)}.`);
      await expectForged(`${encode({ ...header, alg })}.${encode(claims)}.${valid.split(".")[2]}`);
    }
    const pem = createPublicKey({ key: publicKey, format: "jwk" });
    const secrets = [
      pem.export({ type: "spki", format: "pem" }),
      pem.export({ type: "spki", format: "der" }),
      JSON.stringify(publicKey),
      String(publicKey.x),
    ];
    for (const secret of secrets) {
      const text = `${encode({ ...header, alg: "HS256" })}.${encode(claims)}`;
      await expectForged(
        `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`,
      );
    }
  });

  it("is refused when somebody else's key signed it, whatever the header says of keys", async () => {
    const stranger = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const jwk = stranger.publicKey.export({ format: "jwk" });
    const heads = [
      header,
      { ...header, kid: "unknown" },
      { alg: "ES256", typ: "JWT" },
      { ...header, jwk },
      { ...header, jku: "http://127.0.0.1:3171/jwks.json" },
      { ...header, x5u: "http://127.0.0.1:3171/chain.pem" },
      {
        ...header,
        x5c: [stranger.publicKey.export({ type: "spki", format: "der" }).toString("base64")],
      },
      { ...header, kid: "../../../../dev/null" },
      { ...header, kid: "' or 1=1 --" },
    ];
    for (const head of heads) await expectForged(signed(head, claims, stranger.privateKey));
  });

  it("is refused with any header but the one that we write, even under our own signature", async () => {
    const heads = [
      { ...header, alg: "ES384" },
      { ...header, alg: "RS256" },
      { ...header, typ: "at+jwt" },
      { alg: "ES256", kid: header["kid"] },
      { ...header, crit: ["exp"] },
      { ...header, crit: ["b64"], b64: false },
      { ...header, zip: "DEF" },
      { ...header, cty: "JWT" },
      { kid: header["kid"], typ: "JWT", alg: "ES256" },
    ];
    for (const head of heads) await expectForged(signed(head, claims));
    await expectForged(
      signed(`{"alg":"ES256","alg":"none","typ":"JWT","kid":"${header["kid"]}"}`, claims),
    );
  });

  it.each([
    ["expired", () => ({ iat: now() - 3700, exp: now() - 60 })],
    ["issued in the future", () => ({ iat: now() + 600, exp: now() + 4200 })],
    ["not valid yet", () => ({ nbf: now() + 600 })],
    ["valid for longer than an hour", () => ({ iat: now() - 7200, exp: now() + 3600 })],
    ["without an end", () => ({ exp: undefined })],
    ["with an end in words", () => ({ exp: String(now() + 3600) })],
    ["with a negative end", () => ({ exp: -1 })],
    ["without a beginning", () => ({ iat: undefined })],
    ["of another issuer", () => ({ iss: "http://127.0.0.1:3170" })],
    ["of our issuer with a slash", () => ({ iss: "http://localhost:3170/" })],
    ["of no issuer", () => ({ iss: undefined })],
    ["for another audience", () => ({ aud: "another-client" })],
    ["for no audience", () => ({ aud: undefined })],
    ["for a number", () => ({ aud: 7 })],
    ["without a subject", () => ({ sub: undefined })],
    ["with an empty subject", () => ({ sub: "" })],
    ["with a numeric subject", () => ({ sub: 7 })],
    ["with a long subject", () => ({ sub: "x".repeat(300) })],
    ["of an unknown identity", () => ({ sub: newId() })],
    ["without a session", () => ({ sid: undefined })],
    ["of an unknown session", () => ({ sid: newId() })],
  ])("is refused when it is %s, even under our own signature", async (_what, change) => {
    await expectForged(signed(header, { ...claims, ...change() }));
  });

  it("is refused as JSON serialisation, as a nested or encrypted one, or as something else altogether", async () => {
    const [head = "", body = "", signature = ""] = valid.split(".");
    const others = [
      JSON.stringify({ protected: head, payload: body, signature }),
      `${head}.${body}`,
      `${valid}.`,
      `${valid}.${signature}`,
      `${head}.${encode("x")}.${encode("y")}.${encode("z")}.${signature}`,
      signed(header, encode(valid)),
      signed(header, "not json"),
      signed(header, "null"),
      signed(header, "[]"),
      `${head}..${signature}`,
      ".",
      "..",
      "null",
      "undefined",
    ];
    for (const other of others) await expectForged(other.replaceAll(" ", ""));
  });

  it("is refused when any one of its characters is another", async () => {
    for (let place = 0; place < valid.length; place++) {
      const other = valid[place] === "A" ? "B" : "A";
      const { status, body } = await answerTo(
        `Bearer ${valid.slice(0, place)}${other}${valid.slice(place + 1)}`,
      );
      expect([place, status, body.code]).toEqual([place, 401, "invalid-token"]);
    }
  });

  it("A15 is refused in any other spelling of the same bytes", async () => {
    const [head = "", body = "", signature = ""] = valid.split(".");
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const last = alphabet.indexOf(signature.at(-1) ?? "");
    const sameBytes = [...alphabet].filter(
      (_, index) => index >> 4 === last >> 4 && index !== last,
    );
    for (const letter of sameBytes)
      await expectForged(`${head}.${body}.${signature.slice(0, -1)}${letter}`);
    expect(sameBytes).toHaveLength(15);
    for (const spelling of [
      `${valid}=`,
      `${valid}==`,
      `${head}=.${body}.${signature}`,
      `${head}.${body}\t.${signature}`,
    ]) {
      await expectForged(spelling);
    }
    await expectForged(valid.replaceAll("-", "+").replaceAll("_", "/").concat("=="));
  });

  it("is refused when it is the provider's own", async () => {
    const browser = test.browser();
    const callback = await browser.signInUntilCallback("asha@cgu.example");
    const cookie = browser.cookies.find(({ name }) => name.startsWith("sign-in-"));
    const attempt = createAttemptSeal(
      deriveKey(test.identity.applicationKey, "sign-in cookies"),
    ).open(cookie?.value);
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
          code_verifier: attempt?.verifier ?? "",
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
