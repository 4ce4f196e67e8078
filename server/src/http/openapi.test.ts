import { fileURLToPath } from "node:url";
import { checkProduct, type ProductDraft } from "@market/contract/products/product-form";
import { fastify } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { describeApi } from "./openapi.ts";

const file = fileURLToPath(new URL("../../../docs/openapi.json", import.meta.url));

it("R835 docs/openapi.json is what /api/openapi.json answers, but for the address of the installation", async () => {
  const { servers: _, ...api } = describeApi("https://market.example", "public");
  await expect(
    `${JSON.stringify(api, null, 2)}\n`,
    "The API has changed. To update docs/openapi.json: npm run openapi",
  ).toMatchFileSnapshot(file);
});

const { paths } = describeApi("https://market.example", "moderators");
const operationOf = (method: string, path: string) => paths[path]?.[method];

/** Whether the schema of a body, as it is described, admits it. */
function admits(method: string, path: string): (body: object) => Promise<boolean> {
  const app = fastify({ ajv: { customOptions: { removeAdditional: false, coerceTypes: false } } });
  const [described] = Object.values(operationOf(method, path)?.requestBody?.content ?? {});
  app.post("/", { schema: { body: described?.schema } }, async () => null);
  return async (body) => {
    const { statusCode } = await app.inject({ method: "POST", url: "/", payload: body });
    return statusCode === 200;
  };
}

describe("R885 the description names", () => {
  const statusesOf = (method: string, path: string) =>
    Object.keys(operationOf(method, path)?.responses ?? {});
  it.each([
    ["put", "/api/alerts", ["200", "201", "default"]],
    ["post", "/api/users/me/consents", ["200", "201", "default"]],
    ["get", "/api/auth/start", ["303", "default"]],
    ["get", "/api/auth/callback", ["200", "303", "default"]],
    ["get", "/api/products", ["200", "304", "default"]],
    ["get", "/api/digest", ["200", "304", "default"]],
  ])("the statuses of %s %s", (method, path, statuses) => {
    expect(statusesOf(method, path)).toEqual(statuses);
  });

  it("the page of a refused sign-in, and what files are", () => {
    const typesOf = (path: string, status: string) =>
      Object.keys(operationOf("get", path)?.responses[status]?.content ?? {});
    expect(typesOf("/api/auth/callback", "default")).toEqual([
      "application/problem+json",
      "text/html",
    ]);
    expect(typesOf("/api/users/me/export", "200")).toEqual(["application/zip"]);
  });

  it("what is required, and which ids are no UUID", () => {
    const required = (path: string, name: string) =>
      operationOf("get", path)?.parameters?.find((each) => each.name === name);
    expect(required("/api/products/price-hint", "q")).toMatchObject({ required: true });
    expect(required("/api/products/price-hint", "condition")).not.toHaveProperty("required");
    const receipt = required("/api/grievances/{receipt}", "receipt");
    expect(receipt?.schema).toEqual({ type: "string" });
    expect(operationOf("post", "/api/reports")?.requestBody?.required).toBe(true);
  });
});

describe("R886 the schemas admit what is accepted, and nothing that is refused for its form", () => {
  let market: TestMarket;
  let meera: TestStudent;
  beforeAll(async () => {
    market = await openTestMarket();
    meera = await market.student("Meera");
  });
  afterAll(() => market.close());

  const profile = admits("put", "/api/auth/profile");
  it.each([
    [true, { avatar: "bottts" }],
    [true, { semester: "3" }],
    [true, { semester: "3rd Semester", course: "B.Tech CSE" }],
    [true, { phone: "+919876543210", country: "India" }],
    [true, { phone: "9779876543210", country: "Nepal" }],
    [true, { phone: "+12", country: "Other" }],
    [false, {}],
    [false, { gender: "female" }],
    [false, { avatar: "me" }],
    [false, { semester: "9" }],
    [false, { course: " " }],
    [false, { course: "\u200b" }],
    [false, { course: "x".repeat(81) }],
    [false, { course: "B.Tech CSE", phone: "+919876543210" }],
    [false, { phone: "+919876543210" }],
    [false, { country: "India" }],
    [false, { phone: "+919876543210", country: "Nepal" }],
    [false, { phone: "+911876543210", country: "India" }],
    [false, { phone: "+", country: "Other" }],
    [false, { name: "Asha" }],
  ])("of a profile: %s for %j", async (isTaken, json) => {
    const { status } = await meera.call("PUT", "/api/auth/profile", { json });
    expect([await profile(json), status]).toEqual([isTaken, isTaken ? 200 : 422]);
  });

  const draft: ProductDraft = {
    name: "Cycle",
    price: "1200",
    description: "Rides well",
    locationType: "On-Campus",
    address: "Gate 2",
    category: "Mobility & Transport",
    condition: "Used - Good",
  };
  const sale = admits("post", "/api/bundles");
  it.each([
    [true, "Hostel 4, gate"],
    [true, " Gate "],
    [false, " "],
    [false, "\r"],
    [false, "\u00a0"],
    [false, "\u200b"],
    [false, "x".repeat(201)],
  ])("of a move-out sale's place: %s for %j", async (isTaken, place) => {
    const leavingOn = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
    const json = { productIds: ["01a21bd5-93bf-75ba-a9d2-63556b0e37ea"], place, leavingOn };
    const { status } = await meera.call("POST", "/api/bundles", { json });
    // There is no such listing.
    expect([await sale(json), status]).toEqual([isTaken, isTaken ? 404 : 422]);
  });

  const sell = admits("post", "/api/products/create");
  const photos = ["01994e50-0000-7000-8000-000000000000"];
  it.each<[boolean, Partial<ProductDraft>]>([
    [true, {}],
    [true, { price: "₹ 1,200.50" }],
    [true, { price: "9,99,999" }],
    [true, { price: "10,00,000" }],
    [true, { price: "0.5" }],
    [true, { availableFrom: "", negotiable: "true" }],
    [false, { price: "0" }],
    [false, { price: "0.00" }],
    [false, { price: "-1" }],
    [false, { price: "1.005" }],
    [false, { price: "1000001" }],
    [false, { price: "free" }],
    [false, { name: "" }],
    [false, { name: "\u200b" }],
    [false, { name: "x".repeat(101) }],
    [false, { description: "x".repeat(2001) }],
    [false, { address: " " }],
    [false, { category: "Other things" }],
    [false, { condition: "" }],
    [false, { locationType: "Moon" }],
    [false, { availableFrom: "2026-11-31" }],
  ])("of a product: %s for %j", async (isTaken, change) => {
    const form = { ...draft, ...change };
    const isAdmitted = await sell({ ...form, photos });
    expect([isAdmitted, checkProduct("sell", form, 1).value !== undefined]).toEqual([
      isTaken,
      isTaken,
    ]);
  });

  it("of a product: none without a photo", async () => {
    expect(await sell(draft)).toBe(false);
  });
});
