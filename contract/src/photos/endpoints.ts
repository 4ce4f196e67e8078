import * as z from "zod/mini";
import * as calls from "../calls.ts";
import { image, photoForm } from "../products/schemas.ts";
import { type Endpoint, success } from "../endpoint.ts";

export const photoEndpoints = {
  createPhoto: {
    ...calls.createPhoto,
    reads: ["Idempotency-Key"],
    summary: "Upload one photo before the product that will use it",
    body: "multipart",
    form: photoForm,
    status: 201,
    reply: z.object({ success, photo: image, id: z.uuid(), url: z.string() }),
  },
  deletePhoto: {
    ...calls.deletePhoto,
    summary: "Discard one of the caller's unused photos",
    params: { photoId: "photo-not-found" },
    body: "none",
    reply: z.object({ success }),
  },
} as const satisfies Record<string, Endpoint>;
