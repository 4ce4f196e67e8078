/** What a key can do with a listing. */
export const keyActs = ["sold", "removed", "confirmed"] as const;
export type KeyAct = (typeof keyActs)[number];

/** In place of a product's id: all listings of the key. */
export const allListings = "all";
