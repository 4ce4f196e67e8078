import pg from "pg";
import { expect } from "vitest";
import type { Storage } from "../src/storage/storage.ts";
import type { TestResponse } from "./client.ts";

/** The failure of a call: before it has an effect, or after it with only the answer lost. */
export type Fault =
  | { database: "disk full" | "cut before" | "cut after" | "commit unanswered" }
  | { storage: "before" | "after" };

export const kinds: Fault[] = [
  { database: "disk full" },
  { database: "cut before" },
  { database: "cut after" },
  { storage: "before" },
  { storage: "after" },
];
/** Omits a full disk, which differs from a broken connection only in the code of the refusal. */
export const cuts = kinds.slice(1);

/** Counts the calls of the database or the storage, and makes one of them fail. */
export type Faults = {
  /** Makes the n-th call from now on fail, counted from 1. */
  arm(fault: Fault, n: number): void;
  /** @returns whether the armed call came */
  disarm(): boolean;
  restore(): void;
};

type Query = (this: pg.Client, ...args: unknown[]) => Promise<unknown> | undefined;
type Done = (error: Error | null, result?: unknown) => void;

/** PostgreSQL's errors for a full disk (class 53) and an ended connection (class 57). */
const fullDisk =
  "do $$ begin raise exception using errcode = '53100', message = 'no space left'; end $$";
const end = "select pg_terminate_backend(pg_backend_pid())";

/**
 * Sits between the product and the real driver, and between the product and the real store. They do whatever
 * does not fail; a failure uses their own errors where they have one.
 */
export function insertFaults(storage: Storage): Faults {
  let armed: { fault: Fault; left: number } | undefined;
  /** Counts a call. @returns how it must fail, once */
  const next = <Kind extends "database" | "storage">(kind: Kind, text = "") => {
    if (!armed || !(kind in armed.fault)) return undefined;
    const { database } = armed.fault as { database?: string };
    if (database === "commit unanswered" && text !== "commit") return undefined;
    if (--armed.left !== 0) return undefined;
    return (armed.fault as Record<Kind, string>)[kind];
  };

  const client = pg.Client.prototype as unknown as { query: Query };
  const query = client.query;
  client.query = function failing(...args) {
    const name = Reflect.get(this, "connectionParameters") as { application_name?: string };
    const { text: statement } = args[0] as { text?: string };
    const how =
      name.application_name === "campus-marketplace" ? next("database", statement) : undefined;
    if (how === undefined) return query.apply(this, args);
    const done = args.findLast((each) => typeof each === "function") as Done | undefined;
    if (how === "cut after" || how === "commit unanswered")
      return loseAnswer(this, query, args, done);
    const text = how === "disk full" ? fullDisk : end;
    return query.apply(this, done ? [text, done] : [text]);
  };

  const { put, remove, open, list } = storage;
  const failing = async <T>(work: () => Promise<T>): Promise<T> => {
    const how = next("storage");
    if (how === "before") throw diskError();
    const result = await work();
    if (how === "after") throw diskError();
    return result;
  };
  storage.put = (key, content) => failing(() => put(key, content));
  storage.remove = (keys) => failing(() => remove(keys));
  storage.open = (key) => failing(() => open(key));
  storage.list = async function* () {
    await failing(async () => undefined);
    yield* list();
  };

  return {
    arm(fault, n) {
      armed = { fault, left: n };
    },
    disarm() {
      const came = armed !== undefined && armed.left <= 0;
      armed = undefined;
      return came;
    },
    restore() {
      client.query = query;
      Object.assign(storage, { put, remove, open, list });
    },
  };
}

/** The server does it, but the connection breaks before the answer. */
function loseAnswer(client: pg.Client, query: Query, args: unknown[], done: Done | undefined) {
  const cut = () => {
    const { stream } = Reflect.get(client, "connection") as { stream: { destroy(): void } };
    stream.destroy();
    return Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  };
  if (done)
    return query.apply(client, [...args.slice(0, args.lastIndexOf(done)), () => done(cut())]);
  const answer = query.apply(client, args);
  return answer?.then(
    () => Promise.reject(cut()),
    () => Promise.reject(cut()),
  );
}

const diskError = () =>
  Object.assign(new Error("EIO: i/o error"), { code: "EIO", syscall: "write" });

export type Change = {
  /** @returns the id of what the change is about, unless it makes one */
  prepare(name: string): Promise<string | undefined>;
  send(
    id: string | undefined,
    name: string,
    headers: Record<string, string>,
  ): Promise<TestResponse>;
  /** Whether the change was made completely, or not at all. */
  isDone(id: string | undefined, name: string): Promise<boolean>;
};

const most = 40;
const clean = /: 503 (storage-full|storage-unavailable|database-unavailable)$/;
let runs = 0;

/** Makes the n-th call fail, and repeats the change. @returns whether there was such a call */
export async function failOnce(
  faults: Faults,
  change: Change,
  fault: Fault,
  n: number,
): Promise<boolean> {
  const name = `Thing ${++runs}`;
  const headers = { "idempotency-key": `attempt-${runs}` };
  const id = await change.prepare(name);
  faults.arm(fault, n);
  const answer = await change.send(id, name, headers);
  const came = faults.disarm();
  const isDone = await change.isDone(id, name);
  const outcome = `${JSON.stringify(fault)} ${n}: ${answer.status} ${answer.body?.code ?? ""}`;
  const isRefused = answer.status >= 300;
  expect(isRefused || isDone, outcome).toBe(true);
  expect(!isRefused || clean.test(outcome), outcome).toBe(true);
  expect(answer.status === 503, outcome).toBe("retry-after" in answer.headers);
  const again = await change.send(id, name, headers);
  expect(again.status, `${outcome}, again`).toBeLessThan(300);
  expect(await change.isDone(id, name), `${outcome}, again`).toBe(true);
  return came;
}

/** Makes every call of a change fail in turn. @returns the number of calls */
export async function failEach(faults: Faults, change: Change, fault: Fault): Promise<number> {
  for (let n = 1; n <= most; n++) if (!(await failOnce(faults, change, fault, n))) return n - 1;
  throw new Error(`more than ${most} calls`);
}
