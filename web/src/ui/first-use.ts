const signs = ["pointerdown", "pointermove", "touchstart", "keydown", "input", "wheel"] as const;

/** What waits; undefined once somebody was there. Pictures wait by the hundred: one set of listeners serves them all. */
let waiting: Set<() => void> | undefined = new Set();

/**
 * Does something once a person is there: at the first touch, key or movement, and at once after that.
 * What a first screen does not show is fetched so, and costs nothing who only looks.
 * @returns a function that takes it back
 */
export function whenUsed(work: () => void): () => void {
  if (waiting) {
    for (const sign of signs) addEventListener(sign, begin, { passive: true, capture: true });
    waiting.add(work);
  } else work();
  return () => waiting?.delete(work);
}

/** Kept as a listener: each sign finds nothing more to do. */
function begin(): void {
  const works = waiting;
  waiting = undefined;
  works?.forEach((work) => work());
}
