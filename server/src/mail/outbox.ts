import type { Config } from "../config/config.ts";
import type { Log } from "../config/log.ts";
import type { Database, Queries } from "../db/database.ts";
import type { Job, Jobs, Queue } from "../jobs/jobs.ts";
import { type MailServer, openMailServer } from "./mail-server.ts";
import {
  adoptMails,
  countRefusal,
  endMail,
  insertMail,
  type NewMail,
  selectMail,
  type WaitingMail,
  tidyOutbox,
} from "./outbox.sql.ts";

export type Outbox = {
  readonly isOpen: boolean;
  /** Queues a mail, sent after the commit; does nothing without SMTP_URL. @returns its id in `outbox`, undefined if it is not sent */
  put(transaction: Queries, mail: NewMail): Promise<string | undefined>;
  /** Sets the function that adds to the text of a mail about a student's listings, before each attempt to send it. */
  completeBy(complete: Complete): void;
  jobs: Job<never>[];
};

/** @returns the text to send */
type Complete = (mail: Omit<WaitingMail, "studentId" | "about"> & About) => Promise<string>;
type About = { studentId: string; about: string[] };

type OutboxContext = { config: Config; log: Log; db: Database; jobs: Jobs };

/** The mail queue. A server that does not answer holds up all mails, so that their order stays. */
const mailQueue: Queue = {
  name: "mail",
  policy: "key_strict_fifo",
  retryLimit: 10_000,
  retryDelay: 10,
  retryBackoff: true,
  retryDelayMax: 300,
  heartbeatSeconds: 20,
};
/** Days after which a mail is outdated. */
const retentionDays = 3;
/** Tries of a mail that the server refuses permanently, because the server may be misconfigured. */
const mostRefusals = 5;
/** Seconds. */
const longestDelay = 3_600;

export function openOutbox({ config, log, db, jobs }: OutboxContext): Outbox {
  const { SMTP_URL } = config;
  const enqueue = (transaction: Queries, id: string, startAfter?: number) =>
    jobs.enqueue(transaction, mailQueue, { id }, startAfter);

  let complete: Complete | undefined;
  const textOf = async (mail: WaitingMail) => {
    const { studentId, about } = mail;
    if (complete === undefined || studentId === null || about === null) return mail.text;
    return complete({ ...mail, studentId, about });
  };
  const completeBy = (next: Complete) => void (complete = next);

  /** @throws the error that keeps the server from accepting any mail */
  async function send(server: MailServer, id: string): Promise<void> {
    const mail = await selectMail(db, id);
    if (mail === undefined) return;
    const { kind, attempts } = mail;
    try {
      await server.send({ ...mail, text: await textOf(mail) });
    } catch (error) {
      const trouble = isOfThisMail(error) ? undefined : await troubleOf(server, error);
      if (trouble !== undefined) {
        const reason = codeOf(trouble);
        log.warn({ reason }, "the mail server cannot be used; mails wait: see market doctor");
        // Replies of servers often contain the address, and the queue stores errors.
        throw new Error(`the mail server cannot be used: ${reason}`);
      }
      const isLast = !isForNow(error) && attempts + 1 >= mostRefusals;
      log.warn({ mail: id, kind, reason: codeOf(error), isLast }, "a mail was refused");
      if (isLast) return endMail(db, id, "refused");
      return db.transaction(async (transaction) => {
        await countRefusal(transaction, id);
        await enqueue(transaction, id, Math.min(longestDelay, 60 * 4 ** attempts));
      });
    }
    await endMail(db, id, "sent");
  }

  const always: Job<never>[] = [
    // Jobs of the previous release name no mail: `adoptMails` finds its mails.
    { name: "send-mail", work: async () => {} },
    {
      name: "forget-old-mail",
      cron: "57 * * * *",
      async work() {
        const mails = await tidyOutbox(db, retentionDays);
        if (mails > 0) log.warn({ mails }, "mails were given up, because they could not be sent");
      },
    },
  ];
  if (SMTP_URL === undefined)
    return { isOpen: false, put: async () => undefined, completeBy, jobs: always };
  let opened: Promise<MailServer> | undefined;
  const sending: Job<never>[] = [
    {
      ...mailQueue,
      async work({ id }: { id: string }) {
        opened ??= openMailServer(config, SMTP_URL).catch((error: unknown) => {
          opened = undefined;
          throw error;
        });
        await send(await opened, id);
      },
    },
    {
      // Mails of a release that had no job for each mail.
      name: "send-waiting-mail",
      cron: "* * * * *",
      anyClock: true,
      work: () =>
        db.transaction(async (transaction) => {
          for (const id of await adoptMails(transaction)) await enqueue(transaction, id);
        }),
    },
  ];
  return {
    isOpen: true,
    async put(transaction, mail) {
      const id = await insertMail(transaction, mail);
      if (id !== undefined) await enqueue(transaction, id);
      return id;
    },
    completeBy,
    jobs: [...always, ...sending],
  };
}

type SmtpError = {
  code?: unknown;
  originalCode?: unknown;
  responseCode?: unknown;
  command?: unknown;
};

/** Checks the server. @returns undefined if it works, so that the mail itself must be the cause */
async function troubleOf(server: MailServer, error: unknown): Promise<unknown> {
  // A refused sender concerns every mail.
  if ((error as SmtpError).command === "MAIL FROM") return error;
  return server.check().then(
    () => undefined,
    (trouble: unknown) => trouble,
  );
}

/** Whether the server refused this recipient or text, and not the sender. */
function isOfThisMail(error: unknown): boolean {
  const { responseCode, command } = error as SmtpError;
  return typeof responseCode === "number" && (command === "RCPT TO" || command === "DATA");
}

const isForNow = (error: unknown): boolean =>
  /^4\d\d$/.test(String((error as SmtpError).responseCode));

/** Describes an error by codes only, because replies of servers contain addresses. */
function codeOf(error: unknown): string {
  const { code, originalCode = code, responseCode, command } = error as SmtpError;
  const parts = [originalCode, responseCode, command].filter((each) => each !== undefined);
  return parts.map(String).join(" ");
}
