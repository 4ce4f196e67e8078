import { type Endpoint, type EndpointName, endpoints } from "@market/contract/endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { type CallRow, calls } from "./calls.ts";
import { type TestClient, type TestResponse } from "../client.ts";
import { list } from "../listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../market.ts";
import { requestOf } from "./requests.ts";

const nul = "a\0b";
const loneSurrogate = "a\ud800b";
const names = Object.keys(endpoints) as EndpointName[];

type Schema = {
  type?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
};
const schemaOf = (schema: z.ZodMiniType) =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema;

/** Finds the paths at which a schema accepts a text; `0` stands for the items of a list. */
function textsOf(schema: Schema, path: string[] = []): string[][] {
  if (schema.type === "string") return [path];
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
      textsOf(each, [...path, name]),
    ),
    ...(schema.items ? textsOf(schema.items, [...path, "0"]) : []),
    ...(schema.anyOf ?? []).flatMap((each) => textsOf(each, path)),
  ];
}

function withText(value: unknown, [name, ...rest]: string[], text: string): unknown {
  if (name === undefined) return text;
  if (name === "0") return [withText(undefined, rest, text)];
  const members = (value ?? {}) as Record<string, unknown>;
  return { ...members, [name]: withText(members[name], rest, text) };
}

let market: TestMarket;
let owner: TestStudent;
let clients: Record<CallRow["who"], TestClient>;
let productId: string;

beforeAll(async () => {
  const plenty = "100000";
  market = await openTestMarket({
    MODERATOR_EMAILS: "mod@cgu.example",
    PUSH: "on",
    LIMITS_REQUESTS_PER_MINUTE: plenty,
    LIMITS_AI_PER_HOUR: plenty,
    LIMITS_NEW_LISTINGS_PER_DAY: plenty,
  });
  owner = await market.student("Owner");
  const mod = await market.student("Mod");
  const newcomer = await market.student("Newcomer", { registered: false });
  clients = {
    "all callers": market.stranger,
    "all callers, with a valid token or none": market.stranger,
    "our own pages": market.stranger,
    "the signed in": newcomer,
    students: owner,
    "students, leaving ones too": owner,
    "students, suspended ones too": owner,
    "students, suspended and leaving ones too": owner,
    moderators: mod,
  };
  productId = (await list(owner)).body.product._id;
});
afterAll(() => market.close());

const requestFor = (name: EndpointName) => requestOf(name, calls[name], productId);
const clientFor = (name: EndpointName) => clients[calls[name].who];

/** The refusal names the text that it is about. */
function expectRefusal({ status, body }: TestResponse, field: string): void {
  expect([400, 422], JSON.stringify(body)).toContain(status);
  expect(JSON.stringify(body.errors)).toContain(`"field":"${field}`);
}

const bodyTexts = names.flatMap((name) => {
  const { body }: Endpoint = endpoints[name];
  return typeof body === "object"
    ? textsOf(schemaOf(body)).map((path) => [name, path.join("."), path] as const)
    : [];
});
const queryTexts = names.flatMap((name) => {
  const { query }: Endpoint = endpoints[name];
  return query ? textsOf(schemaOf(query)).map((path) => [name, path.join(".")] as const) : [];
});
const multipart = names.filter((name) => (endpoints[name] as Endpoint).body === "multipart");

describe("R880 a text with NUL or a lone surrogate", { tags: "sweep" }, () => {
  it("is looked for in every kind of place", () => {
    expect(bodyTexts.length).toBeGreaterThan(40);
    expect(queryTexts.length).toBeGreaterThan(20);
    expect(multipart).toHaveLength(3);
  });

  it.each(bodyTexts)("is refused in the body of %s: %s", async (name, field, path) => {
    const { method, url, sent } = await requestFor(name);
    for (const text of [nul, loneSurrogate]) {
      const json = withText(sent.json, path, text);
      expectRefusal(await clientFor(name).call(method, url, { ...sent, json }), field);
    }
  });

  it.each(queryTexts)("is refused in the query of %s: %s", async (name, field) => {
    const { method, url, sent } = await requestFor(name);
    const [path, query] = url.split("?");
    const values = new URLSearchParams(query);
    values.set(field, nul);
    expectRefusal(await clientFor(name).call(method, `${path}?${values}`, sent), field);
    values.delete(field);
    // A lone surrogate that is percent-encoded is no UTF-8, so that only its replacement arrives.
    const broken = `${path}?${values}&${field}=a%ED%A0%80b`;
    expect((await clientFor(name).call(method, broken, sent)).status).toBeLessThan(500);
  });

  it.each(names.filter((name) => endpoints[name].path.includes("{")))(
    "is refused in the path of %s",
    async (name) => {
      const { method, path } = endpoints[name];
      const { sent } = await requestFor(name);
      for (const id of ["a%00b", "%ED%A0%80"]) {
        const url = path.replaceAll(/\{\w+\}/g, id);
        expect((await clientFor(name).call(method, url, sent)).status).toBe(404);
      }
    },
  );

  it.each(multipart)("is refused in every field of %s, its name and its file's", async (name) => {
    const { method, url } = await requestFor(name);
    const { form: described }: Endpoint = endpoints[name];
    const fields = Object.keys(described?.shape ?? {});
    const form = (head: string, value: string, type = "") =>
      clientFor(name).call(method, url, {
        raw: `--x\r\nContent-Disposition: form-data; ${head}\r\n${type}\r\n${value}\r\n--x--\r\n`,
        headers: { "content-type": "multipart/form-data; boundary=x" },
      });
    const code = async (answer: Promise<TestResponse>) => (await answer).body.code;
    for (const field of fields.filter((each) => !/^images?$/.test(each)))
      expect(await code(form(`name="${field}"`, nul))).toBe("invalid-text");
    expect(await code(form(`name="na\0me"`, "x"))).toBe("invalid-text");
    const file = fields.find((each) => /^images?$/.test(each)) ?? "";
    expect(await code(form(`name="${file}"; filename="a\0b.jpg"`, "x"))).toBe("invalid-text");
    const utf16 = "Content-Type: text/plain; charset=utf-16le\r\n";
    expect(await code(form(`name="name"`, "\0\0", utf16))).toBe("invalid-text");
  });

  it.each(["idempotency-key", "if-match", "user-agent", "cookie", "x-grievance-secret", "referer"])(
    "reaches no database by the header %s",
    async (header) => {
      for (const name of names) {
        const { method, url, sent } = await requestFor(name);
        const { reply }: Endpoint = endpoints[name];
        if (name === "logOutEverywhere" || reply === "redirect") continue;
        const headers = { ...sent.headers, [header]: `session=${nul}` };
        const answer = await clientFor(name).call(method, url, { ...sent, headers });
        expect(answer.status, name).toBeLessThan(500);
      }
    },
  );
});
