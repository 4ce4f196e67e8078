import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestMarket, type TestMarket } from "../market.ts";

/**
 * A client that knows nothing but the table of calls in section 7 of the specification: one base
 * address, a bearer token, and the members it reads of each answer.
 */
let market: TestMarket;
let base: string;
let token: string;
let newcomer: string;
let productId: string;

beforeAll(async () => {
  market = await openTestMarket();
  base = await market.app.listen({ host: "127.0.0.1", port: 0 });
  token = (await market.student("Asha", { phone: "+919812345678" })).token;
  newcomer = (await market.student("Newcomer", { registered: false })).token;
});
afterAll(() => market.close());

const bearer = (value = token) => ({ authorization: `Bearer ${value}` });
const json = { "content-type": "application/json" };

// oxlint-disable-next-line no-explicit-any -- this client knows no types
type Answer = { status: number; body: any };

async function call(
  method: string,
  path: string,
  init: Omit<RequestInit, "method"> = {},
): Promise<Answer> {
  const response = await fetch(base + path, { method, ...init });
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
}

async function listing(fields: Record<string, string>, pictures: string[]): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const background of pictures) {
    const bytes = await sharp({ create: { width: 300, height: 400, channels: 3, background } })
      .jpeg()
      .toBuffer();
    form.append("images", new Blob([new Uint8Array(bytes)], { type: "image/jpeg" }), "photo.jpg");
  }
  return form;
}

const fields = {
  name: "Study table",
  price: "1500",
  description: "Solid wood, one drawer.",
  locationType: "nearby",
  address: "Shop 4, Station Road",
  category: "Room & Living",
  condition: "Like New",
  seller: "a-student",
};

describe("the fourteen calls, made by a client of the specification", () => {
  it("R421 R422 POST /api/auth/google-login: JSON content type, no body", async () => {
    const { status, body } = await call("POST", "/api/auth/google-login", {
      headers: { ...bearer(), ...json },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      message: expect.any(String),
      user: { name: "Asha" },
    });
  });

  it("R461 Q66 google-login of an unknown person answers `User not registered`", async () => {
    const { body } = await call("POST", "/api/auth/google-login", {
      headers: { ...bearer(newcomer), ...json },
    });
    expect(body.success).toBe(false);
    expect(body.message).toContain("User not registered");
  });

  describe("R423 POST /api/auth/google-register", () => {
    const registration = {
      phone: "+919876501234",
      course: "B.Tech CSE",
      semester: "4th Semester",
      country: "India",
      name: "Another Student",
      email: "else@cgu.example",
    };
    let answer: Answer;
    const registerNewcomer = () =>
      call("POST", "/api/auth/google-register", {
        headers: { ...bearer(newcomer), ...json },
        body: JSON.stringify(registration),
      });
    beforeAll(async () => {
      answer = await registerNewcomer();
    });

    it("R424 answers success, message and user", () => {
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({ success: true, message: expect.any(String), user: {} });
    });

    it.each([
      ["R283", "phone", "+919876501234"],
      ["R284", "course", "B.Tech CSE"],
      ["R285", "semester", "4th Semester"],
      ["R286", "country", "India"],
    ])("%s takes the %s", (_, field, value) => {
      expect(answer.body.user[field]).toBe(value);
    });

    it("R287 Q40 takes name and email too, and goes by the token's", () => {
      expect(answer.body.user).toMatchObject({ name: "Newcomer", email: "newcomer@cgu.example" });
    });

    it("D13 R463 registers once", async () => {
      const again = await registerNewcomer();
      expect(again.body.success).toBe(false);
      expect(again.body.message).toContain("User already registered");
    });
  });

  it("R425 GET /api/auth/profile: success and user", async () => {
    const { body } = await call("GET", "/api/auth/profile", { headers: bearer() });
    expect(body.success).toBe(true);
    expect(body.user).toMatchObject({
      name: "Asha",
      phone: "+919812345678",
      email: "asha@cgu.example",
      course: "B.Tech",
      semester: "3rd Semester",
      bio: "",
      avatar: "adventurer",
      gender: "male",
    });
  });

  it("R426 R427 PUT /api/auth/profile with {avatar} or {semester}", async () => {
    const change = (what: object) =>
      call("PUT", "/api/auth/profile", {
        headers: { ...bearer(), ...json },
        body: JSON.stringify(what),
      });
    expect((await change({ avatar: "lorelei" })).body.success).toBe(true);
    expect((await change({ semester: "5th Semester" })).body.success).toBe(true);
    const { body } = await call("GET", "/api/auth/profile", { headers: bearer() });
    expect(body.user).toMatchObject({
      avatar: "lorelei",
      gender: "female",
      semester: "5th Semester",
    });
  });

  it("R435 POST /api/products/create: multipart with repeated images", async () => {
    const form = await listing(fields, ["#446688", "#884466"]);
    const { status, body } = await call("POST", "/api/products/create", {
      headers: bearer(),
      body: form,
    });
    expect(status).toBe(201);
    productId = body.product._id;
    const refused = await call("POST", "/api/products/create", {
      headers: bearer(),
      body: await listing(fields, []),
    });
    expect(refused.body.message).toBe("Please fill in all fields and upload at least one image.");
  });

  it("R428 GET /api/products: a list, without a token", async () => {
    const { body } = await call("GET", "/api/products");
    expect(Array.isArray(body)).toBe(true);
    expect(body[0]).toMatchObject({
      _id: productId,
      name: "Study table",
      price: 1500,
      isSold: false,
    });
  });

  it("R429 R431 GET /api/products/filter: an array for the non-empty filters", async () => {
    const query = new URLSearchParams({
      locationType: "nearby",
      condition: "Like New",
      category: "Room & Living",
      priceRange: "1000-2000",
    });
    const { body } = await call("GET", `/api/products/filter?${query}`);
    expect(body.map(({ _id }: { _id: string }) => _id)).toEqual([productId]);
    expect((await call("GET", "/api/products/filter?condition=New")).body).toEqual([]);
  });

  it("R433 GET /api/products/user", async () => {
    const { body } = await call("GET", "/api/products/user", { headers: bearer() });
    expect(body).toMatchObject({
      success: true,
      products: [{ _id: productId, address: "Shop 4, Station Road" }],
    });
    const others = await call("GET", "/api/products/user", { headers: bearer(newcomer) });
    expect(others.body).toMatchObject({ success: true, products: [] });
  });

  it("R434 R276 GET /api/products/{productId}", async () => {
    const { body } = await call("GET", `/api/products/${productId}`, { headers: bearer(newcomer) });
    expect(body).toMatchObject({ success: true, message: expect.any(String) });
    expect(body.product).toMatchObject({ name: "Study table", seller: { phone: "+919812345678" } });
    for (const { url } of body.product.images) {
      const picture = await fetch(base + url);
      expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/webp"]);
    }
  });

  describe("PUT /api/products/{productId}", () => {
    const changed = {
      name: "Study table, shorter",
      description: "Solid wood, two drawers.",
      locationType: "On-Campus",
      address: "Gate 2",
      category: "Study Essentials",
      condition: "Used - Good",
    };
    const put = (headers: Record<string, string>, form: FormData) =>
      call("PUT", `/api/products/${productId}`, { headers, body: form });
    const read = async () =>
      (await call("GET", `/api/products/${productId}`, { headers: bearer() })).body.product;

    it("R437 R440 takes the text fields, with a bearer", async () => {
      const form = await listing({ ...changed, price: "1200" }, []);
      expect((await put({}, form)).status).toBe(401);
      const { body } = await put(bearer(), form);
      expect(body).toMatchObject({ success: true, message: "Product updated successfully!" });
      expect(await read()).toMatchObject({ ...changed, price: 1200 });
    });

    it("R438 R439 takes existingImages as a JSON list, images as new files", async () => {
      const before = await read();
      const form = await listing({ ...changed, price: "1200" }, ["#228822"]);
      form.append("existingImages", JSON.stringify([before.images[1].url]));
      expect((await put(bearer(), form)).body.success).toBe(true);
      const after = await read();
      expect(after.images).toHaveLength(2);
      expect(after.images[0].url).toBe(before.images[1].url);
      expect(before.images.map(({ url }: { url: string }) => url)).not.toContain(
        after.images[1].url,
      );
    });
  });

  it("R441 PUT /api/products/{id}/toggle-sold: empty body", async () => {
    const toggle = () =>
      call("PUT", `/api/products/${productId}/toggle-sold`, { headers: { ...bearer(), ...json } });
    expect((await toggle()).body.success).toBe(true);
    expect(
      (await call("GET", `/api/products/${productId}`, { headers: bearer() })).body.product.isSold,
    ).toBe(true);
    expect((await toggle()).body.success).toBe(true);
  });

  it("R443 POST /api/products/{id}/click: JSON content type, no body, no token", async () => {
    expect((await call("POST", `/api/products/${productId}/click`, { headers: json })).status).toBe(
      204,
    );
  });

  it("R445 R446 POST /api/ai/generate-description", async () => {
    const init = {
      headers: json,
      body: JSON.stringify({ title: "Study table", features: ["solid wood", "one drawer"] }),
    };
    expect((await call("POST", "/api/ai/generate-description", init)).body.description).toContain(
      "solid wood",
    );
  });

  it("R442 DELETE /api/products/{id}", async () => {
    const init = { headers: { ...bearer(), ...json } };
    expect((await call("DELETE", `/api/products/${productId}`, init)).body.success).toBe(true);
    expect((await call("GET", "/api/products")).body).toEqual([]);
  });
});
