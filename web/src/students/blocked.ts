import type { Product } from "@market/contract/products/product";
import { useEffect, useMemo } from "react";
import { useSession } from "../identity/session.ts";
import { useOutside } from "../browser/hydrated.tsx";
import { createStored } from "../browser/stored.ts";

type Stored = { by?: string; ids: readonly string[] };

/** The students that a student has blocked, as last known to this device; signing out deletes them. */
export const blocked = createStored("blocked", (stored): Stored => {
  const { by, ids } = (stored ?? {}) as Partial<Stored>;
  return { by, ids: Array.isArray(ids) ? ids : [] };
});

let refreshedFor: string | undefined;

/** Lists are the same for all users, so blocked students' listings are left out here (D46). */
export function useShownProducts<P extends Product>(products: readonly P[]): readonly P[] {
  const session = useSession();
  const userId = session.status === "signed-in" ? session.user._id : undefined;
  const { by, ids } = useOutside(blocked.subscribe, blocked.get) ?? blocked.initial;
  useEffect(() => {
    if (userId === undefined || userId === refreshedFor) return;
    refreshedFor = userId;
    void import("./block-actions.ts").then(({ refreshBlocked }) => refreshBlocked());
  }, [userId]);
  return useMemo(
    () =>
      userId === undefined || by !== userId || ids.length === 0
        ? products
        : products.filter(({ seller }) => !ids.includes(seller._id)),
    [products, userId, by, ids],
  );
}
