import { endpoints, type Endpoint } from "@market/contract/endpoints";
import { idRefusals } from "@market/contract/endpoint";
import { type ReplyHeader, replyHeaders, requestHeaders } from "@market/contract/headers";
import { type ErrorCode, errors, moderatorErrors } from "@market/contract/errors";
import * as z from "zod/mini";

const schemaOf = (schema: z.ZodMiniType, io: "input" | "output") => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
};

const problemWith = (codes: readonly string[]) =>
  z.object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.enum(codes),
    message: z.string(),
    success: z.literal(false),
    requestId: z.string(),
    errors: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
    /** Present with `account-suspended`. */
    reason: z.optional(z.string()),
    until: z.optional(z.iso.datetime()),
    deleted: z.optional(z.literal(true)),
  });

type Described = {
  description?: string;
  headers?: Record<string, object>;
  content?: Record<string, object>;
};
type Parameter = { name: string; in: string; required?: true; schema: object };
type Operation = {
  operationId: string;
  summary: string;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: {
    required?: true;
    content: Record<string, { schema: object; encoding?: Record<string, object> }>;
  };
  responses: Record<string, Described>;
};

function operationOf(name: string, endpoint: Endpoint): Operation {
  const isOpen = endpoint.access === "public" || endpoint.access === "optional";
  const parameters = parametersOf(endpoint);
  return {
    operationId: name,
    summary: endpoint.summary,
    security: isOpen ? [] : [{ [endpoint.access === "cookie" ? "session" : "bearer"]: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...requestOf(endpoint),
    responses: { ...successOf(endpoint), default: refusalOf(endpoint) },
  };
}

function parametersOf(endpoint: Endpoint): Parameter[] {
  const query =
    endpoint.query &&
    (schemaOf(endpoint.query, "input") as {
      properties?: Record<string, object>;
      required?: string[];
    });
  return [
    ...[...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
      name,
      in: "path",
      required: true as const,
      schema: { type: "string", ...(name in idRefusals && { format: "uuid" }) },
    })),
    ...Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
      name,
      in: "query",
      ...(query?.required?.includes(name) && { required: true as const }),
      schema,
    })),
    ...(endpoint.reads ?? []).map((name) => ({
      name,
      in: "header",
      // The session cookie alone is not enough: other sites could send it too.
      ...(name === "X-Requested-With" && { required: true as const }),
      ...headerOf(requestHeaders[name]),
    })),
  ];
}

const headerOf = ({ description, pattern }: { description: string; pattern?: string }) => ({
  description,
  schema: { type: "string", ...(pattern !== undefined && { pattern }) },
});

function requestOf(endpoint: Endpoint): Pick<Operation, "requestBody"> {
  const { body, form } = endpoint;
  if (body === undefined) return {};
  if (body !== "multipart") {
    const isNeeded = !body.safeParse(undefined).success;
    const content = { "application/json": { schema: schemaOf(body, "input") } };
    return { requestBody: { ...(isNeeded && { required: true }), content } };
  }
  const encoding = Object.fromEntries(
    ["image", "images"]
      .filter((name) => form !== undefined && name in form.shape)
      .map((name) => [name, { contentType: "image/jpeg, image/png, image/webp, image/avif" }]),
  );
  const schema = form === undefined ? {} : schemaOf(form, "input");
  return {
    requestBody: {
      required: true,
      content: { "multipart/form-data": { schema, encoding } },
    },
  };
}

const headersOf = (names: readonly ReplyHeader[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
const contentOf = (types: readonly string[] = []) =>
  Object.fromEntries(types.map((type) => [type, {}]));

function successOf(endpoint: Endpoint): Record<string, Described> {
  const { reply, summary, types } = endpoint;
  const headers = headersOf([...(endpoint.tells ?? []), "X-Request-Id"]);
  if (reply === "redirect") {
    const away = headersOf(["Location", "X-Request-Id", "Retry-After"]);
    const page = {
      description: "A page that closes its window",
      headers,
      content: contentOf(types),
    };
    return { ...(types && { 200: page }), 303: { description: "Continue there", headers: away } };
  }
  const unchanged = endpoint.reads?.includes("If-None-Match") && {
    304: { description: "It is as it was", headers },
  };
  if (reply === "file")
    return { 200: { description: summary, headers, content: contentOf(types) }, ...unchanged };
  if (reply === undefined) return { 204: { description: "Done", headers } };
  const content = { "application/json": { schema: schemaOf(reply, "output") } };
  return {
    [endpoint.status ?? 200]: { description: summary, headers, content },
    ...(endpoint.statusAgain && {
      [endpoint.statusAgain]: { description: "It was so already", headers, content },
    }),
    ...unchanged,
  };
}

function refusalOf({ reply }: Endpoint): Described {
  const problem = { schema: { $ref: "#/components/schemas/Problem" } };
  return {
    description: "A refusal",
    headers: headersOf(["X-Request-Id", "Retry-After", "WWW-Authenticate", "Allow"]),
    content: {
      "application/problem+json": problem,
      ...(reply === "redirect" && contentOf(["text/html"])),
    },
  };
}

/** The readers of the description: only moderators see the calls and refusals of moderators. */
type Readers = "public" | "moderators";
export const endpointsFor = (readers: Readers): [string, Endpoint][] =>
  Object.entries<Endpoint>(endpoints)
    .filter(([, { access }]) => readers === "moderators" || access !== "moderator")
    .toSorted(([, one], [, other]) => (addressOf(one) < addressOf(other) ? -1 : 1));
const addressOf = ({ path, method }: Endpoint) => `${path} ${method}`;
export const errorsFor = (readers: Readers): ErrorCode[] =>
  (Object.keys(errors) as ErrorCode[]).filter(
    (code) => readers === "moderators" || !moderatorErrors.includes(code),
  );

/** Describes the API in OpenAPI 3.1, from the table that also validates the calls. */
export function describeApi(publicOrigin: string, readers: Readers) {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [name, endpoint] of endpointsFor(readers)) {
    const row = readers === "moderators" ? { ...endpoint, ...endpoint.forModerators } : endpoint;
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operationOf(name, row);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Campus Marketplace",
      version: "1.0.0",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: publicOrigin }],
    paths,
    components: {
      schemas: { Problem: schemaOf(problemWith(errorsFor(readers)), "input") },
      headers: Object.fromEntries(
        Object.entries(replyHeaders).map(([name, description]) => [
          name,
          { description, schema: { type: "string" } },
        ]),
      ),
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        session: { type: "apiKey", in: "cookie", name: "session" },
      },
    },
  };
}
