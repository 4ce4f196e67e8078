import { startTransition, useOptimistic, useRef } from "react";
import { useLocation, useNavigate } from "react-router";

/** @returns the address's search part, the one that controls show immediately after a tap, and a function that changes it */
export function useListAddress() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [chosen, choose] = useOptimistic(search);
  /** The search part of the pending navigation: a second tap builds on the first. */
  const pending = useRef<string>(undefined);

  const change = (to: (from: URLSearchParams) => URLSearchParams, replace = false) =>
    startTransition(async () => {
      const from = new URLSearchParams(pending.current ?? location.search);
      const next = `?${to(from)}`;
      if (next === `?${from}`) return;
      pending.current = next;
      choose(next);
      await nextPaint();
      // A later tap has built on this one, or the student has left.
      if (pending.current !== next || location.pathname !== pathname) return;
      await navigate(next, { replace });
      if (pending.current === next) pending.current = undefined;
    });
  return [search, chosen, change] as const;
}

/** A tapped control shows as chosen before the router begins its work. */
const nextPaint = () =>
  new Promise<void>((done) => {
    requestAnimationFrame(() => setTimeout(done));
  });
