import { endpoints, type Endpoint } from "@market/contract/endpoints";
import { replyHeaders } from "@market/contract/headers";
import { errors } from "@market/contract/errors";
import type { FastifyInstance, InjectOptions } from "fastify";
import { expect } from "vitest";
import { describeApi } from "../src/http/openapi.ts";

export type TestResponse = {
  status: number;
  headers: Record<string, string | undefined>;
  // oxlint-disable-next-line no-explicit-any -- a wrong shape has failed against the contract before a test reads it
  body: any;
  text: string;
};

type Method = "GET" | "POST" | "PUT" | "DELETE";
type Sent = {
  json?: unknown;
  form?: FormData;
  /** The body as bytes, independent of the headers. */
  raw?: string;
  headers?: Record<string, string>;
};

export type TestClient = {
  call(method: Method, url: string, sent?: Sent): Promise<TestResponse>;
  get(url: string, headers?: Record<string, string>): Promise<TestResponse>;
};

/** Creates a client that compares every response with the contract. */
export function createClient(app: FastifyInstance, token?: string): TestClient {
  const call: TestClient["call"] = async (method, url, sent = {}) => {
    const response = await app.inject({
      method,
      url,
      ...(await payloadOf(sent)),
      headers: await headersOf(sent, token),
    });
    const isJson = /json/.test(String(response.headers["content-type"]));
    const answer: TestResponse = {
      status: response.statusCode,
      headers: response.headers as TestResponse["headers"],
      body: isJson ? response.json() : undefined,
      text: response.body,
    };
    expectContract(method, url, answer);
    return answer;
  };
  return { call, get: (url, headers) => call("GET", url, headers ? { headers } : {}) };
}

const encoded = new WeakMap<FormData, Response>();
/** A Response knows how to write a form; the same form must keep its one boundary. */
function encode(form: FormData): Response {
  const response = encoded.get(form) ?? new Response(form);
  encoded.set(form, response);
  return response;
}

async function payloadOf({ json, form, raw }: Sent): Promise<Pick<InjectOptions, "payload">> {
  if (raw !== undefined) return { payload: raw };
  if (form) return { payload: Buffer.from(await encode(form).clone().arrayBuffer()) };
  return json === undefined ? {} : { payload: JSON.stringify(json) };
}

async function headersOf(
  { json, form, headers }: Sent,
  token?: string,
): Promise<Record<string, string>> {
  const type = form
    ? encode(form).headers.get("content-type")
    : json === undefined
      ? null
      : "application/json";
  return {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(type && { "content-type": type }),
    ...headers,
  };
}

/** Finds the row of the endpoint table for an address: fixed paths before those with parameters. */
function endpointOf(method: string, url: string): Endpoint | undefined {
  const path = url.split("?")[0] ?? "";
  const rows = Object.values<Endpoint>(endpoints).filter((endpoint) => endpoint.method === method);
  return (
    rows.find((endpoint) => endpoint.path === path) ??
    rows.find((endpoint) =>
      new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(path),
    )
  );
}

const { paths } = describeApi("http://localhost:3000", "moderators");

/** Compares status, media type and headers with the description of the API. */
function expectDescribed(
  method: string,
  { path }: Endpoint,
  { status, headers }: TestResponse,
): void {
  const responses = paths[path]?.[method.toLowerCase()]?.responses ?? {};
  const described = status < 400 || status in responses ? responses[status] : responses["default"];
  const what = `${method} ${path}, ${status}`;
  expect(described, what).toBeDefined();
  const types = Object.keys(described?.content ?? {});
  expect(types.length === 0 ? [undefined] : types, what).toContain(
    headers["content-type"]?.split(";")[0],
  );
  const sent = Object.keys(replyHeaders).filter(
    (name) => headers[name.toLowerCase()] !== undefined,
  );
  expect(Object.keys(described?.headers ?? {}), what).toEqual(expect.arrayContaining(sent));
}

function expectContract(method: string, url: string, answer: TestResponse): void {
  const { status, headers, body } = answer;
  if (!url.startsWith("/api/")) return;
  const endpoint = endpointOf(method, url);
  if (endpoint !== undefined) expectDescribed(method, endpoint, answer);
  if (status >= 400) {
    expect(headers["content-type"]).toMatch(/^application\/problem\+json/);
    expect(body).toMatchObject({
      success: false,
      status,
      message: expect.any(String),
      requestId: expect.any(String),
    });
    expect(errors).toHaveProperty(body.code);
    return;
  }
  if (endpoint === undefined || typeof endpoint.reply !== "object" || status >= 300) return;
  // A moderator's answer has more; what a student gets is tested in `moderation/case-news.test.ts`.
  const asModerator = endpoint.forModerators?.reply.safeParse(body);
  if (asModerator?.success) return expect(asModerator.data).toEqual(body);
  // Parsing strips members that the contract does not name, so they are detected.
  expect(endpoint.reply.parse(body)).toEqual(body);
}
