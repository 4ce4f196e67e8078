const interactions = [
  "pointerdown",
  "pointermove",
  "touchstart",
  "keydown",
  "input",
  "wheel",
] as const;

/** Listeners for the first use, shared by hundreds of pictures; undefined afterwards. */
let waiting: Set<() => void> | undefined = new Set();

/** Runs at the first interaction, or immediately after it. @returns a function that cancels */
export function whenUsed(work: () => void): () => void {
  if (waiting) {
    for (const type of interactions)
      addEventListener(type, begin, { passive: true, capture: true });
    waiting.add(work);
  } else work();
  return () => waiting?.delete(work);
}

function begin(): void {
  const works = waiting;
  waiting = undefined;
  works?.forEach((work) => work());
}
