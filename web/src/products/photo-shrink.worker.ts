import { shrinkPhoto } from "./photo-canvas.ts";
import type { ShrinkAnswer, ShrinkRequest } from "./photo-shrink.ts";

// One photo at a time: a decoded 12-megapixel picture takes 48 MB.
let turn: Promise<unknown> = Promise.resolve();

addEventListener("message", ({ data }: MessageEvent<ShrinkRequest>) => {
  turn = turn.then(async () => {
    const photo = await shrinkPhoto(data.photo).catch(() => data.photo);
    postMessage({ id: data.id, photo } satisfies ShrinkAnswer);
  });
});
