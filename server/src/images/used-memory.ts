/** Bytes of bodies after which young objects are collected: some two photos of a phone. */
const collectEvery = 8 * 1024 * 1024;
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
