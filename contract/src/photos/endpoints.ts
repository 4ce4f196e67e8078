import * as z from "zod/mini";
import { endpointsOf, ok } from "../endpoint.ts";
import { image, photoForm } from "./schemas.ts";
import * as calls from "./calls.ts";

export const photoEndpoints = endpointsOf(calls, {
  createPhoto: {
    reads: ["Idempotency-Key"],
    summary: "Upload one photo before the product that will use it",
    body: "multipart",
    form: photoForm,
    status: 201,
    reply: ok({ photo: image, id: z.uuid(), url: z.string() }),
  },
  deletePhoto: {
    reads: ["Idempotency-Key"],
    summary: "Discard one of the caller's unused photos",
    reply: ok({}),
  },
});
