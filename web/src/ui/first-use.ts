const signs = ["pointerdown", "pointermove", "touchstart", "keydown", "input", "wheel"] as const;

let isUsed = false;

/**
 * Does something once a person is there: at the first touch, key or movement, and at once after that.
 * What a first screen does not show is fetched so, and costs nothing who only looks.
 * @returns a function that takes it back
 */
export function whenUsed(work: () => void): () => void {
  if (isUsed) {
    work();
    return () => undefined;
  }
  const waiting = new AbortController();
  const begin = () => {
    isUsed = true;
    waiting.abort();
    work();
  };
  for (const sign of signs)
    addEventListener(sign, begin, { passive: true, capture: true, signal: waiting.signal });
  return () => waiting.abort();
}
