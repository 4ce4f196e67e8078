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

/** Browser-only state follows in one transition: hydration stays interruptible. */
export function Hydration({ children }: { children: ReactNode }) {
  const [isDone, setIsDone] = useState(false);
  useLayoutEffect(() => void handOverTyped(), []);
  useEffect(() => startTransition(() => setIsDone(true)), []);
  // Shows browser tests and measurements that a tap counts from now on.
  useEffect(() => {
    if (isDone) document.documentElement.dataset["hydrated"] = "";
  }, [isDone]);
  return <HydratedContext value={isDone}>{children}</HydratedContext>;
}

/** False on the server and in the first rendering. */
export function useHydrated(): boolean {
  return use(HydratedContext);
}

/** Undefined until the page is hydrated. */
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

const listOf = (query: string): MediaQueryList => (lists[query] ??= matchMedia(query));
const lists: Record<string, MediaQueryList> = {};
