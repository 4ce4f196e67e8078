import { endpoints } from "@market/contract/endpoints";
import { useEffect, useState, useSyncExternalStore } from "react";
import { call } from "../api/client.ts";
import { type FormPhoto, PhotoQueue } from "./photo-queue.ts";
import { sendPhoto } from "./photo-send.ts";
import { startShrinker } from "./photo-shrink.ts";

/**
 * The photos of one form, on their way to the server as long as the form is shown.
 * @param initial those of a draft or of a stored product
 */
export function usePhotos(initial: readonly FormPhoto[]): {
  queue: PhotoQueue;
  photos: readonly FormPhoto[];
} {
  const [{ queue, shrinker }] = useState(() => makeQueue(initial));
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
  return {
    queue,
    photos: useSyncExternalStore(queue.subscribe, queue.photos, queue.photos),
  };
}

function makeQueue(initial: readonly FormPhoto[]) {
  const shrinker = startShrinker();
  const discard = (photoId: string) => {
    // Not worth a word to anybody: what stays behind is unused and removed after a day.
    call(endpoints.deletePhoto, { params: { photoId } }).catch(() => {});
  };
  const work = { send: sendPhoto, shrink: shrinker.shrink, discard };
  return { shrinker, queue: new PhotoQueue(work, initial) };
}
