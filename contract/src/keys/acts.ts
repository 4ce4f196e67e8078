export const keyActs = ["sold", "removed", "confirmed"] as const;
export type KeyAct = (typeof keyActs)[number];

/** Used in place of a product's id for all listings of the key. */
export const allListings = "all";
