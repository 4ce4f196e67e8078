import * as z from "zod/mini";

/** What stands on a preview card; `sold` only where the product is. */
export type CardWords = { price: string; name: string; site: string; sold?: string };

type Order = { task: "encode" | "avif" } | { task: "card"; words: CardWords };
/** What an image process is asked; the picture itself comes through its standard input. */
export type ImageJob = Order & {
  /** Length of the picture */
  bytes: number;
  /** Bytes that the process may hold */
  maxMemory: number;
  /** Milliseconds of processor time that the job may take */
  maxCpu: number;
};
export type ImageOrder = Order & { input: string };

const refusals = [
  "not-an-image",
  "unsupported-image-type",
  "heic-image",
  "too-many-pixels",
] as const;
export type ImageRefusal = (typeof refusals)[number];

/** Bytes that one made file may have. */
const maxFile = 16 * 1024 * 1024;
const side = z.int().check(z.minimum(1), z.maximum(2560));
const look = z.strictObject({
  height: side,
  thumbhash: z.string().check(z.regex(/^[A-Za-z0-9+/]{4,40}={0,2}$/)),
  color: z.string().check(z.regex(/^#[0-9a-f]{6}$/)),
});
const file = z.strictObject({
  width: side,
  bytes: z.int().check(z.minimum(1), z.maximum(maxFile)),
});

/** What an image process says. It is read as the word of a stranger: a hostile picture may be speaking. */
export const imageAnswer = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("ready") }),
  // The files themselves come through its standard output, one behind the other.
  z.strictObject({
    kind: z.literal("made"),
    files: z.array(file).check(z.maxLength(3)),
    look: z.optional(look),
  }),
  z.strictObject({ kind: z.literal("refused"), code: z.enum(refusals), spent: z.boolean() }),
  z.strictObject({ kind: z.literal("failed"), reason: z.string().check(z.maxLength(2_000)) }),
]);
export type ImageAnswer = z.infer<typeof imageAnswer>;
/** How a photo looks: height in pixels of its largest file, thumbhash in base64, dominant colour as #rrggbb. */
export type PhotoLook = z.infer<typeof look>;
