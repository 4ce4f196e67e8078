import type { Call } from "@market/contract/call";
import * as messages from "@market/contract/notices/messages";
import type { NoticeAction } from "@market/contract/notices/notice";
import { call } from "../api/client.ts";

/** A removed listing can be restored. */
export const undoOf = ({ method, path }: NoticeAction): NoticeAction | undefined =>
  method === "DELETE" && path.startsWith("/api/products/")
    ? { name: "undo", label: messages.undo, method: "POST", path: `${path}/restore` }
    : undefined;

export async function perform({ method, path, body }: NoticeAction): Promise<void> {
  const endpoint: Call = { method, path, access: "student", alsoFor: [] };
  await call(endpoint, { body: (body ?? {}) as never });
}
