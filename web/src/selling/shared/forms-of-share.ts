import { maxPhotos } from "@market/contract/limits";
import * as pasteMessages from "@market/contract/products/paste-messages";
import * as shareMessages from "@market/contract/products/share-messages";
import type { FormPhoto } from "../../photos/photo-queue.ts";
import type { InitialForm } from "../use-draft.ts";
import { emptyForm } from "../use-draft.ts";
import { fieldsOf, removedFrom } from "../message/fields-of-draft.ts";
import type { InitialMany } from "../many/use-many-draft.ts";
import { emptyMany } from "../many/use-many-draft.ts";
import { rowsOf, withPhotos } from "../many/rows.ts";
import type { Shared } from "./use-opening.ts";

/** The form for one item: the first of the message, with five photos. */
export function formOfShare(shared: Shared, owner: string, isHeld: boolean): InitialForm {
  const { fields, ...empty } = emptyForm(owner);
  const [first] = shared.items;
  const read = first ? fieldsOf(first) : {};
  return {
    ...empty,
    key: shared.key,
    shared: { id: shared.id, isHeld },
    fields: { ...fields, ...read },
    photos: shared.photos.slice(0, maxPhotos).map(photoOf),
    filled: Object.keys(read),
  };
}

export function manyOfShare(shared: Shared, owner: string, isHeld: boolean): InitialMany {
  const { fields, ...empty } = emptyMany(owner);
  const photos = shared.photos.map(photoOf);
  const place = shared.items.find(({ address }) => address)?.address;
  const { address } = fields.common;
  return {
    ...empty,
    key: shared.key,
    shared: { id: shared.id, isHeld },
    fields: {
      rows: withPhotos(rowsOf(shared.items), photos),
      common: { ...fields.common, address: address || (place ?? "") },
    },
    photos,
  };
}

const photoOf = ({ key, name, blob }: Shared["photos"][number]): FormPhoto => ({
  key,
  name,
  blob,
  step: { name: "shrinking" },
});

/** Sentences about the parts of a share that are not in the form. @param form one item has five photos at most */
export function notesOn({ items, left, photos }: Shared, form: "one" | "many"): string[] {
  const surplus = form === "one" ? photos.slice(maxPhotos) : [];
  const all = [...left, ...surplus.map(({ name }) => ({ name, reason: "five" as const }))];
  const reasons = [...new Set(all.map(({ reason }) => reason))];
  const removed = removedFrom(items);
  return [
    ...reasons.map((reason) =>
      shareMessages.left(
        reason,
        all.filter((one) => one.reason === reason).map(({ name }) => name),
      ),
    ),
    ...(removed.length > 0 ? [pasteMessages.leftOut(removed)] : []),
  ];
}
