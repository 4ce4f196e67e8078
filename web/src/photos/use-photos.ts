import * as calls from "@market/contract/photos/calls";
import { useEffect, useState } from "react";
import { call } from "../api/client.ts";
import { useStore } from "../browser/store.ts";
import { type FormPhoto, PhotoQueue } from "./photo-queue.ts";
import { sendPhoto } from "./photo-send.ts";
import { startShrinker } from "./photo-shrink.ts";

/** @param isHeld sends nothing until `queue.release()` */
export function usePhotos(initial: readonly FormPhoto[], isHeld = false) {
  const [{ queue, shrinker }] = useState(() => makeQueue(initial, isHeld));
  useEffect(() => {
    queue.open();
    const resume = () => queue.resume();
    addEventListener("online", resume);
    return () => {
      removeEventListener("online", resume);
      queue.close();
      shrinker.stop();
    };
  }, [queue, shrinker]);
  return { queue, photos: useStore(queue.store) };
}

function makeQueue(initial: readonly FormPhoto[], isHeld: boolean) {
  const shrinker = startShrinker();
  const discard = (photoId: string) => {
    // The server removes unused photos by itself after a day.
    call(calls.deletePhoto, { params: { photoId } }).catch(() => {});
  };
  const work = { send: sendPhoto, shrink: shrinker.shrink, discard };
  return { shrinker, queue: new PhotoQueue(work, initial, isHeld) };
}
