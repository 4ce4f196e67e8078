import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";

const HydratedContext = createContext(false);

/**
 * Stands around the page in the browser. What only the browser knows comes in one transition after the
 * first rendering: React would otherwise render every part that it changes at once, without a pause in
 * which the page could answer a finger.
 */
export function Hydration({ children }: { children: ReactNode }) {
  const [isDone, setIsDone] = useState(false);
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
  const { subscribe, read } = mediaOf(query);
  return useOutside(subscribe, read) ?? false;
}

type Media = { subscribe: (listener: () => void) => () => void; read: () => boolean };
const known = new Map<string, Media>();

/** One list per query for the whole page: a grid asks hundreds of times. */
function mediaOf(query: string): Media {
  const kept = known.get(query);
  if (kept) return kept;
  let list: MediaQueryList | undefined;
  const find = () => (list ??= matchMedia(query));
  const media: Media = {
    subscribe(listener) {
      find().addEventListener("change", listener);
      return () => find().removeEventListener("change", listener);
    },
    read: () => find().matches,
  };
  known.set(query, media);
  return media;
}
