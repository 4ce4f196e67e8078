import { endpoints, type Endpoint } from "@market/contract/endpoints";
import { errors } from "@market/contract/errors";
import * as z from "zod/mini";

const problem = {
  type: "object",
  required: ["type", "title", "status", "code", "message", "success", "requestId"],
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    code: { type: "string", enum: Object.keys(errors) },
    message: { type: "string" },
    success: { const: false },
    requestId: { type: "string" },
    errors: {
      type: "array",
      items: {
        type: "object",
        required: ["field", "message"],
        properties: { field: { type: "string" }, message: { type: "string" } },
      },
    },
  },
};

const schemaOf = (schema: z.ZodMiniType, io: "input" | "output") => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
};

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
  if (endpoint.reply === "none") return { [endpoint.status ?? 204]: { description: "Done" } };
  const content = { "application/json": { schema: schemaOf(endpoint.reply, "output") } };
  return { [endpoint.status ?? 200]: { description: endpoint.summary, content } };
}

/** The API as OpenAPI 3.1, made from the table that also validates it. */
export function describeApi(publicOrigin: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
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
      schemas: { Problem: problem },
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        session: { type: "apiKey", in: "cookie", name: "session" },
      },
    },
  };
}
