import { errors } from "@market/contract/errors";
import { maxPhotoBytes, maxPhotos, maxUnusedPhotos } from "@market/contract/limits";
import * as sellingMessages from "@market/contract/products/selling-messages";

const sentences = {
  sell: {
    tooLarge: sellingMessages.fileTooLarge,
    tooMany: () => sellingMessages.tooManyPhotos,
    added: sellingMessages.photosAdded,
  },
  edit: {
    tooLarge: sellingMessages.photoUnder15,
    tooMany: sellingMessages.tooManyPhotosHeld,
    added: sellingMessages.editPhotosAdded,
  },
  many: {
    tooLarge: sellingMessages.fileTooLarge,
    tooMany: () => sellingMessages.tooManyPhotosAtOnce,
    added: sellingMessages.photosAdded,
  },
};

/** Validates picked files; each kind of refusal is reported once (Q50, Q51). `held`: photos already in the form. */
export function pickPhotos(
  form: "sell" | "edit" | "many",
  files: readonly File[],
  held: number,
): { taken: File[]; refusals: string[]; notice?: string } {
  const refusals = new Set<string>();
  const good = files.filter((file) => {
    // Some systems name no type, and HEIC is unknown to many: the decoder checks those.
    if (file.type !== "" && !file.type.startsWith("image/"))
      refusals.add(errors["not-an-image"].message);
    else if (file.size > maxPhotoBytes) refusals.add(sentences[form].tooLarge);
    else return true;
    return false;
  });
  const most = form === "many" ? maxUnusedPhotos : maxPhotos;
  const taken = good.slice(0, Math.max(0, most - held));
  if (taken.length < good.length) refusals.add(sentences[form].tooMany(held));
  return {
    taken,
    refusals: [...refusals],
    notice: taken.length > 0 ? sentences[form].added(taken.length) : undefined,
  };
}
