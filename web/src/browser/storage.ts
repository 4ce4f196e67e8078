/** Falls back to memory where storage is full, forbidden or absent. */
function storage(find: () => Storage) {
  const memory = new Map<string, string>();
  const tryStorage = <T>(work: (area: Storage) => T): T | undefined => {
    try {
      return work(find());
    } catch {
      return undefined;
    }
  };
  const read = (key: string) => tryStorage((area) => area.getItem(key)) ?? memory.get(key);
  return {
    read,
    readJson(key: string): unknown {
      try {
        return JSON.parse(read(key) ?? "") as unknown;
      } catch {
        return undefined;
      }
    },
    write(key: string, value: string): void {
      const isStored = tryStorage((area) => {
        area.setItem(key, value);
        return true;
      });
      if (isStored) memory.delete(key);
      else memory.set(key, value);
    },
    remove(key: string): void {
      memory.delete(key);
      tryStorage((area) => area.removeItem(key));
    },
    clear(): void {
      memory.clear();
      tryStorage((area) => area.clear());
    },
  };
}

export const local = storage(() => localStorage);
export const perTab = storage(() => sessionStorage);
