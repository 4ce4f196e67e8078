import { open } from "node:fs/promises";

/** Records a client's answers on disk before its next request. */
export type Journal = {
  /** Resolves when the line survives a power cut; lines that come together are flushed together. */
  write(line: object): Promise<void>;
  close(): Promise<void>;
};

export async function openJournal(path: string): Promise<Journal> {
  const file = await open(path, "a");
  let lines: string[] = [];
  let next: Promise<void> | undefined;
  let last: Promise<void> = Promise.resolve();

  const flush = async (before: Promise<void>) => {
    await before;
    const text = lines.join("");
    lines = [];
    next = undefined;
    await file.appendFile(text);
    await file.datasync();
  };
  return {
    write(line) {
      lines.push(`${JSON.stringify(line)}\n`);
      next ??= last = flush(last);
      return next;
    },
    async close() {
      await last;
      await file.close();
    },
  };
}
