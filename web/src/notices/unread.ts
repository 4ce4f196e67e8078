import * as calls from "@market/contract/notices/calls";
import { useEffect } from "react";
import { call } from "../api/client.ts";
import { createStore, useStore } from "../browser/store.ts";
import { setOpenCases, useOpenCases } from "../moderation/open-cases.ts";

const unread = createStore(0);
/** Milliseconds; a page that comes into view again requests it no sooner. */
const restUntil = 60_000;
let requestedAt = -Infinity;
/** The student whose numbers are known. */
let owner: string | undefined;

async function ask(userId: string): Promise<void> {
  requestedAt = performance.now();
  try {
    const answer = await call(calls.listNotices, { query: { limit: 1 } });
    if (owner !== userId) return;
    unread.set(answer.unread);
    setOpenCases("cases" in answer ? answer.cases : undefined);
  } catch {
    // The next page requests it again.
  }
}

/** The number of unread notices of a signed-in student, as last reported; a moderator's open cases come along. */
export function useUnread(userId: string): number {
  const isModerator = useOpenCases() !== undefined;
  useEffect(() => {
    if (owner !== userId) {
      owner = userId;
      requestedAt = -Infinity;
      unread.set(0);
      setOpenCases(undefined);
    }
    const look = () => {
      const isDue = performance.now() - requestedAt >= restUntil;
      if (document.visibilityState === "visible" && isDue) void ask(userId);
    };
    look();
    document.addEventListener("visibilitychange", look);
    const timer = isModerator ? setInterval(look, restUntil) : undefined;
    return () => {
      document.removeEventListener("visibilitychange", look);
      clearInterval(timer);
    };
  }, [userId, isModerator]);
  return useStore(unread);
}

export const setUnread = (count: number): void => unread.set(count);
