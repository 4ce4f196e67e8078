import type { Access, Body, Endpoint, Query, Reply } from "@market/contract/endpoints";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import { AppError } from "./errors.ts";
import type { TokenHolder } from "./identity/tokens.ts";
import { isId } from "./ids.ts";

/** A person proved by a bearer token, registered or not. */
export type Identified = { identityId: string; sessionId: string; userId: string | undefined };
/** A registered student, proved by a bearer token and not suspended. */
export type Student = { identityId: string; sessionId: string; userId: string };

/** Tells who is at the door; the identity room provides it. */
export type Door = {
  /**
   * Whom the bearer token names, by its signature alone; looked at once for each request.
   * @throws AppError missing-token or invalid-token
   */
  read(request: IncomingMessage): Promise<TokenHolder>;
  /** @throws AppError missing-token, invalid-token or account-suspended */
  identify(request: IncomingMessage): Promise<Identified>;
};

type CallerOf<A extends Access> = A extends "student"
  ? Student
  : A extends "identity"
    ? Identified
    : A extends "optional"
      ? Identified | undefined
      : undefined;

export type Call<E extends Endpoint> = {
  caller: CallerOf<E["access"]>;
  query: Query<E>;
  body: Body<E>;
  params: { [P in keyof E["params"]]: string };
  request: FastifyRequest;
  reply: FastifyReply;
};

/** JSON that the database has already written; it is passed through as text. */
export class ReadyJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Registers one row of the endpoint table; there is no other way to add a call to the API. */
export type Serve = <const E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E>) => Promise<Reply<E> | ReadyJson | FastifyReply>,
) => void;

/** What a signed-in page of ours sends with the calls that its cookie alone would allow. */
const requestedWith = "campus-marketplace";

/**
 * Makes the one function by which rooms register their endpoints: who may call, from where, and
 * with what shape are decided here from the table, before any handler runs.
 */
export function createServe(app: FastifyInstance, door: Door, publicOrigin: string): Serve {
  return <const E extends Endpoint>(
    endpoint: E,
    handler: (call: Call<E>) => Promise<Reply<E> | ReadyJson | FastifyReply>,
  ) => {
    const isWrite = endpoint.method !== "GET";
    app.route({
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, ":$1"),
      config: { endpoint },
      async onRequest(request) {
        if (isWrite) refuseForeignOrigin(request, publicOrigin);
        if (endpoint.access === "cookie") requireOwnPage(request);
        request.caller = await identify(door, endpoint.access, request);
      },
      async handler(request, reply) {
        const answer = await handler({
          caller: request.caller as CallerOf<E["access"]>,
          params: readParams(
            endpoint,
            request.params as Record<string, string>,
          ) as Call<E>["params"],
          query: read(endpoint, endpoint.query, request.query) as Query<E>,
          body: read(
            endpoint,
            typeof endpoint.body === "string" ? undefined : endpoint.body,
            request.body,
          ) as Body<E>,
          request,
          reply,
        });
        if (endpoint.reply === "redirect" || reply.sent) return reply;
        if (reply.statusCode === 200 && endpoint.status) reply.code(endpoint.status);
        if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
        if (endpoint.reply === "none") return reply.send();
        reply.type("application/json; charset=utf-8");
        return reply.send(answer instanceof ReadyJson ? answer.text : JSON.stringify(answer));
      },
    });
  };
}

async function identify(
  door: Door,
  access: Access,
  request: FastifyRequest,
): Promise<Identified | undefined> {
  if (access === "public" || access === "cookie") return undefined;
  if (access === "optional" && request.headers.authorization === undefined) return undefined;
  const caller = await door.identify(request.raw);
  if (access === "student" && caller.userId === undefined) throw new AppError("not-registered");
  return caller;
}

function refuseForeignOrigin(request: FastifyRequest, publicOrigin: string): void {
  const { origin } = request.headers;
  if (origin !== undefined && origin !== publicOrigin) throw new AppError("foreign-origin");
}

function requireOwnPage(request: FastifyRequest): void {
  const site = request.headers["sec-fetch-site"];
  if (
    request.headers["x-requested-with"] !== requestedWith ||
    (site !== undefined && site !== "same-origin")
  ) {
    throw new AppError("foreign-origin");
  }
}

function readParams(endpoint: Endpoint, params: Record<string, string>): Record<string, string> {
  for (const [name, refusal] of Object.entries(endpoint.params ?? {})) {
    if (!isId(params[name] ?? "")) throw new AppError(refusal);
  }
  return params;
}

function read(endpoint: Endpoint, schema: z.ZodMiniType | undefined, raw: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(raw);
  if (result.success) return result.data;
  const errors = result.error.issues.map((issue) => ({
    field: issue.path.join(".") || "body",
    message: issue.message,
  }));
  const refusal =
    endpoint.fieldRefusals?.[errors[0]?.field ?? ""] ?? endpoint.refusal ?? "invalid-request";
  throw new AppError(raw === undefined || raw === null ? "invalid-request" : refusal, { errors });
}

declare module "fastify" {
  interface FastifyRequest {
    /** Set before the handler of every endpoint that knows callers. */
    caller: Identified | undefined;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}
