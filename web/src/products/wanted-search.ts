import { useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { useLocation, useNavigate, useNavigationType } from "react-router";
import { afterPaint } from "../ui/after-paint.ts";
import { type ListChoice, readChoice } from "./filters.ts";

/** The search part of the address that was asked for last, until the page shows it. */
let wanted: URLSearchParams | undefined;
const listeners = new Set<() => void>();

const wantedNow = () => wanted;

function want(search: URLSearchParams | undefined): void {
  if (search === wanted) return;
  wanted = search;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * What a control shows as chosen: in the very next frame what was tapped last, whatever work on the page
 * follows from it.
 * @param choice what the page shows
 */
export function useShownChoice(choice: ListChoice): ListChoice {
  const search = useSyncExternalStore(subscribe, wantedNow, () => undefined);
  return useMemo(() => (search ? readChoice(search) : choice), [search, choice]);
}

type Step = {
  /** What the page keeps of the step in the history. */
  state?: unknown;
  /** Whether the step takes the place of the one that stands there, as it is told its search part. */
  replaces?: (from: URLSearchParams) => boolean;
};
type Pending = { cancel: () => void; isReplacing: boolean; href: string };

const isSame = (one: URLSearchParams, other: URLSearchParams) => String(one) === String(other);
const addressNow = () => new URLSearchParams(window.location.search);

/**
 * The search part of the address. Controls show at once what is wanted; the address, and with it the
 * router's work on the whole page, follows after that frame.
 * @returns what the page shows, and a function that wants another; every change builds on the one before
 */
export function useSearchAfterPaint() {
  const location = useLocation();
  const search = useMemo(() => new URLSearchParams(location.search), [location.search]);
  const navigate = useNavigate();
  const isWayBack = useNavigationType() === "POP";
  const pending = useRef<Pending>(undefined);
  /** What the router was asked for last, while it is on its way there. */
  const sent = useRef<URLSearchParams>(undefined);
  const drop = () => {
    pending.current?.cancel();
    pending.current = undefined;
    want(undefined);
  };
  useEffect(() => drop, []);
  // Several steps may be under way; on the way back none of them is wanted any more.
  useLayoutEffect(() => {
    const isNewest = isSame(new URLSearchParams(location.search), addressNow());
    if (isWayBack || (pending.current === undefined && isNewest)) drop();
  }, [location, isWayBack]);

  const change = (to: (from: URLSearchParams) => URLSearchParams, step: Step = {}) => {
    const from = wanted ?? addressNow();
    const next = to(from);
    if (isSame(next, from)) return;
    want(next);
    const before = pending.current;
    before?.cancel();
    // A step that was not taken is not there to be replaced.
    const isReplacing = before?.isReplacing !== false && step.replaces?.(from) === true;
    // Somebody who went elsewhere meanwhile is not brought back.
    const href = before?.href ?? window.location.href;
    const isAlone = sent.current === undefined;
    const cancel = afterPaint(() => {
      pending.current = undefined;
      const hasLeft = isAlone && window.location.href !== href;
      if (sent.current && isSame(next, sent.current)) return;
      if (hasLeft || (!sent.current && isSame(next, addressNow()))) return drop();
      sent.current = next;
      const way = navigate(`?${next}`, { replace: isReplacing, state: step.state });
      void Promise.resolve(way).finally(() => {
        if (sent.current === next) sent.current = undefined;
      });
    });
    pending.current = { cancel, isReplacing, href };
  };
  return [search, change] as const;
}
