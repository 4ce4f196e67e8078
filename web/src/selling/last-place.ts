import type { ProductDraft } from "@market/contract/products/product-form";
import { local } from "../browser/storage.ts";

type Place = Pick<ProductDraft, "address" | "locationType">;

const placeKey = "last-place";

/** The student's last place, on this device (R611); signing out deletes it. */
export function lastPlace(owner: string): Partial<Place> {
  const stored = local.readJson(placeKey) as ({ owner?: string } & Partial<Place>) | undefined;
  const { address, locationType } = stored ?? {};
  if (stored?.owner !== owner || address === undefined || locationType === undefined) return {};
  return { address, locationType };
}

export function rememberPlace(owner: string, { address, locationType }: Place): void {
  local.write(placeKey, JSON.stringify({ owner, address, locationType }));
}
