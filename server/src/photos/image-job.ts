import * as z from "zod/mini";

/** The words on a card of one item, beside its photos. */
export type WordsOfOne = { price: string; name: string; site: string; sold?: string };
/** The words on a card of two to four listings, each below its photo. `category` replaces a name if the font has none of its letters. */
export type WordsOfSeveral = {
  title: string;
  site: string;
  items: { name: string; category: string; price: string }[];
};
export type CardWords = WordsOfOne | WordsOfSeveral;

export type ImageJob = ({ task: "encode" | "avif" } | { task: "card"; words: CardWords }) & {
  maxMemory: number;
  maxCpu: number;
};

const refusal = z.enum(["not-an-image", "unsupported-image-type", "heic-image", "too-many-pixels"]);
export type ImageRefusal = z.infer<typeof refusal>;

/** Bytes of a picture that goes in or of a file that comes out */
export const maxFile = 16 * 1024 * 1024;
const side = z.int().check(z.minimum(1), z.maximum(2560));
const look = z.strictObject({
  height: side,
  thumbhash: z.string().check(z.regex(/^[A-Za-z0-9+/]{4,40}={0,2}$/)),
  color: z.string().check(z.regex(/^#[0-9a-f]{6}$/)),
  fingerprint: z.optional(z.string().check(z.regex(/^[0-9a-f]{16}$/))),
});

/** The first frame of an image process's answer, before one for each file. A hostile picture may have written it. */
export const imageAnswer = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("made"),
    widths: z.array(side).check(z.maxLength(3)),
    look: z.optional(look),
  }),
  // `exceeded`: stopped at the memory or processor limit, whatever `code` says.
  z.strictObject({ kind: z.literal("refused"), code: refusal, exceeded: z.boolean() }),
  z.strictObject({ kind: z.literal("failed"), reason: z.string().check(z.maxLength(2_000)) }),
]);
export type ImageAnswer = z.infer<typeof imageAnswer>;
/** Height in pixels of the largest file, thumbhash in base64, dominant colour as #rrggbb, perceptual hash in hexadecimal. */
export type PhotoLook = z.infer<typeof look>;
