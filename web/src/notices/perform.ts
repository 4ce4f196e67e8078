import type { Call } from "@market/contract/call";
import type { NoticeAction } from "@market/contract/notices/notice";
import { call } from "../api/client.ts";

/** Does what the button of a notice stands for. */
export async function perform({ method, path, body }: NoticeAction): Promise<void> {
  const endpoint: Call = { method, path, access: "student", alsoFor: [] };
  await call(endpoint, { body: (body ?? {}) as never });
}
