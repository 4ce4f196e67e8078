import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import * as z from "zod/mini";
import type { Context } from "../context.ts";
import { openDatabase } from "../db/database.ts";
import {
  closeKey,
  deriveKey,
  findKey,
  hmac,
  isSameSecret,
  loadKey,
  openKey,
  readKey,
  storeKey,
} from "../db/secrets.ts";
import { replayErasures } from "../rights/replay-erasures.ts";
import { type Erasure, selectErasures } from "../rights/erasures.sql.ts";
import { BackupStore } from "./backup-store.ts";
import { describeTarget, requireDisk } from "./disk.ts";
import { BackupFault } from "./fault.ts";
import { selectBackupOutcome } from "./outcome.sql.ts";

/** The register of erased accounts, beside the backups, so that restoring an older one does not bring them back. */
const file = "erasures.json";
/** Bytes; an erasure has 200. */
const mostBytes = 64 * 1024 * 1024;

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const register = z.object({
  key: z.string(),
  erasures: z.array(
    z.object({
      subject: hash,
      address: hash,
      erasedAt: z.iso.datetime(),
      deletedAt: z.optional(z.nullable(z.iso.datetime())),
    }),
  ),
  mac: hash,
});

export type Register = { key: Buffer; erasures: Erasure[] };

/**
 * Reads the register of a store.
 * @param known the key of a database, if there is one; its own key is encrypted under KEY_SECRET
 * @returns undefined if there is none
 * @throws BackupFault if it was changed, or is of another market or KEY_SECRET
 */
export async function readRegister(
  store: BackupStore,
  known?: Buffer,
): Promise<Register | undefined> {
  if (!(await store.has(file))) return undefined;
  const place = store.place(file);
  const content = await text(store.read(file, mostBytes)).catch(() => "");
  const data = parse(content);
  if (data === undefined || textOf(data) !== content)
    throw new BackupFault(`${place} is not as it was written.`);
  const { erasures } = data;
  if (known !== undefined && isMacOf(known, data)) return { key: known, erasures };
  const key = await openKey("erasure_key", data.key, store.keySecret);
  if (key === undefined)
    throw new BackupFault(`${place} is encrypted under another KEY_SECRET: set that one.`);
  if (!isMacOf(key, data)) throw new BackupFault(`${place} is not as it was written.`);
  if (known !== undefined) throw new BackupFault(`${place} is of another market.`);
  return { key, erasures };
}

async function writeRegister(store: BackupStore, { key, erasures }: Register): Promise<void> {
  const content = textOf({
    key: await closeKey("erasure_key", key, store.keySecret),
    erasures: [...erasures],
    mac: macOf(key, erasures).toString("hex"),
  });
  await store.writeWhole(file, Buffer.from(content));
}

const textOf = (content: z.infer<typeof register>): string =>
  `${JSON.stringify(content, undefined, 1)}\n`;

function parse(content: string): z.infer<typeof register> | undefined {
  try {
    return register.safeParse(JSON.parse(content)).data;
  } catch {
    return undefined;
  }
}

const macOf = (key: Buffer, erasures: readonly Erasure[]): Buffer =>
  hmac(
    deriveKey(key, "erasure register"),
    erasures
      .map(({ subject, address, erasedAt, deletedAt }) =>
        [subject, address, erasedAt, ...(deletedAt ? [deletedAt] : [])].join(" "),
      )
      .map((line) => `${line}\n`)
      .join(""),
  );

const isMacOf = (key: Buffer, { erasures, mac }: z.infer<typeof register>): boolean =>
  isSameSecret(macOf(key, erasures), Buffer.from(mac, "hex"));

/** Makes sure that the backup will have the key of the register. */
export async function prepareRegister(url: string, store: BackupStore): Promise<void> {
  const db = openDatabase(url, () => {}, { size: 1 });
  try {
    const known = await readKey(db, "erasure_key", store.keySecret);
    const found = await readRegister(store, known);
    if (known === undefined) await loadKey(db, "erasure_key", store.keySecret, found?.key);
  } finally {
    await db.close();
  }
}

export async function copyErasures(url: string, store: BackupStore): Promise<void> {
  const db = openDatabase(url, () => {}, { size: 1 });
  try {
    const key = await readKey(db, "erasure_key", store.keySecret);
    if (key === undefined) return;
    const { erasures = [] } = (await readRegister(store, key)) ?? {};
    await writeRegister(store, { key, erasures: union(erasures, await selectErasures(db)) });
  } finally {
    await db.close();
  }
}

/** Syncs the register and the database. If the database lacks an erasure, it was restored by hand, and the account is erased again. */
export async function syncErasures(
  context: Pick<Context, "config" | "db" | "storage" | "log">,
): Promise<void> {
  const { config, db, log } = context;
  const { BACKUP_TO, KEY_SECRET } = config;
  if (BACKUP_TO === undefined) {
    await loadKey(db, "erasure_key", KEY_SECRET);
    return;
  }
  try {
    await requireDisk(BACKUP_TO, config, await selectBackupOutcome(db));
    const store = await BackupStore.open(BACKUP_TO, config);
    const known = await readKey(db, "erasure_key", KEY_SECRET);
    const found = await readRegister(store, known);
    const key = await loadKey(db, "erasure_key", KEY_SECRET, found?.key);
    const { erasures = [] } = found ?? {};
    const own = await selectErasures(db);
    const unknown = without(erasures, own);
    if (unknown.length > 0) {
      const { erased, skipped } = await replayErasures(context, key, unknown);
      if (erased > 0)
        log.warn({ count: erased }, "this database was restored: accounts were erased again");
      if (skipped > 0)
        log.warn(
          { count: skipped },
          "accounts that were erased in another database have been used here since: they stay",
        );
    }
    if (without(own, erasures).length > 0)
      await writeRegister(store, { key, erasures: union(erasures, own) });
  } catch (error) {
    log.error(
      { err: error },
      `the register of erasures in ${describeTarget(BACKUP_TO)} was not brought up to date`,
    );
  }
}

/** Waits a limited time for `syncErasures`, which continues afterwards and is repeated hourly. */
export async function syncErasuresWithin(
  longest: number,
  context: Parameters<typeof syncErasures>[0],
): Promise<void> {
  const waiting = new AbortController();
  const { BACKUP_TO } = context.config;
  try {
    await Promise.race([
      syncErasures(context),
      ...(BACKUP_TO === undefined
        ? []
        : [
            setTimeout(longest, undefined, { signal: waiting.signal }).then(() =>
              context.log.warn(
                `the register of erasures in ${describeTarget(BACKUP_TO)} does not answer: it is compared within the hour`,
              ),
            ),
          ]),
    ]);
  } finally {
    waiting.abort();
  }
}

/** Erases the accounts again that a restore has brought back, by the registers and the database's own. @returns their number @throws BackupFault if a register is another market's */
export async function eraseAgain(
  url: string,
  { config, storage }: Pick<Context, "config" | "storage">,
  registers: readonly Register[],
): Promise<number> {
  const db = openDatabase(url, () => {}, { size: 2 });
  try {
    // The backup's own key may be encrypted under a previous KEY_SECRET.
    const stored = await findKey(db, "erasure_key", config.KEY_SECRET);
    const key = stored ?? registers[0]?.key;
    if (key === undefined) return 0;
    if (stored === undefined) await storeKey(db, "erasure_key", key, config.KEY_SECRET);
    if (registers.some((one) => !one.key.equals(key)))
      throw new BackupFault(
        `The register of erasures (${file}) is of another market than the backup.`,
      );
    const erasures = registers.flatMap((one) => one.erasures);
    const { erased } = await replayErasures(
      { config, db, storage },
      key,
      union(erasures, await selectErasures(db)),
    );
    return erased;
  } finally {
    await db.close();
  }
}

const nameOf = ({ subject, erasedAt }: Erasure) => `${erasedAt} ${subject}`;

function without(erasures: readonly Erasure[], others: readonly Erasure[]): Erasure[] {
  const names = new Set(others.map(nameOf));
  return erasures.filter((one) => !names.has(nameOf(one)));
}

/** @returns each erasure once, oldest first */
const union = (one: readonly Erasure[], other: readonly Erasure[]): Erasure[] =>
  [...one, ...without(other, one)].toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
