import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Admit } from "./operations/load.ts";
import { takeInTurn } from "./operations/slow.ts";
import {
  asksPastCaches,
  chooseEncoding,
  type Encoding,
  isSame,
  type Ready,
} from "./ready-bytes.ts";

/** A ready answer, the route to which it belongs, and whether it is a call, which the fence counts. */
export type FastAnswer = Ready & { route: string; isCall: boolean };
type Asked = { host: string | undefined; encoding: () => Encoding };
/** Finds the answer to a GET of this address, as it stands in the request, when it is ready now. */
export type Lookup = (url: string, asked: Asked) => FastAnswer | undefined;

type Lane = {
  lookups: readonly Lookup[];
  /** Headers of every answer of this origin. */
  common: Readonly<Record<string, string>>;
  /** Lets in what there is room for, in turn. */
  admit: Admit;
  /** Whether this address may make one more call. */
  admits: (address: string) => boolean;
  trustedProxies: number;
  observe: (method: string, route: string, status: number, milliseconds: number) => void;
};

/** Different Accept-Encoding headers that are remembered; browsers send some five. */
const knownHeaders = 100;

/**
 * Writes ready answers before the framework sees the request: its routing, hooks and replies cost more
 * than such an answer itself. Whatever is not ready, refused, conditional on a body or asked past the
 * caches goes the usual way, where the same answers are made; so nothing may be decided here alone. Refusals
 * for want of room are written here too, and only here.
 */
export function openFastLane(app: FastifyInstance, lane: Lane): void {
  let isClosing = false;
  app.addHook("preClose", async () => {
    isClosing = true;
  });
  const usual = app.server.listeners("request");
  app.server.removeAllListeners("request");
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    if (!isClosing && request.method === "GET" && answer(app, lane, request, response)) return;
    const isAdmitted = lane.admit(request, response, () => {
      for (const listener of usual) listener.call(app.server, request, response);
    });
    if (!isAdmitted) lane.observe(request.method ?? "", "refused", response.statusCode, 0);
  };
  app.server.on("request", (request: IncomingMessage, response: ServerResponse) =>
    takeInTurn(request, response, () => handle(request, response)),
  );
}

function answer(
  app: FastifyInstance,
  { lookups, common, admits, trustedProxies, observe }: Lane,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const started = performance.now();
  const { url = "", headers } = request;
  if (asksPastCaches(headers["cache-control"])) return false;
  const asked: Asked = {
    host: headers.host,
    encoding: () => encodingOf(headers["accept-encoding"]),
  };
  let found: FastAnswer | undefined;
  for (const lookup of lookups) found ??= lookup(url, asked);
  if (found === undefined) return false;
  if (found.isCall && !admits(addressOf(request, trustedProxies))) return false;
  const { status, variant, route } = found;
  const id = randomUUID();
  const isKnown = status === 200 && isSame(headers["if-none-match"], variant.etag);
  const head = [...headOf(found, common, isKnown), "x-request-id", id];
  if (isKnown) response.writeHead(304, head).end();
  else response.writeHead(status, head).end(variant.bytes);
  const milliseconds = performance.now() - started;
  const written = isKnown ? 304 : status;
  observe("GET", route, written, milliseconds);
  app.log.info(
    { reqId: id, method: "GET", route, status: written, ms: Math.round(milliseconds) },
    "request",
  );
  return true;
}

/** Header names and values in turn, as Node takes them without looking at each again. */
const heads = new WeakMap<Ready["variant"], { whole: string[]; known: string[] }>();

function headOf(
  { headers, encoding, variant }: Ready,
  common: Readonly<Record<string, string>>,
  isKnown: boolean,
): string[] {
  let made = heads.get(variant);
  if (made === undefined) {
    const { "content-type": type = "", ...rest } = headers;
    const known = Object.entries({ ...common, ...rest, etag: variant.etag }).flat();
    const whole = [...known, "content-type", type, "content-length", String(variant.bytes.length)];
    if (encoding !== "identity") whole.push("content-encoding", encoding);
    made = { whole, known };
    heads.set(variant, made);
  }
  return isKnown ? made.known : made.whole;
}

const encodings = new Map<string, Encoding>();

function encodingOf(header: string | undefined): Encoding {
  const known = encodings.get(header ?? "");
  if (known !== undefined) return known;
  const encoding = chooseEncoding(header);
  if (encodings.size >= knownHeaders) encodings.clear();
  encodings.set(header ?? "", encoding);
  return encoding;
}

/** As the framework reads it: the first address that no trusted proxy stands for, from our end. */
function addressOf(request: IncomingMessage, trustedProxies: number): string {
  const own = request.socket.remoteAddress ?? "";
  const forwarded = request.headers["x-forwarded-for"];
  if (trustedProxies === 0 || forwarded === undefined) return own;
  const hops = [own, ...String(forwarded).split(",").reverse()];
  return hops[Math.min(trustedProxies, hops.length - 1)]?.trim() ?? own;
}
