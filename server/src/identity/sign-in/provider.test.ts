import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTPayload,
} from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AuthorizationRequest } from "./authorization-request.ts";
import { createIdentityProvider, type IdentityProvider } from "./provider.ts";

type Claims = JWTPayload & Record<string, unknown>;
const now = () => Math.floor(Date.now() / 1000);

/** A provider that answers whatever a test tells it to. */
describe("a provider's ID token", () => {
  let server: Server;
  let issuer: string;
  let key: CryptoKey;
  let publicKey: JWK;
  let provider: IdentityProvider;
  let request: AuthorizationRequest;
  let answer: (claims: Claims) => Promise<{ status?: number; body: unknown }>;
  /** The issuer that it names. */
  let name: string;

  beforeAll(async () => {
    const pair = await generateKeyPair("RS256", { extractable: true });
    key = pair.privateKey;
    publicKey = { ...(await exportJWK(pair.publicKey)), kid: "one", alg: "RS256", use: "sig" };
    server = createServer((request, response) => {
      void (async () => {
        const { status = 200, body } = await reply(request.url ?? "");
        response
          .writeHead(status, { "content-type": "application/json" })
          .end(JSON.stringify(body));
      })();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  beforeEach(() => {
    name = issuer;
    provider = createIdentityProvider({ ...client, issuer });
    request = { ...provider.newRequest(), mode: "popup", name: "a" };
    answer = async (claims) => idToken(await signed(claims));
  });

  const client = {
    clientId: "our-client",
    clientSecret: "our-secret",
    redirectUri: "http://localhost:3170/api/auth/callback",
    hostedDomain: undefined,
    prompt: "select_account" as const,
  };
  const truth = (): Claims => ({
    iss: name,
    aud: "our-client",
    sub: "person-1",
    iat: now(),
    exp: now() + 300,
    nonce: request.nonce,
    email: "asha@cgu.example",
    email_verified: true,
    hd: "cgu.example",
  });
  const signed = (claims: Claims, by: CryptoKey = key) =>
    new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "one" }).sign(by);
  const idToken = (token: string | undefined) => ({
    body: {
      access_token: "x",
      token_type: "Bearer",
      ...(token !== undefined && { id_token: token }),
    },
  });
  async function reply(path: string): Promise<{ status?: number; body: unknown }> {
    if (path.endsWith("/.well-known/openid-configuration")) {
      return {
        body: {
          issuer: name,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
        },
      };
    }
    return path === "/jwks" ? { body: { keys: [publicKey] } } : answer(truth());
  }
  const prove = () => provider.exchange(`?code=c&state=${request.state}`, request);
  const expectRefused = (code = "identity-provider-unavailable") =>
    expect(prove()).rejects.toMatchObject({ name: "Error", code });

  it("is accepted when everything in it is right", async () => {
    expect(await prove()).toEqual({
      subject: "person-1",
      email: "asha@cgu.example",
      emailVerified: true,
      hostedDomain: "cgu.example",
      name: undefined,
      picture: undefined,
    });
  });

  it("R821 is accepted from a provider whose name ends with a slash, although the setting has none", async () => {
    name = `${issuer}/application/o/market/`;
    provider = createIdentityProvider({ ...client, issuer: `${issuer}/application/o/market` });
    expect(await prove()).toMatchObject({ subject: "person-1" });
  });

  it.each<[string, Claims]>([
    ["is of another issuer", { iss: "https://accounts.google.com" }],
    ["is for another client", { aud: "another-client" }],
    ["answers another sign-in", { nonce: "another" }],
  ])("is refused when it %s", async (_what, change) => {
    answer = async (claims) => idToken(await signed({ ...claims, ...change }));
    await expectRefused("invalid-state");
  });

  it.each<[string, () => Claims]>([
    ["is for other clients too", () => ({ aud: ["our-client", "a-stranger"] })],
    ["was issued to another client", () => ({ azp: "another-client" })],
    ["has expired", () => ({ exp: now() - 120 })],
    ["is not valid yet", () => ({ nbf: now() + 120 })],
    ["was issued in the future", () => ({ iat: now() + 120 })],
    ["has no end", () => ({ exp: undefined })],
    ["has no time of issue", () => ({ iat: undefined })],
    ["has an end in words", () => ({ exp: String(now() + 300) as never })],
    ["has no subject", () => ({ sub: undefined })],
    ["has no nonce", () => ({ nonce: undefined })],
    ["has no audience", () => ({ aud: undefined })],
  ])("is refused when it %s", async (_what, change) => {
    answer = async (claims) => idToken(await signed({ ...claims, ...change() }));
    await expect(prove()).rejects.toMatchObject({
      code: expect.stringMatching(/^(identity-provider-unavailable|invalid-state)$/),
    });
  });

  it("is refused unsigned, signed with the shared secret, or by a foreign key, though the provider offers such", async () => {
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    answer = async (claims) => idToken(`${encode({ alg: "none" })}.${encode(claims)}.`);
    await expectRefused();
    answer = async (claims) => {
      const text = `${encode({ alg: "HS256" })}.${encode(claims)}`;
      return idToken(
        `${text}.${createHmac("sha256", "our-secret").update(text).digest("base64url")}`,
      );
    };
    await expectRefused();
    const stranger = await generateKeyPair("RS256");
    answer = async (claims) => idToken(await signed(claims, stranger.privateKey));
    await expectRefused();
  });

  it("is reported as missing when the provider sends none, fails, or sends something else", async () => {
    answer = async () => idToken(undefined);
    await expectRefused();
    answer = async () => ({ status: 500, body: {} });
    await expectRefused();
    answer = async () => ({ body: "nothing" });
    await expectRefused();
    answer = async () => ({ status: 400, body: { error: "invalid_client" } });
    await expectRefused();
  });

  it("is requested with the hosted domain, as a hint, when one is configured", async () => {
    const hosted = createIdentityProvider({ ...client, issuer, hostedDomain: "cgu.example" });
    expect((await hosted.authorizationUrl(request)).searchParams.get("hd")).toBe("cgu.example");
    expect((await provider.authorizationUrl(request)).searchParams.has("hd")).toBe(false);
  });

  it("R822 is requested with the password every time, when the provider has no account chooser", async () => {
    const strict = createIdentityProvider({ ...client, issuer, prompt: "login" });
    expect((await strict.authorizationUrl(request)).searchParams.get("prompt")).toBe("login");
  });

  it("is requested over plain http on this computer only", async () => {
    const remote = createIdentityProvider({ ...client, issuer: "http://provider.example" });
    await expect(remote.authorizationUrl(request)).rejects.toMatchObject({
      code: "identity-provider-unavailable",
      cause: { code: "OAUTH_HTTP_REQUEST_FORBIDDEN" },
    });
  });

  it("is requested again after the provider was down", async () => {
    let away = true;
    const flaky = createServer((request, response) => {
      if (away) return response.writeHead(503).end();
      const base = `http://${request.headers.host}`;
      return response.writeHead(200, { "content-type": "application/json" }).end(
        JSON.stringify({
          issuer: base,
          authorization_endpoint: `${base}/auth`,
          jwks_uri: `${base}/keys`,
        }),
      );
    });
    await new Promise<void>((resolve) => flaky.listen(0, "127.0.0.1", resolve));
    const recovering = createIdentityProvider({
      ...client,
      issuer: `http://127.0.0.1:${(flaky.address() as AddressInfo).port}`,
    });
    await expect(recovering.authorizationUrl(request)).rejects.toMatchObject({
      code: "identity-provider-unavailable",
    });
    away = false;
    expect((await recovering.authorizationUrl(request)).pathname).toBe("/auth");
    flaky.close();
    flaky.closeAllConnections();
  });
});
