import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { countHeader } from "./http/headers.ts";
import type { Admit } from "./operations/load.ts";
import { takeInTurn } from "./operations/slow.ts";
import {
  asksPastCaches,
  chooseEncoding,
  type Encoding,
  isSame,
  type Ready,
} from "./ready-bytes.ts";

/** A ready answer, and the route to which it belongs. */
export type FastAnswer = Ready & { route: string };
type Asked = { host: string | undefined; encoding: () => Encoding };
/** Finds the answer to a GET of this address, as it stands in the request, when it is ready now. */
export type Lookup = (url: string, asked: Asked) => FastAnswer | undefined;

/** An answer that is written once. */
export type Made = { headers: Readonly<Record<string, string>>; bytes: Buffer };
/** A call whose address was read and found right before, so that only its answer has to be made. */
export type Known = {
  route: string;
  ready: (encoding: Encoding) => Promise<Ready>;
  /** Past everything that is kept. */
  anew: () => Promise<Made>;
};

type Lane = {
  lookups: readonly Lookup[];
  /** Whether a request with these headers may be answered here. */
  isFor: (headers: IncomingHttpHeaders) => boolean;
  known: (url: string) => Known | undefined;
  /** Headers of every answer of this origin. */
  common: Readonly<Record<string, string>>;
  /** Lets in what there is room for, in turn. */
  admit: Admit;
  /** Counts a request for which an answer has to be made. @throws AppError when there have been too many */
  consume: (request: IncomingMessage) => void;
  observe: (method: string, route: string, status: number, milliseconds: number) => void;
  log: FastifyInstance["log"];
};

/** Different Accept-Encoding headers that are remembered; browsers send some five. */
const knownHeaders = 100;

/**
 * Writes ready answers, and makes those whose addresses are known, before the framework sees the request: its
 * routing, hooks and replies cost more than such an answer itself. Whatever is not known, refused, conditional
 * on a body or fails goes the usual way, where the same answers are made; so nothing may be decided here alone.
 * Refusals for want of room are written here too, and only here.
 */
export function openFastLane(app: FastifyInstance, options: Omit<Lane, "log">): void {
  const lane = { ...options, log: app.log };
  let isClosing = false;
  app.addHook("preClose", async () => {
    isClosing = true;
  });
  const usual = app.server.listeners("request");
  app.server.removeAllListeners("request");
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const passage = { request, response, started: performance.now() };
    // The framework refuses two Host headers.
    const isShort =
      !isClosing &&
      request.method === "GET" &&
      countHeader(request, "host") === 1 &&
      lane.isFor(request.headers);
    if (isShort && answer(lane, passage)) return;
    const goOn = () => {
      for (const listener of usual) listener.call(app.server, request, response);
    };
    const isAdmitted = lane.admit(request, response, (leave) => {
      if (!isShort || !make(lane, passage, leave, goOn)) goOn();
    });
    if (!isAdmitted) lane.observe(request.method ?? "", "refused", response.statusCode, 0);
  };
  app.server.on("request", (request: IncomingMessage, response: ServerResponse) =>
    takeInTurn(request, response, () => handle(request, response)),
  );
}

type Passage = { request: IncomingMessage; response: ServerResponse; started: number };

function answer(lane: Lane, passage: Passage): boolean {
  const { url = "", headers } = passage.request;
  if (asksPastCaches(headers["cache-control"])) return false;
  const asked: Asked = {
    host: headers.host,
    encoding: () => encodingOf(headers["accept-encoding"]),
  };
  let found: FastAnswer | undefined;
  for (const lookup of lane.lookups) found ??= lookup(url, asked);
  if (found === undefined) return false;
  writeReady(lane, passage, found.route, found);
  return true;
}

/** @param goOn takes over when the answer cannot be made; it finds out why by itself */
function make(lane: Lane, passage: Passage, leave: () => void, goOn: () => void): boolean {
  const { url = "", headers } = passage.request;
  const known = lane.known(url);
  // Whose token it is takes longer to find out.
  if (known === undefined || headers.authorization !== undefined) return false;
  try {
    lane.consume(passage.request);
  } catch {
    return false;
  }
  const write = asksPastCaches(headers["cache-control"])
    ? known.anew().then((made) => () => writeMade(lane, passage, known.route, made))
    : known
        .ready(encodingOf(headers["accept-encoding"]))
        .then((ready) => () => writeReady(lane, passage, known.route, ready));
  void write.then((writeNow) => {
    writeNow();
    leave();
  }, goOn);
  return true;
}

function writeReady(lane: Lane, passage: Passage, route: string, ready: Ready): void {
  const { request, response } = passage;
  const { status, variant } = ready;
  const id = randomUUID();
  const isKnown = status === 200 && isSame(request.headers["if-none-match"], variant.etag);
  const head = [...headOf(ready, lane.common, isKnown), "x-request-id", id];
  if (isKnown) response.writeHead(304, head).end();
  else response.writeHead(status, head).end(variant.bytes);
  tell(lane, passage, route, id);
}

function writeMade(lane: Lane, passage: Passage, route: string, { headers, bytes }: Made): void {
  const id = randomUUID();
  const head = Object.entries({ ...lane.common, ...headers }).flat();
  head.push("x-request-id", id, "content-length", String(bytes.length));
  passage.response.writeHead(200, head).end(bytes);
  tell(lane, passage, route, id);
}

/** Counts and logs an answer as the framework's hooks do. */
function tell(lane: Lane, { response, started }: Passage, route: string, reqId: string): void {
  const status = response.statusCode;
  const milliseconds = performance.now() - started;
  lane.observe("GET", route, status, milliseconds);
  lane.log.info({ reqId, method: "GET", route, status, ms: Math.round(milliseconds) }, "request");
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
