import * as calls from "@market/contract/students/calls";
import { currentSession } from "../identity/session.ts";
import { call } from "../api/client.ts";
import { blocked } from "./blocked.ts";

type BlockedStudent = { _id: string; name: string };

/** @throws ApiError */
export async function fetchBlocked(): Promise<readonly BlockedStudent[]> {
  const { users } = await call(calls.listBlocks);
  storeIds(users.map(({ _id }) => _id));
  return users;
}

/** Never rejects. */
export async function refreshBlocked(): Promise<void> {
  await fetchBlocked().catch((failure: unknown) =>
    console.warn("The list of blocked students did not arrive", failure),
  );
}

/** @throws ApiError */
export async function setBlocked(userId: string, isBlocked: boolean): Promise<void> {
  await call(isBlocked ? calls.blockUser : calls.unblockUser, { params: { userId } });
  const others = blocked.get().ids.filter((id) => id !== userId);
  storeIds(isBlocked ? [...others, userId] : others);
}

function storeIds(ids: readonly string[]): void {
  const session = currentSession();
  if (session.status === "signed-in") blocked.set({ by: session.user._id, ids });
}
