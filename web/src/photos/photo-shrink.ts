import { startWorker } from "../browser/trusted-types.ts";
import workerUrl from "./photo-shrink.worker.ts?worker&url";

/** Shrinks photos in a worker, one at a time: a decoded 12-megapixel picture takes 48 MB. `shrink` never rejects. */
export function startShrinker(): { shrink: (photo: Blob) => Promise<Blob>; stop: () => void } {
  let worker: Worker | undefined;
  let giveUp: (() => void) | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let stops = 0;

  const shrinkNext = (photo: Blob) =>
    new Promise<Blob>((resolve) => {
      const current = (worker ??= startWorker(workerUrl));
      giveUp = () => {
        current.terminate();
        worker = undefined;
        resolve(photo);
      };
      current.onmessage = ({ data }: MessageEvent<Blob>) => resolve(data);
      current.onerror = giveUp;
      current.postMessage(photo);
    });
  return {
    shrink(photo) {
      const before = stops;
      const shrunk = last.then(() => (stops === before ? shrinkNext(photo) : photo));
      last = shrunk;
      return shrunk;
    },
    stop() {
      stops += 1;
      giveUp?.();
    },
  };
}
