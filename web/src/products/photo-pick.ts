import { errors } from "@market/contract/errors";
import { maxPhotoBytes, maxPhotos } from "@market/contract/limits";
import { messages } from "@market/contract/messages";

const sentences = {
  sell: {
    tooLarge: messages.fileTooLarge,
    tooMany: () => messages.tooManyPhotos,
    added: messages.photosAdded,
  },
  edit: {
    tooLarge: messages.photoUnder15,
    tooMany: messages.tooManyPhotosHeld,
    added: messages.editPhotosAdded,
  },
};

/**
 * Judges picked files: what fits is taken, each kind of refusal is told once (Q50, Q51).
 * @param held photos that the form already has
 */
export function pickPhotos(
  form: "sell" | "edit",
  files: readonly File[],
  held: number,
): { taken: File[]; refusals: string[]; notice?: string } {
  const refusals = new Set<string>();
  const good = files.filter((file) => {
    // Some systems name no type, and HEIC is unknown to many: the decoder judges those.
    if (file.type !== "" && !file.type.startsWith("image/"))
      refusals.add(errors["not-an-image"].message);
    else if (file.size > maxPhotoBytes) refusals.add(sentences[form].tooLarge);
    else return true;
    return false;
  });
  const taken = good.slice(0, Math.max(0, maxPhotos - held));
  if (taken.length < good.length) refusals.add(sentences[form].tooMany(held));
  return {
    taken,
    refusals: [...refusals],
    notice: taken.length > 0 ? sentences[form].added(taken.length) : undefined,
  };
}

/**
 * What the gallery's file input accepts. Chromium on Android offers the camera beside the gallery only
 * when the list holds more than pictures; the extra type exists nowhere.
 */
export function acceptedTypes(userAgent: string): string {
  return /Android.*Chrome\//.test(userAgent) ? "image/*,android/allowCamera" : "image/*";
}
