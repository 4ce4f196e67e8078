import { addressesKey, currentSession, useSession } from "../../identity/session.ts";
import { perTab } from "../../browser/storage.ts";
import { useStore } from "../../browser/store.ts";
import { createStored } from "../../browser/stored.ts";

type Stored = { of?: string; addresses: Partial<Record<string, string>> };

/** The addresses that came with a contact, for this visit; signing out clears them. */
const addressStore = createStored(
  addressesKey,
  (stored): Stored => (stored as Stored | undefined) ?? { addresses: {} },
  perTab,
);

export function saveAddress(productId: string, address: string): void {
  const session = currentSession();
  if (session.status !== "signed-in") return;
  const of = session.user._id;
  const known = addressStore.get().of === of ? addressStore.get().addresses : {};
  addressStore.set({ of, addresses: { ...known, [productId]: address } });
}

/** The address of a product, once the same student has contacted its seller. */
export function useAddress(productId: string): string | undefined {
  const session = useSession();
  const { of, addresses } = useStore(addressStore);
  return session.status === "signed-in" && session.user._id === of
    ? addresses[productId]
    : undefined;
}
