import { expect, type Page } from "@playwright/test";

/** Waits until the service worker has cached a document, and every file that its documents name. */
export async function untilFilesAreCached(page: Page, document: string): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async (path) => {
        const missing = (await caches.match(path)) ? [] : [path];
        for (const name of await caches.keys()) {
          const cache = await caches.open(name);
          for (const request of await cache.keys()) {
            const answer = await cache.match(request);
            if (!answer?.headers.get("content-type")?.startsWith("text/html")) continue;
            for (const [, file = ""] of (await answer.text()).matchAll(/"(\/assets\/[^" ]+)"/g))
              if (!(await caches.match(file))) missing.push(file);
          }
        }
        return missing;
      }, document),
    )
    .toEqual([]);
}
