import { perTab } from "../account/storage.ts";

/** The session storage key of how far a list of several pages was read. */
const placeKey = "list-place";
export type ListPlace = {
  /** Names the choice that the list is of. */
  of: string;
  pages: number;
  /** CSS pixels that the page was scrolled. */
  top: number;
};

/** Keeps the place for a reload: a phone takes a tab away as soon as another app needs the room. */
export function keepPlace(place: ListPlace | undefined): void {
  if (place) perTab.write(placeKey, JSON.stringify(place));
  else perTab.remove(placeKey);
}

/** The kept place in the list of that choice. */
export function keptPlace(of: string): ListPlace | undefined {
  const kept = JSON.parse(perTab.read(placeKey) ?? "null") as ListPlace | null;
  return kept?.of === of ? kept : undefined;
}
