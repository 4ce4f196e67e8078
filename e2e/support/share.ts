import type { Page } from "@playwright/test";
import { expect } from "./market.ts";

type File = { name: string; mimeType: string; buffer: Buffer };
type Sent = {
  title?: string;
  text?: string;
  url?: string;
  photos?: readonly (File | string)[];
  /** The number of pictures of 15 MB, in place of photos. */
  large?: number;
};

/** Opens a page that the service worker serves, like an installed app that was opened before. */
export async function openServed(page: Page, at = "/sell"): Promise<void> {
  await page.goto(at);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect(async () => {
    const isServed = () => page.evaluate(() => navigator.serviceWorker.controller !== null);
    if (!(await isServed())) await page.reload();
    expect(await isServed()).toBe(true);
  }).toPass();
}

/** Posts the form that a browser posts when another app shares with the installed one. */
export async function share(page: Page, { photos = [], large = 0, ...texts }: Sent): Promise<void> {
  await page.evaluate((words) => {
    const form = document.createElement("form");
    form.id = "share-of-another-app";
    Object.assign(form, {
      action: "/sell/share",
      method: "POST",
      enctype: "multipart/form-data",
      hidden: true,
    });
    for (const [name, value] of Object.entries(words)) {
      const field = document.createElement("textarea");
      Object.assign(field, { name, value });
      form.append(field);
    }
    const files = document.createElement("input");
    Object.assign(files, { type: "file", name: "photos", multiple: true });
    form.append(files);
    document.body.append(form);
  }, texts);
  const input = page.locator("#share-of-another-app input");
  await input.setInputFiles(photos as File[]);
  await input.evaluate((files: HTMLInputElement, count) => {
    const made = new DataTransfer();
    const bytes = new Uint8Array(15_000_000);
    for (let nth = 0; nth < count; nth++)
      made.items.add(new File([bytes], `large-${nth}.jpg`, { type: "image/jpeg" }));
    if (count > 0) files.files = made.files;
    files.form?.submit();
  }, large);
}

/** The number of shares in this browser. */
export const heldShares = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open("shares");
        opening.onerror = () => reject(new Error("There is no database"));
        opening.onsuccess = () => {
          const database = opening.result;
          if (!database.objectStoreNames.contains("shares")) {
            database.close();
            return resolve(0);
          }
          const counting = database.transaction("shares").objectStore("shares").count();
          counting.onsuccess = () => {
            database.close();
            resolve(counting.result);
          };
        };
      }),
  );

/** Makes all shares in this browser older by so many days. */
export const ageShares = (page: Page, days: number) =>
  page.evaluate(
    (older) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open("shares");
        opening.onsuccess = () => {
          const changing = opening.result.transaction("shares", "readwrite");
          const store = changing.objectStore("shares");
          store.openCursor().onsuccess = ({ target }) => {
            const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result;
            if (!cursor) return;
            const share = cursor.value as { at: number };
            cursor.update({ ...share, at: share.at - older * 86_400_000 });
            cursor.continue();
          };
          changing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    days,
  );
