import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Endpoint, type EndpointName, endpoints } from "@market/contract/endpoints";
import { pagesOfOne, protectedPages, publicPages } from "@market/contract/pages/pages";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../src/db/ids.ts";
import { list } from "../listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../market.ts";

const build = fileURLToPath(new URL("../../../web/build/client", import.meta.url));
const root = fileURLToPath(new URL("../../..", import.meta.url));
const phones = ["+919812345678", "+9779812345670"];

let market: TestMarket;
let asha: TestStudent;
let productId: string;
let secrets: [what: string, pattern: RegExp][];

beforeAll(async () => {
  market = await openTestMarket({
    CONTACT_EMAIL: "support@college.example",
    KEY_SECRET: "a-secret-of-the-keys",
    AI_API_KEY: "sk-of-the-writer",
    METRICS_TOKEN: "token-of-the-metrics",
  });
  asha = await market.student("Zymurgiana", { phone: phones[0] });
  const rohan = await market.student("Quixotella", { phone: phones[1], country: "Nepal" });
  productId = (await list(asha, { address: "Behind Hostel Nine" })).body.product._id;
  await rohan.get(`/api/products/${productId}`);
  await asha.call("PUT", `/api/products/${(await list(asha)).body.product._id}/toggle-sold`);
  const rows = await market.parts.db.query<{ id: string }>(sql`
    select id from identities union all select id from sessions`);
  secrets = [
    ["a phone number", /98123[\s-]?4567/],
    ["an e-mail address", /[\w.+-]+@(?!college\.example|[\d.]+\b)[\w-]+\.\w+/],
    ["a name", /zymurgiana|quixotella/i],
    ["where a thing is handed over", /Hostel Nine/],
    ["a token", /eyJ[\w-]{20,}\.[\w-]+\.[\w-]+/],
    ["an identity or a session", new RegExp(rows.map(({ id }) => id).join("|"))],
    ["a secret", /a-secret-of-the-keys|sk-of-the-writer|token-of-the-metrics/],
    ["a private key", /"d":|PRIVATE KEY|secret_?hash|private_?key/i],
    [
      "a path of the server",
      new RegExp(`${root}|${market.parts.config.DATA_DIR}|/tmp/|/home/|/root/|node_modules/`),
    ],
    [
      "how it is made",
      /at \S+ \(?\/?[\w./-]+\.(ts|js):\d+|select .{1,80} from |postgres(ql)?:\/\//i,
    ],
  ];
});
afterAll(() => market.close());

/** The secrets that this text contains. */
const found = (text: string) =>
  secrets.flatMap(([what, pattern]) => {
    const match = pattern.exec(text);
    return match ? [`${what}: ${text.slice(Math.max(0, match.index - 40), match.index + 60)}`] : [];
  });

const isOpen = (name: EndpointName) =>
  ["public", "optional"].includes(endpoints[name].access) && endpoints[name].method === "GET";
const queries = [
  "",
  "?limit=1",
  "?q=cycle",
  "?sort=newest",
  "?sort=random",
  "?cursor=x",
  "?x[]=1",
  "?q=%00",
];
const others = [
  "/healthz",
  "/readyz",
  "/metrics",
  "/api/openapi.json",
  "/api/docs",
  "/api/auth/outcome.js",
  "/.well-known/jwks.json",
  "/.well-known/security.txt",
  "/manifest.webmanifest",
  "/robots.txt",
  "/sitemap.xml",
  "/no-such-page",
  "/api/no-such-call",
  "/photos/none",
  "/..%2f..%2fpackage.json",
  "/.env",
  "/pages.json",
];

describe("what a signed-out visitor can read", () => {
  it("finds what it looks for where that belongs", async () => {
    const own = (await asha.get(`/api/products/${productId}`)).text;
    const profile = (await asha.get("/api/auth/profile")).text;
    expect(found(`${own}${profile}${asha.token}`).map((text) => text.split(":")[0])).toEqual([
      "a phone number",
      "an e-mail address",
      "a name",
      "where a thing is handed over",
      "a token",
    ]);
  });

  it.each((Object.keys(endpoints) as EndpointName[]).filter(isOpen))(
    "the answers of %s hold nothing of a person or the server",
    async (name) => {
      const { path }: Endpoint = endpoints[name];
      for (const id of [productId, newId(), "no-id"]) {
        for (const query of queries) {
          const url = path.replace(/\{\w+\}/g, id) + query;
          const { body, headers } = await market.app.inject(url);
          expect(found(body + JSON.stringify(headers)), url).toEqual([]);
        }
      }
    },
  );

  it(
    "no refusal of a call holds anything of a person or the server",
    { tags: "sweep" },
    async () => {
      for (const { method, path } of Object.values<Endpoint>(endpoints)) {
        for (const type of ["application/json", "multipart/form-data; boundary=x", "text/plain"]) {
          for (const payload of ["", "{", '{"name":"\\u0000"}', "--x\r\n", "[[[["]) {
            for (const token of [undefined, asha.token]) {
              if (
                token &&
                /logout|google-login|auth\/sessions|me\/export|profile|products\/(user|create)/.test(
                  path,
                )
              )
                continue;
              const answer = await market.app.inject({
                method,
                url: path.replace(/\{\w+\}/g, newId()),
                headers: {
                  "content-type": type,
                  ...(token && { authorization: `Bearer ${token}` }),
                },
                payload,
              });
              expect(found(answer.body), `${method} ${path} ${type} ${payload}`).toEqual([]);
            }
          }
        }
      }
    },
  );

  it("no page, and no data block in it, holds anything of a person or the server", async () => {
    for (const page of [
      ...publicPages,
      ...protectedPages,
      ...pagesOfOne,
      ...pagesOfOne.map((page) => `${page}/card.jpg`),
      ...others,
    ]) {
      for (const id of [productId, newId()]) {
        const { body } = await market.app.inject(page.replace(/\{\w+\}/, id));
        expect(found(body), page).toEqual([]);
      }
    }
    const { body } = await market.app.inject(`/item/${productId}`);
    expect(body).toContain("Hero Sprint cycle");
    expect(body).toContain(`"_id":"${productId}"`);
  });

  it("a student's picture is drawn from the name, and does not tell it", async () => {
    const { body } = await market.app.inject(`/avatars/${asha.userId}`);
    expect(body).toContain("<svg");
    expect(found(body)).toEqual([]);
  });

  it("no source map is served, and no file of the build tells where it was made", async () => {
    const files = (await readdir(build, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
    const names = files.map(({ parentPath, name }) => join(parentPath, name));
    expect(names.filter((name) => /\.map(\.\w+)?$/.test(name))).toEqual([]);
    const texts = names.filter((name) => /\.(js|css|svg|json|txt|html|webmanifest)$/.test(name));
    expect(texts.length).toBeGreaterThan(5);
    for (const name of texts) {
      const text = await readFile(name, "utf8");
      expect(text, name).not.toMatch(
        /sourceMappingURL|localhost:\d+|\/tmp\/|\/work\/|\/home\/|\/root\//,
      );
      expect(text.includes(root), name).toBe(false);
      expect(text, name).not.toMatch(/@cgu\.example/);
    }
  });
});
