import { maxPhotoBytes, maxUnusedPhotos, sharesBytes } from "@market/contract/limits";
import type { ReasonLeft } from "@market/contract/products/share-messages";
import { bytesOf, type Share, type SharedPhoto } from "../../browser/shares.ts";
import { type MessageDraft, readMessage } from "../message/read-message.ts";

export type ItemShare = Share<MessageDraft, ReasonLeft>;

/** Longer ones are no message. */
const longestText = 20_000;

/** Reads the form that another app has sent, and leaves out what no form takes. */
export async function readShare(form: FormData, today: Date): Promise<Omit<ItemShare, "at">> {
  const photos: SharedPhoto[] = [];
  const left: ItemShare["left"] = [];
  const texts = [textOf(form, "text")];
  for (const file of form.getAll("photos")) {
    if (typeof file === "string" || (file.size === 0 && file.name === "")) continue;
    const { name, type } = file;
    const add = (reason: ReasonLeft) => left.push({ name, reason });
    // UTF-8 takes up to four bytes for a character.
    if (type.startsWith("text/")) texts.push(await file.slice(0, longestText * 4).text());
    // Some systems name no type: the decoder checks those.
    else if (type !== "" && !type.startsWith("image/")) add("kind");
    else if (file.size > maxPhotoBytes) add("size");
    else if (photos.length === maxUnusedPhotos) add("thirty");
    else if (bytesOf(photos) + file.size > sharesBytes) add("space");
    else photos.push({ key: crypto.randomUUID(), name, blob: file });
  }
  texts.push(textOf(form, "url"));
  const text = joined(texts);
  const read = (words: string) => readMessage(words.slice(0, longestText), today);
  const found = read(text);
  // A title is often only the name of the app.
  const items = found.length > 0 ? found : read(joined([textOf(form, "title"), text]));
  const unread = items.length > 0 ? "" : text.slice(0, longestText);
  return { key: crypto.randomUUID(), items, unread, photos, left };
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

const joined = (texts: readonly string[]) => texts.filter((each) => each.trim() !== "").join("\n");
