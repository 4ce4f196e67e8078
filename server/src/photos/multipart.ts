import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { finished, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import type { ErrorCode } from "@market/contract/errors";
import { maxPhotoBytes, maxPhotos } from "@market/contract/limits";
import { isStorable } from "@market/contract/text";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../errors/errors.ts";
import { type AdmitUpload, createUploadAdmission } from "./upload-admission.ts";
import { withWorkFolder } from "./work-folder.ts";

type SpooledFile = { path: string; bytes: number; sha256: string };
export type Upload = { fields: Map<string, string[]>; files: SpooledFile[] };
type UploadRules = {
  dataDir: string;
  fileField: string;
  maxFiles: number;
  repeatable?: readonly string[];
  allow?: () => Promise<unknown>;
  /** Milliseconds: `slowBytes` must arrive in each `slowAfter`, `steadyBytes` a second on average after `steadyAfter`. */
  slowAfter?: number;
  steadyAfter?: number;
  /** Milliseconds for the rest of a body that is no longer needed */
  drainFor?: number;
};

const maxParts = 16;
const maxFieldName = 100;
const maxFieldBytes = 16 * 1024;
const frameBytes = maxParts * (maxFieldBytes + 8 * 1024);
const slowBytes = 15_000;
const steadyBytes = 50_000;
/** Milliseconds */
export const longestUpload =
  Math.ceil((maxPhotos * maxPhotoBytes + frameBytes) / steadyBytes) * 1000 + 60_000;

declare module "fastify" {
  interface FastifyInstance {
    admitUpload: AdmitUpload;
  }
}

/** Lets multipart bodies through unread; `withUpload` reads them once the user is known. */
export function acceptMultipart(app: FastifyInstance): void {
  app.decorate("admitUpload", createUploadAdmission());
  app.addContentTypeParser(/^multipart\//, (_request, _payload, done) => done(null));
}

/** Spools a form (RFC 7578) into a private folder while `work` runs. @throws AppError of a malformed, too large, too slow or refused request */
export function withUpload<T>(
  request: FastifyRequest,
  rules: UploadRules,
  work: (upload: Upload) => Promise<T>,
): Promise<T> {
  const most = rules.maxFiles * maxPhotoBytes + frameBytes;
  const { dataDir, allow } = rules;
  return request.server.admitUpload(request, { dataDir, most, allow }, () =>
    withWorkFolder(dataDir, async (folder) => work(await spool(request, rules, folder, most))),
  );
}

type Refuse = (code: ErrorCode, cause?: unknown) => void;

async function spool(request: FastifyRequest, rules: UploadRules, folder: string, most: number) {
  const body = request.raw;
  const fields = new Map<string, string[]>();
  const files: Promise<SpooledFile | undefined>[] = [];
  const reading = new AbortController();
  const { signal } = reading;
  // The first fault ends the reading; later ones are its consequences.
  const refuse: Refuse = (code, cause) => reading.abort(new AppError(code, { cause }));
  const stopWatching = watch(body, most, rules, refuse);
  try {
    const parser = openParser(request, rules);
    if (Number(request.headers["content-length"] ?? 0) > most)
      throw new AppError("image-too-large");

    parser.on("field", (name: unknown, value, _nameCut, isCut, _encoding, type) => {
      if (!isFieldName(name) || isNested(type)) return refuse("invalid-multipart");
      if (name.length > maxFieldName) return refuse("too-many-parts");
      if (isCut) return refuse("field-too-long");
      if (!isStorable(name) || !isStorable(value)) return refuse("invalid-text");
      const before = fields.get(name) ?? [];
      if (before.length > 0 && !rules.repeatable?.includes(name)) return refuse("duplicate-field");
      fields.set(name, [...before, value]);
    });
    parser.on("file", (name: unknown, stream, fileName: string | undefined, _encoding, type) => {
      stream.on("error", () => {});
      if (name !== rules.fileField || isNested(type)) {
        stream.resume();
        return refuse("invalid-multipart");
      }
      if (!isStorable(fileName ?? "")) {
        stream.resume();
        return refuse("invalid-text");
      }
      stream.on("limit", () => refuse("image-too-large"));
      const spooled = spoolFile(stream, join(folder, `upload-${files.length}`), signal);
      // A form without a chosen file sends an empty, nameless one.
      const file = spooled.then((each) => (each.bytes === 0 && !fileName ? undefined : each));
      file.catch((error: unknown) => reading.abort(error));
      files.push(file);
    });
    parser.on("partsLimit", () => refuse("too-many-parts"));
    parser.on("filesLimit", () =>
      refuse(rules.maxFiles === maxPhotos ? "too-many-images" : "too-many-parts"),
    );
    parser.on("error", (error) => refuse("invalid-multipart", error));

    // No pipeline: it would end the connection before a refusal is sent.
    body.pipe(parser);
    await once(parser, "finish", { signal });
    const spooled = await Promise.all(files);
    signal.throwIfAborted();
    return { fields, files: spooled.filter((file) => file !== undefined) };
  } catch (error) {
    reading.abort(error);
    // Nothing may write into the folder any more when it is removed.
    await Promise.allSettled(files);
    throw signal.reason;
  } finally {
    stopWatching();
    drain(body, rules.drainFor);
  }
}

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

const isFieldName = (name: unknown): name is string =>
  typeof name === "string" && name !== "" && !(name in Object.prototype);
const isNested = (type: string | undefined) => /^multipart\//i.test(type ?? "");

async function spoolFile(stream: Readable, path: string, signal: AbortSignal) {
  const hash = createHash("sha256");
  let bytes = 0;
  stream.on("data", (chunk: Buffer) => {
    hash.update(chunk);
    bytes += chunk.length;
  });
  await pipeline(stream, createWriteStream(path, { flags: "wx", mode: 0o600 }), { signal });
  return { path, bytes, sha256: hash.digest("hex") };
}

function watch(
  body: IncomingMessage,
  most: number,
  { slowAfter = 30_000, steadyAfter = 300_000 }: UploadRules,
  refuse: Refuse,
): () => void {
  const began = performance.now();
  let received = 0;
  let before = 0;
  const onData = (chunk: Buffer) => {
    received += chunk.length;
    if (received > most) refuse("image-too-large");
  };
  body.on("data", onData);
  const timer = setInterval(() => {
    const elapsed = performance.now() - began;
    const isUnsteady = elapsed > steadyAfter && received < (steadyBytes * elapsed) / 1000;
    if (isUnsteady || received - before < slowBytes) refuse("upload-too-slow");
    before = received;
  }, slowAfter);
  finished(body, (error) => {
    clearInterval(timer);
    if (error) refuse("invalid-multipart", error);
  });
  return () => {
    clearInterval(timer);
    body.off("data", onData);
  };
}

/** Discards the rest of a body, because browsers read an early answer only after sending everything. */
function drain(body: IncomingMessage, longest = 10_000): void {
  body.unpipe();
  if (body.readableEnded || body.destroyed) return;
  const timer = setTimeout(() => body.destroy(), longest).unref();
  finished(body, () => clearTimeout(timer));
  body.resume();
}
