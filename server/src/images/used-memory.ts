/**
 * Bytes of bodies after which young objects are collected: about a photo of a phone. V8 counts bodies as part of the
 * heap, and marks once less is free below its limit than the young part may hold (decision 031).
 */
const collectEvery = 4 * 1024 * 1024;
let read = 0;

/**
 * Gives back the memory of bodies that were read. Node takes a new buffer for each of their pieces, of which V8 sees a
 * small handle: it lets them wait, and then marks all objects there are, which where there is one processor keeps
 * everybody waiting for 100 ms. Collecting what is young takes two. Does nothing without `--expose-gc`.
 */
export function freeRead(bytes: number): void {
  read += bytes;
  if (read < collectEvery) return;
  read = 0;
  globalThis.gc?.({ type: "minor" });
}
