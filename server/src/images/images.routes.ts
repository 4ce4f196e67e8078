import { endpoints } from "@market/contract/endpoints";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ReadyJson, type Serve } from "../endpoint.ts";
import { AppError, sendProblem } from "../errors.ts";
import { isRepeat, once, readAttempt, selectAnswer } from "../idempotency.ts";
import type { Parts } from "../parts.ts";
import type { Turn } from "../operations/pace.ts";
import { limitSlowReading, whileReaderWaits } from "../operations/slow.ts";
import { acceptMultipart, withUpload } from "./multipart.ts";
import { writePiece } from "./pieces.ts";
import { createPhotoVisibility } from "./photo-visibility.ts";
import {
  discardUnusedPhoto,
  keepingPhotos,
  makePhotos,
  photoUrl,
  requirePhotoRoom,
  savePhotos,
} from "./photos.ts";
import { isKey, storageRefusal, typeOf, type Storage, type StoredFile } from "./storage.ts";

type PhotoRouteParts = Pick<Parts, "config" | "log" | "db" | "storage" | "processor" | "jobs">;

/**
 * Uploading a photo before its product, thinking better of it, and the photos themselves.
 * @param turn awaited before every piece of a photo, coming or going
 */
export function imageRoutes(
  app: FastifyInstance,
  serve: Serve,
  parts: PhotoRouteParts,
  turn: Turn,
): void {
  const { config, db } = parts;
  acceptMultipart(app, turn);

  serve(endpoints.createPhoto, async ({ caller, request }) => {
    const allow = async () => {
      if (!(await isRepeat(db, request, caller.userId))) await requirePhotoRoom(db, caller.userId);
    };
    const rules = { dataDir: config.DATA_DIR, fileField: "image", maxFiles: 1, allow };
    return withUpload(request, rules, async ({ files: [file], folder }) => {
      if (!file) throw new AppError("image-required");
      const attempt = readAttempt(request, caller.userId, file.sha256);
      const answered = await selectAnswer(db, attempt);
      if (answered !== undefined) return new ReadyJson(answered);
      const photos = await makePhotos(parts, [file.path], folder, caller.userId);
      const { body } = await keepingPhotos(parts, photos, () =>
        once(db, attempt, async (transaction) => {
          await requirePhotoRoom(transaction, caller.userId, "transaction");
          await savePhotos(parts, transaction, caller.userId, photos);
          const photo = photos[0]?.image;
          return JSON.stringify({ success: true, photo, id: photo?.id, url: photo?.url });
        }),
      );
      return new ReadyJson(body);
    });
  });

  serve(endpoints.deletePhoto, async ({ caller, params }) => {
    await db.transaction((transaction) =>
      discardUnusedPhoto(parts, transaction, caller.userId, params.photoId),
    );
    return { success: true } as const;
  });

  servePhotos(app, parts.storage, turn, createPhotoVisibility(db));
}

/**
 * A browser that has a photo need not ask for a week. What serves several people asks again after half a minute, so
 * that with what this process remembers of it (`photo-visibility.ts`) a removed photo is gone within a minute.
 */
const cacheControl = "public, max-age=604800, s-maxage=30, immutable";

/** The one place where what strangers uploaded leaves the building: always as a picture, never as a page. */
export function servePhotos(
  app: FastifyInstance,
  storage: Storage,
  turn: Turn,
  isShown: (key: string) => Promise<boolean>,
): void {
  const open = (key: string) =>
    storage.open(key).catch((error: unknown) => {
      throw storageRefusal(error);
    });
  app.get<{ Params: { "*": string } }>(photoUrl("*"), async (request, reply) => {
    const key = request.params["*"];
    const file = isKey(key) ? await open(key) : undefined;
    if (!file) return sendProblem(new AppError("photo-not-found"), request, reply);
    if (!(await isShown(key))) {
      await file.close();
      return sendProblem(new AppError("photo-not-found"), request, reply);
    }
    // A name stands for one content for ever, so it is its own validator.
    const etag = `"${key}"`;
    reply.headers({
      etag,
      "cache-control": cacheControl,
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
    });
    if (request.headers["if-none-match"]?.includes(etag)) {
      await file.close();
      return reply.code(304).send();
    }
    reply.type(typeOf(key)).header("content-length", file.bytes);
    return sendFile(request, reply, file, turn);
  });
}

/** Past the framework, which sends streams only: those take a new buffer for every piece. */
async function sendFile(
  { method, log }: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  turn: Turn,
): Promise<FastifyReply> {
  const { raw } = reply;
  const begin = () => {
    reply.hijack();
    limitSlowReading(raw);
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) raw.setHeader(name, value);
    raw.writeHead(reply.statusCode);
  };
  let left = file.bytes;
  try {
    if (method !== "HEAD") {
      if (!(await turn(raw))) return reply.hijack();
      for await (const piece of file.pieces) {
        if (!raw.headersSent) begin();
        left -= piece.length;
        if (!(await writePiece(raw, piece, left <= 0))) return reply;
        if (left > 0 && !(await whileReaderWaits(raw, () => turn(raw)))) return reply;
      }
    }
  } catch (error) {
    if (!raw.headersSent) throw storageRefusal(error);
    log.error({ err: error }, "a photo could not be read to its end");
    raw.destroy();
  } finally {
    await file.close();
  }
  if (!raw.headersSent) {
    begin();
    raw.end();
  }
  return reply;
}
