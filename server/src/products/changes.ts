import { randomUUID } from "node:crypto";
import pg from "pg";

type Log = { warn(details: object, message: string): void };

/** Tells every process that the catalogue changed, so that ready documents are made again. */
export type Changes = {
  /** Called after a commit; this process hears of it at once, the others within a moment. */
  announce(): void;
  /** @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
  close(): Promise<void>;
};

const channel = "catalogue_changed";
/** At most twenty notifications a second: each takes a lock on the whole database at commit. */
const coalesce = 50;
const reconnectDelay = 1_000;

/**
 * Listens on a connection of its own, beside the pool, so that no write transaction ever notifies.
 * While that connection is away documents still expire by the clock.
 * @param url a session connection (not through a transaction pooler)
 */
export function openChanges(url: string, log: Log): Changes {
  const listeners = new Set<() => void>();
  const self = randomUUID();
  const tell = () => listeners.forEach((listener) => listener());
  let client: pg.Client | undefined;
  let notifyTimer: NodeJS.Timeout | undefined;
  let reconnectTimer: NodeJS.Timeout | undefined;
  let closed = false;

  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      application_name: "campus-marketplace changes",
      keepAlive: true,
    });
    let lost = false;
    const retry = (error?: Error) => {
      if (lost || closed) return;
      lost = true;
      client = undefined;
      if (error) log.warn({ err: error }, "catalogue notifications interrupted");
      reconnectTimer = setTimeout(() => void connect(), reconnectDelay);
      reconnectTimer.unref();
    };
    next.on("error", retry);
    next.on("end", () => retry());
    next.on("notification", ({ payload }) => {
      if (payload !== self) tell();
    });
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      if (closed) {
        await next.end();
        return;
      }
      client = next;
      tell();
    } catch (error) {
      retry(error as Error);
    }
  };
  const ready = connect();

  return {
    announce() {
      tell();
      notifyTimer ??= setTimeout(() => {
        notifyTimer = undefined;
        client
          ?.query("select pg_notify($1, $2)", [channel, self])
          .catch((error: Error) => log.warn({ err: error }, "catalogue notification failed"));
      }, coalesce);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      closed = true;
      clearTimeout(notifyTimer);
      clearTimeout(reconnectTimer);
      await ready;
      await client?.end();
    },
  };
}
