import { createStore } from "../browser/store.ts";

/** The student who has registered in this tab and has not been welcomed yet. */
export const newcomer = createStore<string | undefined>(undefined);
