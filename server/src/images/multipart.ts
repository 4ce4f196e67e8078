import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { maxPhotoBytes, maxPhotos } from "@market/contract/limits";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";
import type { Turn } from "../operations/pace.ts";
import { type AdmitUpload, createUploadAdmission } from "./upload-admission.ts";
import { withWorkFolder } from "./work-folder.ts";

export type SpooledFile = { path: string; bytes: number; sha256: string };
export type Upload = {
  /** Texts by field; every field once, except the repeatable ones. */
  fields: Map<string, string[]>;
  files: SpooledFile[];
  /** Where the files are, and where work on them may be done; it goes away with the request. */
  folder: string;
};
export type UploadRules = {
  dataDir: string;
  /** The field whose parts are files; files in another field are refused. */
  fileField: string;
  maxFiles: number;
  /** Text fields that may come several times. */
  repeatable?: readonly string[];
  /** Throws when the caller may not upload; asked before anything is spooled. */
  allow?: () => Promise<unknown>;
  /** Milliseconds in which at least `slowBytes` must arrive. */
  slowAfter?: number;
  /** Milliseconds after which `steadyBytes` must have arrived in every second so far. */
  steadyAfter?: number;
};

const maxParts = 16;
const maxFieldName = 100;
const maxFieldBytes = 16 * 1024;
/** Bytes of a request beside its files: fields, headers of parts, boundaries. */
const frameBytes = maxParts * (maxFieldBytes + 8 * 1024);
/** A student on a second-generation network sends faster than this. */
const slowBytes = 15_000;
const slowAfterDefault = 30_000;
/** So much an upload needs that is to be done before its pace counts: one photo of the full size always is. */
const steadyBytes = 50_000;
const steadyAfterDefault = 300_000;
/** Milliseconds that the largest upload takes when it just keeps its pace, and some more. */
export const longestUpload =
  Math.ceil((maxPhotos * maxPhotoBytes + frameBytes) / steadyBytes) * 1000 + 60_000;
/** Milliseconds and bytes for which the rest of a refused request is read, so that its sender gets to the answer. */
const drainTime = 10_000;
const drainBytes = 100_000_000;

declare module "fastify" {
  interface FastifyInstance {
    /** Awaited before every piece of an uploaded file. */
    uploadTurn: Turn;
    admitUpload: AdmitUpload;
  }
}

/**
 * Lets multipart bodies through unread; `withUpload` reads them once the caller is known.
 * @param turn awaited before every piece of a file
 */
export function acceptMultipart(app: FastifyInstance, turn: Turn): void {
  app.decorate("uploadTurn", turn);
  app.decorate("admitUpload", createUploadAdmission());
  app.addContentTypeParser(/^multipart\//, (_request, _payload, done) => done(null));
}

/**
 * Spools a multipart/form-data request (RFC 7578) into a private folder and does the work on it. Nothing of the
 * request is left on disk afterwards, whatever happens.
 * @throws AppError invalid-multipart, duplicate-field, field-too-long, image-too-large, too-many-images, too-many-parts,
 *   unsupported-media-type, upload-too-slow, or why it was not admitted
 */
export function withUpload<T>(
  request: FastifyRequest,
  rules: UploadRules,
  work: (upload: Upload) => Promise<T>,
): Promise<T> {
  const most = mostBytes(rules);
  const { dataDir, allow } = rules;
  return request.server.admitUpload(request, { dataDir, most, allow }, () =>
    withWorkFolder(dataDir, async (folder) => work(await spool(request, rules, folder))),
  );
}

const mostBytes = ({ maxFiles }: UploadRules) => maxFiles * maxPhotoBytes + frameBytes;

async function spool(request: FastifyRequest, rules: UploadRules, folder: string): Promise<Upload> {
  const body = request.raw;
  const total = mostBytes(rules);
  try {
    const parser = openParser(request, rules);
    if (Number(request.headers["content-length"] ?? 0) > total)
      throw new AppError("image-too-large");
    return await readParts(body, parser, rules, folder, total, request.server.uploadTurn);
  } finally {
    drain(body);
  }
}

/** @throws AppError when the request does not even say that it is multipart/form-data, or says it wrongly */
function openParser(request: FastifyRequest, rules: UploadRules): BusboyInstance {
  const type = request.headers["content-type"] ?? "";
  const encoding = request.headers["content-encoding"] ?? "identity";
  if (!/^multipart\/form-data\s*(;|$)/i.test(type) || encoding !== "identity")
    throw new AppError("unsupported-media-type");
  // RFC 2046 section 5.1.1: one to seventy characters of a small set.
  if (!/;\s*boundary=("[\w'()+,./:=? -]{1,70}"|[\w'()+,./:=?-]{1,70})\s*(;|$)/i.test(type))
    throw new AppError("invalid-multipart");
  const limits = {
    parts: maxParts,
    files: rules.maxFiles,
    fileSize: maxPhotoBytes,
    fieldSize: maxFieldBytes,
    headerPairs: 32,
    headerSize: 8 * 1024,
  };
  try {
    return new Busboy({ headers: { ...request.headers, "content-type": type }, limits });
  } catch (error) {
    throw new AppError("invalid-multipart", { cause: error });
  }
}

type Refuse = (error: unknown) => void;
type Parts = { fields: Map<string, string[]>; files: Promise<SpooledFile | undefined>[] };

async function readParts(
  body: IncomingMessage,
  parser: BusboyInstance,
  rules: UploadRules,
  folder: string,
  total: number,
  turn: Turn,
): Promise<Upload> {
  const reading = new AbortController();
  const refuse: Refuse = (error) => reading.abort(error);
  const refused = new Promise<never>((_, reject) => {
    reading.signal.addEventListener("abort", () => reject(reading.signal.reason as Error));
  });
  const finished = new Promise<void>((resolve) => parser.on("finish", resolve));
  const spoolAs = (stream: BusboyFileStream, name: string) =>
    spoolFile(stream, join(folder, name), () => turn(body.socket), reading.signal);
  const { fields, files } = collectParts(parser, rules, spoolAs, refuse);
  const stopWatching = watch(body, total, rules, refuse);
  body.pipe(parser);
  try {
    await Promise.race([finished, refused]);
    const spooled = await Promise.race([Promise.all(files), refused]);
    return { fields, files: spooled.filter((file) => file !== undefined), folder };
  } catch (error) {
    refuse(error);
    // The folder may go only when nobody writes into it any more.
    await Promise.allSettled(files);
    throw error;
  } finally {
    stopWatching();
    body.unpipe(parser);
  }
}

function collectParts(
  parser: BusboyInstance,
  rules: UploadRules,
  spoolAs: (stream: BusboyFileStream, name: string) => Promise<SpooledFile>,
  refuse: Refuse,
): Parts {
  const fields: Parts["fields"] = new Map();
  const files: Parts["files"] = [];

  parser.on("field", (name: unknown, value, _nameCut, isCut, _encoding, type) => {
    if (!isFieldName(name) || isNested(type)) return refuse(new AppError("invalid-multipart"));
    if (name.length > maxFieldName) return refuse(new AppError("too-many-parts"));
    if (isCut) return refuse(new AppError("field-too-long"));
    const known = fields.get(name) ?? [];
    if (known.length > 0 && !rules.repeatable?.includes(name))
      return refuse(new AppError("duplicate-field"));
    fields.set(name, [...known, value]);
  });
  parser.on("file", (name: unknown, stream, fileName: string | undefined, _encoding, type) => {
    stream.on("error", () => {});
    if (name !== rules.fileField || isNested(type)) {
      stream.resume();
      return refuse(new AppError("invalid-multipart"));
    }
    stream.on("limit", () => refuse(new AppError("image-too-large")));
    const spooled = spoolAs(stream, `upload-${files.length}`);
    // A form in which no file was chosen still sends an empty, nameless one.
    const file = spooled.then((each) => (each.bytes === 0 && !fileName ? undefined : each));
    file.catch(refuse);
    files.push(file);
  });
  parser.on("partsLimit", () => refuse(new AppError("too-many-parts")));
  parser.on("filesLimit", () =>
    refuse(new AppError(rules.maxFiles === maxPhotos ? "too-many-images" : "too-many-parts")),
  );
  parser.on("error", (error) => refuse(new AppError("invalid-multipart", { cause: error })));
  return { fields, files };
}

/** Names that every object has are no field (they would be found in any table that is looked up by name). */
const isFieldName = (name: unknown): name is string =>
  typeof name === "string" && name !== "" && !(name in Object.prototype);
const isNested = (type: string | undefined) => /^multipart\//i.test(type ?? "");

async function spoolFile(
  stream: BusboyFileStream,
  path: string,
  turn: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<SpooledFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  const count = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      await turn();
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  await pipeline(stream, count, createWriteStream(path, { flags: "wx", mode: 0o600 }), { signal });
  if (stream.truncated) throw new AppError("image-too-large");
  return { path, bytes, sha256: hash.digest("hex") };
}

/** Counts the whole request itself, whatever its parts say, and notices who is gone or dawdles. @returns the end of it */
function watch(
  body: IncomingMessage,
  total: number,
  { slowAfter = slowAfterDefault, steadyAfter = steadyAfterDefault }: UploadRules,
  refuse: Refuse,
): () => void {
  const began = performance.now();
  let received = 0;
  let before = 0;
  const onData = (chunk: Buffer) => {
    received += chunk.length;
    if (received > total) refuse(new AppError("image-too-large"));
  };
  const onClose = () => {
    if (!body.readableEnded) refuse(new AppError("invalid-multipart"));
  };
  // Of the connection that was cut, not of the one to the database, which would say the same.
  const onError = (error: Error) => refuse(new AppError("invalid-multipart", { cause: error }));
  const pace = setInterval(() => {
    const elapsed = performance.now() - began;
    const isUnsteady = elapsed > steadyAfter && received < (steadyBytes * elapsed) / 1000;
    if ((isUnsteady || received - before < slowBytes) && !body.readableEnded)
      refuse(new AppError("upload-too-slow"));
    before = received;
  }, slowAfter);
  body.on("data", onData).on("close", onClose).on("error", onError);
  return () => {
    clearInterval(pace);
    body.off("data", onData).off("close", onClose);
  };
}

/**
 * Reads what is left of a request that was answered early, for a bounded time and size: its sender looks for
 * the answer only when it has sent everything, and a connection that is cut loses the answer.
 */
function drain(body: IncomingMessage): void {
  if (body.readableEnded || body.destroyed) return;
  let left = drainBytes;
  const cut = () => body.socket.destroy();
  const timer = setTimeout(cut, drainTime).unref();
  body.on("data", (chunk: Buffer) => (left -= chunk.length) < 0 && cut());
  body.on("error", () => {});
  body.on("close", () => clearTimeout(timer));
  body.on("end", () => clearTimeout(timer));
  body.resume();
}
