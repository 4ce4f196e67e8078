/** Browser storage that may be full, forbidden or absent: then the value lives as long as the page. */
function storage(find: () => Storage) {
  const held = new Map<string, string>();
  const attempt = <T>(work: (kept: Storage) => T): T | undefined => {
    try {
      return work(find());
    } catch {
      return undefined;
    }
  };
  return {
    read(key: string): string | undefined {
      return attempt((kept) => kept.getItem(key)) ?? held.get(key);
    },
    write(key: string, value: string): void {
      const isKept = attempt((kept) => {
        kept.setItem(key, value);
        return true;
      });
      if (isKept) held.delete(key);
      else held.set(key, value);
    },
    remove(key: string): void {
      held.delete(key);
      attempt((kept) => kept.removeItem(key));
    },
    clear(): void {
      held.clear();
      attempt((kept) => kept.clear());
    },
  };
}

export const local = storage(() => localStorage);
export const perTab = storage(() => sessionStorage);
