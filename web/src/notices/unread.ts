import * as calls from "@market/contract/notices/calls";
import { useEffect } from "react";
import { call } from "../api/client.ts";
import { createStore, useStore } from "../browser/store.ts";

const unread = createStore(0);
/** Milliseconds; a page that comes into view again requests it no sooner. */
const restUntil = 60_000;
let requestedAt = -Infinity;

async function ask(): Promise<void> {
  requestedAt = performance.now();
  try {
    unread.set((await call(calls.listNotices, { query: { limit: 1 } })).unread);
  } catch {
    // The next page requests it again.
  }
}

/** The number of unread notices of a signed-in student, as last reported. */
export function useUnread(): number {
  useEffect(() => {
    const look = () => {
      const isDue = performance.now() - requestedAt > restUntil;
      if (document.visibilityState === "visible" && isDue) void ask();
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return useStore(unread);
}

export const setUnread = (count: number): void => unread.set(count);
