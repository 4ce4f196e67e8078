import { currentSession } from "../identity/session.ts";
import { useOutside } from "../browser/hydrated.tsx";
import { createStored } from "../browser/stored.ts";

type Stored = { by?: string; ids: readonly string[] };

/** The ids of saved products, as this device last knew them; signing out deletes them. */
const saved = createStored("saved", (stored): Stored => {
  const { by, ids } = (stored ?? {}) as Partial<Stored>;
  return { by, ids: Array.isArray(ids) ? ids : [] };
});

export function savedIds(): ReadonlySet<string> {
  const session = currentSession();
  const { by, ids } = saved.get();
  return new Set(session.status === "signed-in" && session.user._id === by ? ids : []);
}

/** Whether this student has saved a product; false on the server. */
export function useIsSaved(productId: string, userId: string | undefined): boolean {
  const { by, ids } = useOutside(saved.subscribe, saved.get) ?? saved.initial;
  return userId !== undefined && userId === by && ids.includes(productId);
}

export function storeSavedIds(ids: Iterable<string>): void {
  const session = currentSession();
  if (session.status === "signed-in") saved.set({ by: session.user._id, ids: [...ids] });
}
