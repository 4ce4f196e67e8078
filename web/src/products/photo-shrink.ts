import { startWorker } from "../trusted-types.ts";
import workerAddress from "./photo-shrink.worker.ts?worker&url";

export type ShrinkRequest = { id: number; photo: Blob };
export type ShrinkAnswer = { id: number; photo: Blob };

/**
 * Starts the worker that brings picked photos to upload size, away from the page's own thread.
 * `shrink` never rejects: what the browser cannot read comes back as it was, for the server to judge.
 */
export function startShrinker(): { shrink: (photo: Blob) => Promise<Blob>; stop: () => void } {
  const waiting = new Map<number, { photo: Blob; done: (photo: Blob) => void }>();
  let next = 0;
  let worker: Worker | undefined;

  const giveUp = () => {
    for (const { photo, done } of waiting.values()) done(photo);
    waiting.clear();
    worker?.terminate();
    worker = undefined;
  };
  const start = () => {
    const started = startWorker(workerAddress);
    started.onmessage = ({ data }: MessageEvent<ShrinkAnswer>) => {
      waiting.get(data.id)?.done(data.photo);
      waiting.delete(data.id);
    };
    started.onerror = giveUp;
    return started;
  };

  return {
    shrink: (photo) =>
      new Promise((done) => {
        const id = next++;
        waiting.set(id, { photo, done });
        worker ??= start();
        worker.postMessage({ id, photo } satisfies ShrinkRequest);
      }),
    stop: giveUp,
  };
}
