import type { Access, AccountState, ParameterOf } from "@market/contract/call";
import { idRefusals, usualRefusals } from "@market/contract/endpoint";
import type { Body, Endpoint, Query, Reply } from "@market/contract/endpoints";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../errors/errors.ts";
import { isId } from "../db/ids.ts";

/** The account and session that a token names. */
export type TokenHolder = { identityId: string; sessionId: string };

type Identified = {
  identityId: string;
  sessionId: string;
  userId: string | undefined;
};
/** A registered student, suspended or deleted only if the endpoint is for such accounts. */
export type Student = Identified & { userId: string };

/** A signed-in person of MODERATOR_EMAILS, registered or not. */
export type Moderator = Identified & { name: string };

export type Authentication = {
  /** Reads the token and checks its signature only. @throws AppError missing-token or invalid-token */
  read(request: IncomingMessage): Promise<TokenHolder>;
  /** @param alsoFor states that do not refuse the call @throws AppError missing-token, invalid-token, account-suspended or account-deleted */
  identify(request: IncomingMessage, alsoFor?: readonly AccountState[]): Promise<Identified>;
  /** Whether the account is a moderator's, however old its session is. */
  isModerator(identityId: string): Promise<boolean>;
  /** @throws AppError not-found for other accounts, sign-in-again for moderators whose session is old */
  identifyModerator(request: IncomingMessage): Promise<Moderator>;
};

type CurrentUserOf<A extends Access> = A extends "student"
  ? Student
  : A extends "identity"
    ? Identified
    : A extends "moderator"
      ? Moderator
      : A extends "optional"
        ? Identified | undefined
        : undefined;

export type Call<E extends Endpoint> = {
  currentUser: CurrentUserOf<E["access"]>;
  query: Query<E>;
  body: Body<E>;
  params: { [P in ParameterOf<E["path"]>]: string };
  request: FastifyRequest;
  reply: FastifyReply;
};

export class SerializedJson {
  readonly json: string | Buffer;
  constructor(json: string | Buffer) {
    this.json = json;
  }
}

type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<Reply<E> | SerializedJson | FastifyReply>;

/** Registers one row of the endpoint table, the only way to add a call to the API. */
export type Serve = <const E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

const requestedWith = "campus-marketplace";

export function createServe(
  app: FastifyInstance,
  authentication: Authentication,
  publicOrigin: string,
  nameSession: (sessionId: string) => string,
): Serve {
  return <const E extends Endpoint>(endpoint: E, handler: Handler<E>) => {
    const isWrite = endpoint.method !== "GET";
    app.route({
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, ":$1"),
      config: { endpoint },
      errorHandler: endpoint.access === "moderator" ? asUnknownPath : passOn,
      async onRequest(request) {
        if (endpoint.access === "moderator") return;
        if (isWrite) refuseForeignOrigin(request, publicOrigin);
        if (endpoint.access === "cookie") requireOwnPage(request);
        if (endpoint.access !== "public" && endpoint.access !== "cookie") {
          // Refusals of the session or its account are named, too.
          const holder = await authentication.read(request.raw).catch(() => undefined);
          nameInLog(request, holder, nameSession);
        }
        request.currentUser = await identify(authentication, endpoint, request);
        refuseOtherBodies(endpoint, request);
      },
      // Refused as late as an unknown address, so that the two cannot be distinguished.
      async preHandler(request) {
        if (endpoint.access !== "moderator") return;
        request.currentUser = await authentication.identifyModerator(request.raw);
        nameInLog(request, request.currentUser, nameSession);
        if (isWrite) refuseForeignOrigin(request, publicOrigin);
      },
      async handler(request, reply) {
        const row = await rowFor(authentication, endpoint, request.currentUser);
        const answer = await handler({
          currentUser: request.currentUser,
          params: readParams(request.params as Record<string, string>),
          query: read(row, "query", request.query),
          body: read(row, "body", request.body),
          request,
          reply,
        } as Call<E>);
        if (endpoint.reply === "redirect" || endpoint.reply === "file" || reply.sent) return reply;
        const isDecided = reply.statusCode !== 200 || endpoint.statusAgain !== undefined;
        if (!isDecided) reply.code(endpoint.status ?? (endpoint.reply ? 200 : 204));
        if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
        if (endpoint.reply === undefined) return reply.send();
        reply.type("application/json; charset=utf-8");
        return reply.send(answer instanceof SerializedJson ? answer.json : JSON.stringify(answer));
      },
    });
  };
}

async function rowFor(
  authentication: Authentication,
  endpoint: Endpoint,
  caller: Identified | undefined,
): Promise<Endpoint> {
  const { forModerators } = endpoint;
  if (forModerators?.body === undefined || caller === undefined) return endpoint;
  return (await authentication.isModerator(caller.identityId))
    ? { ...endpoint, ...forModerators }
    : endpoint;
}

/** Adds the session's name to all further log lines of a request. */
function nameInLog(
  request: FastifyRequest,
  holder: { sessionId: string } | undefined,
  nameSession: (sessionId: string) => string,
): void {
  if (holder) request.log = request.log.child({ session: nameSession(holder.sessionId) });
}

const passOn = (error: Error): never => {
  throw error;
};
/** Answers as an unknown address does, which accepts bodies of every type. */
const asUnknownPath = (error: Error & { code?: string }): never => {
  throw error.code === "FST_ERR_CTP_INVALID_MEDIA_TYPE" ? new AppError("not-found") : error;
};

async function identify(
  authentication: Authentication,
  { access, alsoFor }: Endpoint,
  request: FastifyRequest,
): Promise<Identified | undefined> {
  if (access === "public" || access === "cookie") return undefined;
  if (access === "optional" && request.headers.authorization === undefined) return undefined;
  const currentUser = await authentication.identify(request.raw, alsoFor);
  if (access === "student" && currentUser.userId === undefined)
    throw new AppError("not-registered");
  return currentUser;
}

function refuseForeignOrigin(request: FastifyRequest, publicOrigin: string): void {
  const { origin } = request.headers;
  if (origin !== undefined && origin !== publicOrigin) throw new AppError("foreign-origin");
}

/** Refuses a form instead of JSON, or JSON instead of a form, before the body is read. */
function refuseOtherBodies({ body }: Endpoint, { headers }: FastifyRequest): void {
  const isForm = /^multipart\//i.test(headers["content-type"] ?? "");
  if (body && isForm !== (body === "multipart") && headers["content-type"] !== undefined)
    throw new AppError("unsupported-media-type");
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

const isIdName = (name: string): name is keyof typeof idRefusals => Object.hasOwn(idRefusals, name);

function readParams(params: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(params)) {
    if (isIdName(name) && !isId(value)) throw new AppError(idRefusals[name]);
  }
  return params;
}

function read(endpoint: Endpoint, part: "query" | "body", raw: unknown): unknown {
  const schema = endpoint[part];
  if (schema === undefined || typeof schema === "string") return undefined;
  const result = schema.safeParse(raw);
  if (result.success) return result.data;
  const { issues } = result.error;
  const errors = issues.map((issue) => ({
    field: issue.path.join(".") || "body",
    message: issue.message,
  }));
  if (issues.some((issue) => issue.code === "custom" && issue.params?.["isStorable"] === false))
    throw new AppError("invalid-text", { errors });
  const refusal =
    endpoint.fieldRefusals?.[errors[0]?.field ?? ""] ?? endpoint.refusal ?? usualRefusals[part];
  const isMissing = (raw === undefined || raw === null) && refusal !== "invalid-fields";
  throw new AppError(isMissing ? "invalid-request" : refusal, { errors });
}

declare module "fastify" {
  interface FastifyRequest {
    currentUser: Identified | Moderator | undefined;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}
