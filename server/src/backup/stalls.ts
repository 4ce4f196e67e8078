import type { ObjectStore } from "../storage/object-store.ts";

const stalled = new Map<string, Set<Promise<unknown>>>();

/** Whether calls still wait for this disk, or for any: each holds one of four threads, also when the process is to end. */
export const isStalled = (folder?: string): boolean =>
  (folder === undefined ? [...stalled.values()] : [stalled.get(folder)]).some(
    (calls) => calls !== undefined && calls.size > 0,
  );

/** A store, and what its `open` returned read, both of which throw instead of waiting for ever. */
export type Watched = {
  store: ObjectStore;
  read(stream: AsyncIterable<Buffer>): AsyncIterable<Buffer>;
};

type Clock<T> = { result: Promise<T>; pause(): void; resume(): void };

/** Stops waiting for a disk that is silent for `timeoutMs`, however long a whole file takes. The call itself cannot be ended. */
export function watchStalls(store: ObjectStore, timeoutMs: number, fault: () => Error): Watched {
  const waiting = stalled.get(store.name) ?? new Set();
  stalled.set(store.name, waiting);

  function watch<T>(call: Promise<T>): Clock<T> {
    let timer: NodeJS.Timeout | undefined;
    let giveUp: (error: Error) => void = () => {};
    const pause = () => clearTimeout(timer);
    const resume = () => {
      pause();
      timer = setTimeout(() => {
        waiting.add(call);
        void call.catch(() => undefined).finally(() => waiting.delete(call));
        giveUp(fault());
      }, timeoutMs).unref();
    };
    const isLate = new Promise<never>((_, reject) => (giveUp = reject));
    resume();
    const result = Promise.race([call, isLate]).finally(pause);
    return { result, pause, resume };
  }
  const within = <T>(call: Promise<T>) => watch(call).result;

  async function* each<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
    const items = source[Symbol.asyncIterator]();
    try {
      for (;;) {
        const { done, value } = await within(items.next());
        if (done) return;
        yield value;
      }
    } finally {
      // Not awaited: it may wait for the disk, too.
      items.return?.().catch(() => {});
    }
  }

  function put(path: string, content: Buffer | AsyncIterable<Buffer>): Promise<void> {
    if (Buffer.isBuffer(content)) return within(store.put(path, content));
    // While the store waits for the next piece, it is not the disk that is slow.
    const timed = async function* () {
      try {
        clock.pause();
        for await (const piece of content) {
          clock.resume();
          yield piece;
          clock.pause();
        }
      } finally {
        clock.resume();
      }
    };
    const clock = watch(store.put(path, timed()));
    return clock.result;
  }

  return {
    read: each,
    store: {
      name: store.name,
      put,
      open: (path) => within(store.open(path)),
      list: (folder) => each(store.list(folder)),
      folders: () => within(store.folders()),
      remove: (path) => within(store.remove(path)),
      check: () => within(store.check()),
    },
  };
}
