const signs = ["pointerdown", "pointermove", "touchstart", "keydown", "input", "wheel"] as const;

let isUsed = false;
/** Undefined until somebody waits. Pictures wait by the hundred: one set of listeners serves them all. */
let waiting: Set<() => void> | undefined;

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
  waiting ??= listen();
  waiting.add(work);
  return () => waiting?.delete(work);
}

function listen(): Set<() => void> {
  const works = new Set<() => void>();
  const heard = new AbortController();
  const begin = () => {
    isUsed = true;
    heard.abort();
    for (const work of works) work();
    works.clear();
  };
  for (const sign of signs)
    addEventListener(sign, begin, { passive: true, capture: true, signal: heard.signal });
  return works;
}
