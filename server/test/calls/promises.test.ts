import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../src/db/ids.ts";
import { list } from "../listings.ts";
import { openTestMarket, type TestMarket } from "../market.ts";
import { routesOf } from "./routes.ts";

/** Guarantees of every endpoint. */
let market: TestMarket;
let logged = "";
beforeAll(async () => {
  market = await openTestMarket(
    { LOG_LEVEL: "trace" },
    { write: (line: string) => void (logged += line) },
  );
});
afterAll(() => market.close());

describe("headers", () => {
  it("D17 D18 every document carries the whole policy, and every answer the guards of its kind", async () => {
    const page = await market.stranger.get("/about");
    const policy = page.headers["content-security-policy"] ?? "";
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "img-src 'self' data: blob:",
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types market",
    ]) {
      expect(policy.split("; ")).toContain(rule);
    }
    expect(policy).toMatch(/style-src 'self' 'sha256-[\w+/=]+' 'sha256-[\w+/=]+'/);
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(page.headers["cross-origin-opener-policy"]).toBe("same-origin-allow-popups");
    for (const url of ["/about", "/api/products", "/api/nothing", "/healthz"]) {
      const { headers } = await market.stranger.get(url);
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "strict-origin-when-cross-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": expect.stringContaining("geolocation=()"),
      });
      expect(headers).not.toHaveProperty("access-control-allow-origin");
    }
  });

  it(
    "R894 every answer of every route has a content security policy",
    { tags: "sweep" },
    async () => {
      const student = await market.student("Policy");
      const { product } = (await list(student)).body;
      const [photo] = product.images;
      const routes = routesOf(market.app);
      expect(routes.length).toBeGreaterThan(80);
      const paths = [
        ...routes.map((route) => route.replaceAll(/:\w+/g, newId()).replace("*", "nothing")),
        ...routes.map((route) => route.replaceAll(/:\w+/g, "x").replace("*", "assets/nothing.js")),
        "/photos/nothing.webp",
        "/About/",
        "/service-worker.js",
        "/icon.svg",
        "/%",
        photo.url,
        `/item/${product._id}`,
        `/item/${product._id}/card.jpg`,
        `/avatars/${student.userId}`,
      ];
      const nothing = "default-src 'none'; frame-ancestors 'none'";
      const kinds = new Map<string, string>();
      for (const url of new Set(paths))
        for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE", "PROPFIND"] as const)
          for (const sent of [{}, { authorization: `Bearer ${student.token}` }]) {
            const { headers } = await market.app.inject({ method, url, headers: sent });
            const policy = String(headers["content-security-policy"]);
            const what = `${method} ${url}`;
            const rules = policy.split("; ");
            expect(rules, what).toEqual(expect.arrayContaining(nothing.split("; ")));
            const [type = ""] = String(headers["content-type"] ?? "").split(";");
            expect(type === "text/html" && policy === nothing, what).toBe(false);
            if (type !== "text/html" && policy !== nothing)
              kinds.set(url === "/service-worker.js" ? url : type, policy);
          }
      expect(Object.fromEntries(kinds)).toEqual({
        "/service-worker.js": `${nothing}; connect-src 'self'`,
        "image/webp": `${nothing}; sandbox`,
        "image/jpeg": `${nothing}; sandbox`,
        "image/svg+xml": `${nothing}; sandbox`,
      });
      // D23, with every route.
      expect(logged).not.toContain(student.token);
      expect(logged).not.toContain("@cgu.example");
    },
  );
});

describe("roles and payments", () => {
  it("R006 R408 R409 are unknown to the API, to a student's profile and to the token", async () => {
    const { text } = await market.stranger.get("/api/openapi.json");
    // The sides of a deal are called roles too, and give no rights.
    const rest = text.replaceAll(/"role"(:\{"type":"string","enum":\["buyer","seller"\]\})?/g, "");
    expect(rest).not.toMatch(/payment|checkout|upi|card number|\brole|admin|moderator/i);
    const meera = await market.student("Meera");
    const { user } = (await meera.get("/api/auth/profile")).body;
    const claims = JSON.parse(
      Buffer.from(meera.token.split(".")[1] ?? "", "base64url").toString(),
    ) as object;
    for (const key of [...Object.keys(user), ...Object.keys(claims)])
      expect(key).not.toMatch(/role|admin|staff|moderator|scope|group|permission/i);
  });

  it("R006 R409 no page asks for a payment or names an administrator", async () => {
    for (const path of ["/", "/login", "/register", "/about", "/terms", "/how-it-works"]) {
      const { status, text } = await market.stranger.get(path);
      expect([path, status]).toEqual([path, 200]);
      const words = text.replace(/<[^>]*>/g, " ");
      expect(words).not.toMatch(/\badmin|moderator|\bpay now|card number|\bupi\b/i);
      expect(text).not.toMatch(/autocomplete="cc-|stripe|razorpay|paypal/i);
    }
  });
});

describe("logs", () => {
  it("D23 hold no token, phone number or e-mail address, on any path", async () => {
    const asha = await market.student("Asha", { phone: "+919812345678" });
    const rohan = await market.student("Rohan", { phone: "+918765432109" });
    const { product } = (await list(asha)).body;
    await rohan.get(`/api/products/${product._id}`);
    await rohan.get("/api/auth/profile");
    await rohan.get(`/api/products/filter?cursor=${rohan.token}`);
    await rohan.call("POST", "/api/auth/google-register", {
      json: { phone: "+918765432109", country: "Nepal", course: "x", semester: "1st Semester" },
    });
    await market.stranger.get("/api/auth/profile", { authorization: `Bearer ${asha.token}x` });
    await market.app.inject("/api/auth/callback?code=secret-code&state=secret-state");
    await market.stranger.get("/nothing?email=asha@cgu.example");
    const requests = logged
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { reqId?: string; msg: string });
    expect(requests.filter(({ msg }) => msg === "request").length).toBeGreaterThan(7);
    expect(requests.filter(({ msg }) => msg === "request").every(({ reqId }) => reqId)).toBe(true);
    for (const secret of [
      "9812345678",
      "8765432109",
      "@cgu.example",
      asha.token,
      rohan.token,
      "secret-code",
      "secret-state",
    ]) {
      expect(logged).not.toContain(secret);
    }
  });

  it("name the requested file or page, where no route does", async () => {
    await market.stranger.get("/assets/lost-1.js?x=1");
    await market.stranger.get("/asha@cgu.example/9812345678");
    await market.stranger.get("/healthz");
    const lines = logged
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { route?: string; path?: string; msg: string });
    const paths = lines.filter(({ msg }) => msg === "request").map(({ path }) => path);
    expect(paths).toContain("/assets/lost-1.js");
    expect(paths).toContain("/asha?cgu.example/?");
    expect(lines.find(({ route }) => route === "/healthz")).not.toHaveProperty("path");
    expect(lines.map(({ route }) => route)).not.toContain("/*");
  });
});
