import { randomUUID } from "node:crypto";
import pg from "pg";
import sql from "sql-template-tag";
import type { Queries } from "../db.ts";
import type { Change } from "./traits.ts";

type Log = { warn(details: object, message: string): void };
type Listener = (change: Change) => void;

/** Tells every process what changed in the catalogue, so that ready answers are made again. */
export type Changes = {
  /** Called after a commit; this process hears of it at once, the others within a moment. */
  announce(change: Change): void;
  /** @returns a function that ends the subscription */
  subscribe(listener: Listener): () => void;
  close(): Promise<void>;
};

const channel = "catalogue_changed";
/** At most twenty notifications a second: each takes a lock on the whole database at commit. */
const coalesce = 50;
/** Stands for a change of everything; traits are written as numbers of this base. */
const everythingSign = "*";
const base = 36;
const reconnectDelay = 1_000;

/** Tells every process, with the commit, that anything may have changed: for operators' commands, which have no `Changes`. */
export async function notifyEverything(transaction: Queries): Promise<void> {
  await transaction.query(sql`select pg_notify(${channel}, ${`operator ${everythingSign}`})`);
}

/**
 * Listens on a connection of its own, beside the pool, so that no write transaction ever notifies.
 * While that connection is away ready answers still expire by the clock.
 * @param url a session connection (not through a transaction pooler)
 */
export function openChanges(url: string, log: Log): Changes {
  const listeners = new Set<Listener>();
  const self = randomUUID();
  const tell = (change: Change) => listeners.forEach((listener) => listener(change));
  let untold: Change = new Set();
  let client: pg.Client | undefined;
  let notifyTimer: NodeJS.Timeout | undefined;
  let notifiedAt = -Infinity;
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
    next.on("notification", ({ payload = "" }) => {
      const [sender, ...words] = payload.split(" ");
      if (sender !== self) tell(read(words));
    });
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      if (closed) {
        await next.end();
        return;
      }
      client = next;
      tell("everything");
    } catch (error) {
      retry(error as Error);
    }
  };
  const ready = connect();

  return {
    announce(change) {
      if (change !== "everything" && change.size === 0) return;
      tell(change);
      untold =
        change === "everything" || untold === "everything"
          ? "everything"
          : new Set([...untold, ...change]);
      // The first of a while goes out at once, those that follow it closely go together.
      const wait = Math.max(0, notifiedAt + coalesce - performance.now());
      notifyTimer ??= setTimeout(() => {
        notifyTimer = undefined;
        notifiedAt = performance.now();
        const payload = `${self} ${write(untold)}`;
        untold = new Set();
        client
          ?.query("select pg_notify($1, $2)", [channel, payload])
          .catch((error: Error) => log.warn({ err: error }, "catalogue notification failed"));
      }, wait);
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

/** At most some two thousand bytes of the eight thousand that a notification holds: prices decide only the bands. */
const write = (change: Change): string =>
  change === "everything"
    ? everythingSign
    : [...change].map((traits) => traits.toString(base)).join(" ");

/** A word from another version of the program may mean anything. */
function read(words: string[]): Change {
  const traits = words.map((word) => (/^[0-9a-z]+$/.test(word) ? parseInt(word, base) : NaN));
  return traits.length === 0 || traits.includes(NaN) ? "everything" : new Set(traits);
}
