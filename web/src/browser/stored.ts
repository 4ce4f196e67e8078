import { local } from "./storage.ts";
import { createStore, type Store } from "./store.ts";

/** A store on browser storage, as JSON. @param read parses what may be absent or outdated */
export function createStored<Value>(
  key: string,
  read: (stored: unknown) => Value,
  storage = local,
): Store<Value> {
  const initial = read(undefined);
  const writes = createStore(0);
  let last: { text: string | undefined; value: Value } = { text: undefined, value: initial };
  return {
    initial,
    get() {
      const text = storage.read(key);
      if (text !== last.text) last = { text, value: read(storage.readJson(key)) };
      return last.value;
    },
    set(next) {
      storage.write(key, JSON.stringify(next));
      writes.set(writes.get() + 1);
    },
    subscribe(listener) {
      const follow = (event: StorageEvent) => {
        if (event.key === null || event.key === key) listener();
      };
      const stop = writes.subscribe(listener);
      addEventListener("storage", follow);
      return () => {
        stop();
        removeEventListener("storage", follow);
      };
    },
  };
}
