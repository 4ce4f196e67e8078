import { endpoints, type Endpoint } from "@market/contract/endpoints";
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
    /** With `account-suspended`. */
    reason: z.optional(z.string()),
    until: z.optional(z.iso.datetime()),
    deleted: z.optional(z.literal(true)),
  });

function operationOf(name: string, endpoint: Endpoint): object {
  const parameters = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => ({
    name: parameter,
    in: "path",
    required: true,
    schema: { type: "string", format: "uuid" },
  }));
  const query =
    endpoint.query &&
    (schemaOf(endpoint.query, "input") as { properties?: Record<string, object> });
  const inQuery = Object.entries(query?.properties ?? {}).map(([parameter, schema]) => ({
    name: parameter,
    in: "query",
    schema,
  }));
  const isOpen = endpoint.access === "public" || endpoint.access === "optional";
  return {
    operationId: name,
    summary: endpoint.summary,
    security: isOpen ? [] : [{ [endpoint.access === "cookie" ? "session" : "bearer"]: [] }],
    ...(parameters.length + inQuery.length > 0 && { parameters: [...parameters, ...inQuery] }),
    ...requestOf(endpoint),
    responses: {
      ...successOf(endpoint),
      default: {
        description: "A refusal",
        content: {
          "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } },
        },
      },
    },
  };
}

function requestOf(endpoint: Endpoint): object {
  if (endpoint.body === "none") return {};
  if (endpoint.body !== "multipart") {
    return {
      requestBody: {
        content: { "application/json": { schema: schemaOf(endpoint.body, "input") } },
      },
    };
  }
  const files = ["image", "images"];
  const properties = Object.fromEntries(
    (endpoint.fields ?? []).map((field) => [
      field,
      files.includes(field)
        ? { type: "array", items: { type: "string", contentMediaType: "image/*" } }
        : { type: "string" },
    ]),
  );
  return {
    requestBody: { content: { "multipart/form-data": { schema: { type: "object", properties } } } },
  };
}

function successOf(endpoint: Endpoint): object {
  if (endpoint.reply === "redirect") return { 302: { description: "Go on there" } };
  if (endpoint.reply === "file") return { 200: { description: "A picture" } };
  if (endpoint.reply === "none") return { [endpoint.status ?? 204]: { description: "Done" } };
  const content = { "application/json": { schema: schemaOf(endpoint.reply, "output") } };
  return { [endpoint.status ?? 200]: { description: endpoint.summary, content } };
}

/** What its readers may know of: the calls and refusals of moderators are for moderators. */
export type Readers = "everybody" | "moderators";
export const endpointsFor = (readers: Readers): [string, Endpoint][] =>
  Object.entries<Endpoint>(endpoints).filter(
    ([, { access }]) => readers === "moderators" || access !== "moderator",
  );
export const errorsFor = (readers: Readers): ErrorCode[] =>
  (Object.keys(errors) as ErrorCode[]).filter(
    (code) => readers === "moderators" || !moderatorErrors.includes(code),
  );

/** OpenAPI 3.1, from the table that also validates the calls. */
export function describeApi(publicOrigin: string, readers: Readers) {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, endpoint] of endpointsFor(readers)) {
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operationOf(name, endpoint);
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
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        session: { type: "apiKey", in: "cookie", name: "session" },
      },
    },
  };
}
