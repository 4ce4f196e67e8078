import { useEffect, useEffectEvent, useState } from "react";

type Options<T> = {
  /** Fetched anew when it changes. */
  key?: string | number;
  /** Nothing is fetched now. */
  skip?: boolean;
  /** Shown until the answer comes. */
  initial?: T;
  /** For the console, when it fails. */
  warning?: string;
};
type State<T> = { data?: T; failure?: unknown; failedKey?: string | number };

/**
 * What `fetch` answers, once the component is there. What was there before stays until the next answer; a failure belongs
 * to its key. Nothing is set any more once the component or the key is gone.
 */
export function useFetch<T>(
  fetch: (signal: AbortSignal) => Promise<T>,
  { key = "", skip = false, initial, warning }: Options<T> = {},
) {
  const [attempt, setAttempt] = useState(0);
  const [{ data, failure, failedKey }, setState] = useState<State<T>>({ data: initial });
  const start = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const answer = await fetch(signal);
      if (!signal.aborted) setState({ data: answer });
    } catch (cause) {
      if (signal.aborted) return;
      if (warning !== undefined) console.warn(warning, cause);
      setState((before) => ({ ...before, failure: cause, failedKey: key }));
    }
  });
  useEffect(() => {
    if (skip) return undefined;
    const leaving = new AbortController();
    void start(leaving.signal);
    return () => leaving.abort();
  }, [key, skip, attempt]);
  return {
    data,
    failure: failedKey === key ? failure : undefined,
    change: (to: (before: T) => T) =>
      setState((before) => (before.data === undefined ? before : { data: to(before.data) })),
    /** As if the component were there for the first time. */
    retry: () => {
      setState({});
      setAttempt(attempt + 1);
    },
  };
}
