import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Config } from "../config/config.ts";
import type { Log } from "../config/log.ts";
import type { Database, Queries } from "../db/database.ts";
import type { Job, Jobs } from "../jobs/jobs.ts";
import { type MailServer, openMailServer } from "./mail-server.ts";
import {
  delayMail,
  endMail,
  insertMail,
  type NewMail,
  selectNextMail,
  tidyOutbox,
  type WaitingMail,
} from "./outbox.sql.ts";

export type Outbox = {
  /** Whether mail is sent at all. */
  readonly isOpen: boolean;
  /** Sent once the transaction is committed; nothing without SMTP_URL. */
  put(transaction: Queries, mail: NewMail): Promise<void>;
  /** Sends what waits, in its order, unless another process is doing so. */
  send(): Promise<void>;
  jobs: Job<never>[];
  /** After the mail that is being sent. */
  stop(): Promise<void>;
};

type Parts = { config: Config; log: Log; db: Database; jobs: Jobs; sessionUrl: string };

const job = "send-mail";
const lock = 7_202_513;
/** Days after which a mail says nothing new. */
const keptFor = 3;
/** How often a mail is sent that the server refuses for good: it may have been set up wrongly. */
const mostRefusals = 5;
/** Seconds. */
const longestDelay = 3_600;
const longestHold = 300;

export function openOutbox({ config, log, db, jobs, sessionUrl }: Parts): Outbox {
  const { SMTP_URL } = config;
  let opened: Promise<MailServer> | undefined;
  let isStopping = false;
  let running: Promise<void> = Promise.resolve();
  let troubles = 0;
  let heldUntil = 0;

  /** The whole outbox waits for a server that does not answer, so that the order stays. */
  function hold(error: unknown): void {
    troubles++;
    const seconds = Math.min(longestHold, 5 * 2 ** troubles);
    heldUntil = performance.now() + seconds * 1_000;
    log.warn(
      { reason: codeOf(error), seconds },
      "the mail server cannot be used; mails wait: see market doctor",
    );
  }

  /** @returns false when the server does not serve */
  async function sendOne(server: MailServer, mail: WaitingMail): Promise<boolean> {
    const { id, kind, attempts } = mail;
    try {
      await server.send(mail);
    } catch (error) {
      const trouble = isOfThisMail(error) ? undefined : await troubleOf(server, error);
      if (trouble !== undefined) {
        hold(trouble);
        return false;
      }
      const isLast = !isForNow(error) && attempts + 1 >= mostRefusals;
      // What servers say often names the address.
      log.warn({ mail: id, kind, reason: codeOf(error), isLast }, "a mail was refused");
      if (isLast) await endMail(db, id, "refused");
      else await delayMail(db, id, Math.min(longestDelay, 60 * 4 ** attempts));
      return true;
    }
    await endMail(db, id, "sent");
    troubles = 0;
    return true;
  }

  /** @returns whether more may wait */
  async function round(server: MailServer): Promise<boolean> {
    const client = new pg.Client({
      connectionString: sessionUrl,
      application_name: "campus-marketplace mail",
    });
    let isLost = false;
    client.on("error", () => (isLost = true));
    await client.connect();
    try {
      // Held by the connection, so that it ends with the process that had it, however that ends.
      const { rows } = await client.query<{ free: boolean }>(
        "select pg_try_advisory_lock($1) as free",
        [lock],
      );
      if (!rows[0]?.free) return false;
      while (!isStopping && !isLost) {
        const mail = await selectNextMail(db);
        if (mail === undefined) return true;
        if (!(await sendOne(server, mail))) return false;
      }
      return false;
    } finally {
      await client.end();
    }
  }

  async function send(): Promise<void> {
    if (SMTP_URL === undefined) return;
    opened ??= openMailServer(config, SMTP_URL);
    const server = await opened;
    // What comes while a round ends is not left to the next minute.
    while (
      !isStopping &&
      performance.now() >= heldUntil &&
      (await selectNextMail(db)) !== undefined
    )
      if (!(await round(server))) return;
  }

  const work = () => (running = running.catch(() => {}).then(send));
  const always: Job<never>[] = [
    // Also where there is no mail server any more, so that nothing waits for one.
    { name: job, work },
    {
      name: "forget-old-mail",
      cron: "57 * * * *",
      async work() {
        const mails = await tidyOutbox(db, keptFor);
        if (mails > 0) log.warn({ mails }, "mails were given up, because they could not be sent");
      },
    },
  ];
  return {
    isOpen: SMTP_URL !== undefined,
    async put(transaction, mail) {
      if (SMTP_URL !== undefined && (await insertMail(transaction, mail)))
        await jobs.enqueue(transaction, job, {});
    },
    send: work,
    jobs:
      SMTP_URL === undefined
        ? always
        : [...always, { name: "send-waiting-mail", cron: "* * * * *", work }],
    async stop() {
      isStopping = true;
      await Promise.race([running.catch(() => {}), pause(5_000, undefined, { ref: false })]);
    },
  };
}

type SmtpError = {
  code?: unknown;
  originalCode?: unknown;
  responseCode?: unknown;
  command?: unknown;
};

/** @returns undefined when the server is well, so that the mail must be what breaks it */
async function troubleOf(server: MailServer, error: unknown): Promise<unknown> {
  // A sender that may not send here may send nothing.
  if ((error as SmtpError).command === "MAIL FROM") return error;
  return server.check().then(
    () => undefined,
    (trouble: unknown) => trouble,
  );
}

/** What the server answered to this recipient or these words, and not to whoever sends. */
function isOfThisMail(error: unknown): boolean {
  const { responseCode, command } = error as SmtpError;
  return typeof responseCode === "number" && (command === "RCPT TO" || command === "DATA");
}

const isForNow = (error: unknown): boolean =>
  /^4\d\d$/.test(String((error as SmtpError).responseCode));

/** Codes only: sentences of servers name addresses. */
function codeOf(error: unknown): string {
  const { code, originalCode = code, responseCode, command } = error as SmtpError;
  const parts = [originalCode, responseCode, command].filter((each) => each !== undefined);
  return parts.map(String).join(" ");
}
