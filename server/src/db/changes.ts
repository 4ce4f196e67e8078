import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import sql from "sql-template-tag";
import type { Queries } from "./database.ts";

type Log = { warn(details: object, message: string): void };

export type Changes = {
  /** Call it after a commit; other processes are notified within a moment. */
  announce(): void;
  subscribe(listener: () => void): () => void;
  close(): Promise<void>;
};

const channel = "catalogue_changed";
/** Milliseconds between notifications: each takes a lock on the whole database at commit. */
const interval = 50;
const reconnectDelay = 1_000;

/** Notifies the running processes with the commit; for operators' commands, which have no `Changes`. */
export async function notifyWithCommit(transaction: Queries): Promise<void> {
  await transaction.query(sql`select pg_notify(${channel}, 'operator')`);
}

/** @param url a session connection (not through a transaction pooler) */
export function openChanges(url: string, log: Log): Changes {
  const listeners = new Set<() => void>();
  const self = randomUUID();
  const tell = () => listeners.forEach((listener) => listener());
  const stop = new AbortController();
  let client: pg.Client | undefined;
  let notifyTimer: NodeJS.Timeout | undefined;
  let notifiedAt = -Infinity;

  async function listen(): Promise<void> {
    while (!stop.signal.aborted) {
      const next = new pg.Client({
        connectionString: url,
        application_name: "campus-marketplace changes",
        keepAlive: true,
      });
      next.on("error", () => undefined);
      next.on("notification", ({ payload }) => {
        if (payload !== self) tell();
      });
      try {
        const ended = once(next, "end", { signal: stop.signal });
        await Promise.all([ended, connect(next)]);
      } catch (error) {
        if (!stop.signal.aborted) log.warn({ err: error }, "catalogue notifications interrupted");
      }
      client = undefined;
      await next.end().catch(() => undefined);
      await sleep(reconnectDelay, undefined, { ref: false, signal: stop.signal }).catch(() => {});
    }
  }
  let isOwed = false;
  function notify(): void {
    isOwed = client === undefined;
    client?.query("select pg_notify($1, $2)", [channel, self]).catch((error: Error) => {
      isOwed = true;
      log.warn({ err: error }, "catalogue notification failed");
    });
  }
  async function connect(next: pg.Client): Promise<void> {
    await next.connect();
    await next.query(`listen ${channel}`);
    client = next;
    // While disconnected, this process may have missed notifications and failed to send some.
    tell();
    if (isOwed) notify();
  }
  const listening = listen();

  return {
    announce() {
      tell();
      const wait = Math.max(0, notifiedAt + interval - performance.now());
      notifyTimer ??= setTimeout(() => {
        notifyTimer = undefined;
        notifiedAt = performance.now();
        notify();
      }, wait);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      clearTimeout(notifyTimer);
      stop.abort();
      await listening;
    },
  };
}
