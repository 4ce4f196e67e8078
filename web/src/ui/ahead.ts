import { useState } from "react";

/**
 * A choice that shows as chosen in the very next frame, whatever work on the page follows from it.
 * @param value what is really chosen; once it changes it is what shows
 * @returns what shows, and a function that shows another
 */
export function useAhead<Value>(value: Value): [Value, (next: Value) => void] {
  const [ahead, setAhead] = useState({ of: value, shown: value });
  const isBehind = ahead.of !== value;
  if (isBehind) setAhead({ of: value, shown: value });
  return [isBehind ? value : ahead.shown, (shown) => setAhead({ of: value, shown })];
}
