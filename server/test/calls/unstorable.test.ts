import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildApp } from "../../src/app.ts";
import { list } from "../listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../market.ts";

let market: TestMarket;
let student: TestStudent;
let mod: TestStudent;

beforeAll(async () => {
  market = await openTestMarket({ MODERATOR_EMAILS: "mod@cgu.example" });
  student = await market.student("Student");
  mod = await market.student("Mod");
});
afterAll(() => market.close());

const texts = { NUL: "a\0b", "a lone surrogate": "a\ud800b" };
const grievance = {
  name: "Ravi",
  email: "ravi@example.org",
  subject: "My photo",
  details: "It shows me.",
};

describe.each(Object.entries(texts))("R880 %s is refused with 400", (_what, text) => {
  const refusal = (field: string) => ({
    status: 400,
    body: { code: "invalid-text", errors: [{ field }] },
  });

  it.each(["name", "email", "subject", "details", "productUrl"])(
    "in the %s of a grievance",
    async (field) => {
      const json = { ...grievance, email: "ravi@example.org", [field]: `${text}@example.org` };
      expect(await market.stranger.call("POST", "/api/grievances", { json })).toMatchObject(
        refusal(field),
      );
    },
  );

  it("in the place of a bundle, and in what a student says of themselves", async () => {
    const { _id: productId } = (await list(student)).body.product;
    const leavingOn = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    const json = { productIds: [productId], place: text, leavingOn };
    expect(await student.call("POST", "/api/bundles", { json })).toMatchObject(refusal("place"));
    expect(
      await student.call("PUT", "/api/auth/profile", { json: { course: text } }),
    ).toMatchObject(refusal("course"));
  });
});

describe("R880 NUL is refused with 400", () => {
  it.each([
    ["a visitor's search", "/api/products/filter?q=a%00b", "q"],
    ["a price hint", "/api/products/price-hint?category=Study+Essentials&q=a%00b", "q"],
    ["a list's place", "/api/products?cursor=a%00b", "cursor"],
  ])("in %s", async (_what, url, field) => {
    expect(await student.get(url)).toMatchObject({
      status: 400,
      body: { code: "invalid-text", errors: [{ field }] },
    });
  });

  it("in the moderators' search", async () => {
    const { status, body } = await mod.get("/api/moderation/users?q=a%00b");
    expect([status, body.code]).toEqual([400, "invalid-text"]);
  });

  it.each([
    ["a field", 'name="address"', "a\0b"],
    ["the name of a field", 'name="addr\0ess"', "Gate 2"],
    ["the name of a file", 'name="images"; filename="a\0b.jpg"', "x"],
  ])("in %s of an upload", async (_what, head, value) => {
    const { status, body } = await student.call("POST", "/api/products/create", {
      raw: `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n--x--\r\n`,
      headers: { "content-type": "multipart/form-data; boundary=x" },
    });
    expect([status, body.code]).toEqual([400, "invalid-text"]);
  });

  it("by the database, where nothing before it does", async () => {
    const app = await buildApp(market.parts);
    app.get("/api/unchecked", () => market.parts.db.query(sql`select ${"a\0b"}::text`));
    app.get("/api/unchecked-json", () =>
      market.parts.db.query(sql`select ${'"a\\u0000b"'}::jsonb ->> 0`),
    );
    for (const url of ["/api/unchecked", "/api/unchecked-json"]) {
      const answer = await app.inject({ url });
      expect([answer.statusCode, answer.json().code]).toEqual([400, "invalid-text"]);
    }
    await app.close();
  });
});
