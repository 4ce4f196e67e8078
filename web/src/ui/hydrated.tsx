import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { handOverTyped } from "./typed-early.ts";

const HydratedContext = createContext(false);

/**
 * Stands around the page in the browser. What only the browser knows comes in one transition after the
 * first rendering: React would otherwise render every part that it changes at once, without a pause in
 * which the page could answer a finger.
 */
export function Hydration({ children }: { children: ReactNode }) {
  const [isDone, setIsDone] = useState(false);
  useLayoutEffect(() => void handOverTyped(), []);
  useEffect(() => startTransition(() => setIsDone(true)), []);
  return <HydratedContext value={isDone}>{children}</HydratedContext>;
}

/** False on the server and in the first rendering of the browser, so that both agree; then true. */
export function useHydrated(): boolean {
  return use(HydratedContext);
}

/** Something outside React that changes by itself; `undefined` until the page is hydrated. */
export function useOutside<Value>(
  subscribe: (listener: () => void) => () => void,
  read: () => Value,
): Value | undefined {
  const isHydrated = useHydrated();
  return useSyncExternalStore(
    subscribe,
    () => (isHydrated ? read() : undefined),
    () => undefined,
  );
}

/** Whether a media query holds; false on the server. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = listOf(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [query],
  );
  return useOutside(subscribe, () => listOf(query).matches) ?? false;
}

/** One list per query for the whole page: a grid asks hundreds of times. */
const listOf = (query: string): MediaQueryList => (lists[query] ??= matchMedia(query));
const lists: Record<string, MediaQueryList> = {};
