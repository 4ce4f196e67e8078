import { useEffect } from "react";
import { currentSession } from "../account/session.ts";
import { local } from "../account/storage.ts";
import { useOutside } from "../ui/hydrated.tsx";

/** The local storage key of what the student has saved, as this device last knew it; it goes with sign-out. */
const savedKey = "saved";
const none: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();
let read: { text?: string; by?: string; ids: ReadonlySet<string> } = { ids: none };

/** Ids of the products that the signed-in student has saved; the same set until something changes. */
export function savedIds(): ReadonlySet<string> {
  const session = currentSession();
  const by = session.status === "signed-in" ? session.user._id : undefined;
  const text = local.read(savedKey);
  if (text !== read.text || by !== read.by) read = { text, by, ids: parse(text, by) };
  return read.ids;
}

/**
 * Whether the student has saved a product, as every tab of this browser sees it; false on the server.
 * @param userId of the student, undefined while nobody is signed in
 */
export function useIsSaved(productId: string, userId: string | undefined): boolean {
  useEffect(() => {
    if (userId === undefined || userId === refreshedFor) return;
    refreshedFor = userId;
    void import("./saved-actions.ts").then(({ refreshSaved }) => refreshSaved());
  }, [userId]);
  return useOutside(subscribe, () => savedIds().has(productId)) ?? false;
}
/** Once per page load, the account is asked what was saved elsewhere. */
let refreshedFor: string | undefined;

/** Keeps on this device what the student has saved. */
export function keepSaved(ids: Iterable<string>): void {
  const session = currentSession();
  if (session.status !== "signed-in") return;
  local.write(savedKey, JSON.stringify({ by: session.user._id, ids: [...ids] }));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

/** What another student left there, or another hand, is nothing. */
function parse(text: string | undefined, by: string | undefined): ReadonlySet<string> {
  try {
    const kept = JSON.parse(text ?? "null") as { by?: unknown; ids?: unknown } | null;
    return by !== undefined && kept?.by === by && Array.isArray(kept.ids)
      ? new Set(kept.ids as string[])
      : none;
  } catch {
    return none;
  }
}
