import { createStore, useStore } from "../browser/store.ts";

const openCases = createStore<number | undefined>(undefined);

/** The number of open cases, as last reported to a moderator; undefined for all other users. */
export const useOpenCases = (): number | undefined => useStore(openCases);
export const setOpenCases = openCases.set;
