import { open, rename, stat } from "node:fs/promises";
import type { Account } from "./account.ts";

const maxBytes = 8 * 1024 * 1024;

/** PostgreSQL's own log: quiet on the terminal, there when something went wrong. */
export type LogFile = {
  descriptor: number;
  /** The last reason PostgreSQL gave since the file was opened, or where to look for it. */
  lastFatal(): Promise<string>;
  close(): Promise<void>;
};

/** Opens the account's log for appending; a big one is put aside first, one generation is kept. */
export async function openLogFile(path: string, account: Account): Promise<LogFile> {
  const size = (await stat(path).catch(() => null))?.size ?? 0;
  if (size > maxBytes) await rename(path, `${path}.old`);
  const from = size > maxBytes ? 0 : size;
  const file = await open(path, "a+", 0o600);
  if (account.drop !== null) await file.chown(account.uid, account.gid);
  return {
    descriptor: file.fd,
    async lastFatal() {
      const length = Math.max(0, (await file.stat()).size - from);
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, from);
      const lines = buffer.toString("utf8").match(/(?:FATAL|PANIC): .*|^postgres: .*/gm);
      return `PostgreSQL does not start: ${lines?.at(-1) ?? "it gave no reason"} (see ${path}).`;
    },
    close: () => file.close(),
  };
}
