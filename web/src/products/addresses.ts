import { useSyncExternalStore } from "react";
import { currentSession, useSession } from "../account/session.ts";
import { perTab } from "../account/storage.ts";

/** The session storage key of the addresses that came with a contact; signing out clears it. */
const addressesKey = "addresses";
type Kept = { of: string; addresses: Partial<Record<string, string>> };

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Nobody reads what another student of this tab was told. */
function read(): Kept | undefined {
  const session = currentSession();
  if (session.status !== "signed-in") return undefined;
  const of = session.user._id;
  const kept = JSON.parse(perTab.read(addressesKey) ?? "null") as Kept | null;
  return kept?.of === of ? kept : { of, addresses: {} };
}

/** Keeps for this visit where a product is handed over. */
export function keepAddress(productId: string, address: string): void {
  const kept = read();
  if (!kept) return;
  kept.addresses[productId] = address;
  perTab.write(addressesKey, JSON.stringify(kept));
  for (const listener of listeners) listener();
}

/** Where a product is handed over, once its seller was contacted in this visit. */
export function useAddress(productId: string): string | undefined {
  useSession();
  return useSyncExternalStore(
    subscribe,
    () => read()?.addresses[productId],
    () => undefined,
  );
}
