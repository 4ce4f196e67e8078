import { endpoints } from "@market/contract/endpoints";
import type { FastifyInstance } from "fastify";
import { SerializedJson, type Serve } from "../http/serve.ts";
import { picturePolicy } from "../http/headers.ts";
import { AppError } from "../errors/errors.ts";
import { answerOnce, isRepeat, readAttempt, runOnce, confirmAnswer } from "../http/idempotency.ts";
import { acceptMultipart, withUpload } from "./multipart.ts";
import {
  discardUnusedPhoto,
  withStoredPhotos,
  makePhotos,
  type PhotoContext,
  photoUrl,
  requirePhotoQuota,
  savePhotos,
} from "./photos.ts";
import { dispositionOf, typeOf } from "../storage/object-store.ts";
import { isKey, storageRefusal, type Storage } from "../storage/storage.ts";

/** @param mayShowPhoto whether the photo of a stored file may be shown */
export function photoRoutes(
  app: FastifyInstance,
  serve: Serve,
  context: PhotoContext,
  mayShowPhoto: (key: string) => Promise<boolean>,
): void {
  const { config, db } = context;
  acceptMultipart(app);

  serve(endpoints.createPhoto, async ({ currentUser, request }) => {
    const allow = async () => {
      if (!(await isRepeat(db, request, currentUser.userId)))
        await requirePhotoQuota(db, currentUser.userId);
    };
    const rules = { dataDir: config.DATA_DIR, fileField: "image", maxFiles: 1, allow };
    return withUpload(request, rules, async ({ files: [file] }) => {
      if (!file) throw new AppError("image-required");
      const attempt = readAttempt(request, currentUser.userId, file.sha256);
      const answered = await confirmAnswer(db, attempt);
      if (answered !== undefined) return new SerializedJson(answered);
      const photos = await makePhotos(context, [file.path], currentUser.userId);
      const { body } = await withStoredPhotos(context, photos, () =>
        runOnce(db, attempt, async (transaction) => {
          await requirePhotoQuota(transaction, currentUser.userId, "transaction");
          await savePhotos(context, transaction, currentUser.userId, photos);
          const photo = photos[0]?.image;
          return JSON.stringify({ success: true, photo, id: photo?.id, url: photo?.url });
        }),
      );
      return new SerializedJson(body);
    });
  });

  serve(endpoints.deletePhoto, async (call) =>
    answerOnce(db, call, async (transaction) => {
      const { userId } = call.currentUser;
      await discardUnusedPhoto(context, transaction, userId, call.params.photoId);
      return { reply: { success: true } };
    }),
  );

  servePhotos(app, context.storage, mayShowPhoto);
}

const cacheControl = "public, max-age=604800, s-maxage=30, immutable";

/** Serves what students uploaded as pictures, never as pages. */
function servePhotos(
  app: FastifyInstance,
  storage: Storage,
  mayShowPhoto: (key: string) => Promise<boolean>,
): void {
  const errorHandler = (error: Error) => {
    throw storageRefusal(error);
  };
  app.get<{ Params: { "*": string } }>(photoUrl("*"), { errorHandler }, async (request, reply) => {
    const key = request.params["*"];
    // Looks for the file first, because made-up names must not reach the database.
    const file = isKey(key) ? await storage.open(key) : undefined;
    if (!file) throw new AppError("photo-not-found");
    try {
      if (!(await mayShowPhoto(key))) throw new AppError("photo-not-found");
    } catch (error) {
      file.stream.destroy();
      throw error;
    }
    // The content of a name never changes, so the name is its validator.
    const etag = `"${key}"`;
    reply.headers({
      etag,
      "cache-control": cacheControl,
      "content-disposition": dispositionOf(key),
      "content-security-policy": picturePolicy,
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
    });
    const isKnown = request.headers["if-none-match"]?.includes(etag);
    if (isKnown || request.method === "HEAD") file.stream.destroy();
    if (isKnown) return reply.code(304).send();
    return reply.type(typeOf(key)).header("content-length", file.bytes).send(file.stream);
  });
}
