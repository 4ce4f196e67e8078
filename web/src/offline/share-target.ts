import { shareTarget } from "@market/contract/pages/pages";
import { isForMany, storeShare } from "../browser/shares.ts";
import { readShare } from "../selling/shared/read-share.ts";

/** In a frame it is another site's form, which would fill the store unnoticed. */
export function isShare(
  { method, url, destination }: Pick<Request, "method" | "url" | "destination">,
  own: string,
): boolean {
  const { origin, pathname } = new URL(url);
  return (
    method === "POST" && origin === own && pathname === shareTarget && destination === "document"
  );
}

/** Stores what another app shares in this browser, and leads to the form that it fills: nothing is sent to the server. */
export async function answerShare(request: Request): Promise<Response> {
  const { origin } = new URL(request.url);
  const to = await store(request).catch(() => "/sell?shared=no");
  return Response.redirect(origin + to, 303);
}

/** @throws if the form is malformed, offers nothing, or the browser has no space */
async function store(request: Request): Promise<string> {
  const share = await readShare(await request.formData(), new Date());
  const { photos, items, unread, left } = share;
  if (photos.length + items.length + left.length === 0 && unread === "")
    throw new Error("The share is empty");
  const id = await storeShare(share);
  return `${isForMany(share) ? "/sell/many" : "/sell"}?shared=${id}`;
}
