import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import sql, { raw } from "sql-template-tag";
import type { Database, Queries } from "../db/database.ts";
import { AppError } from "../errors/errors.ts";
import { SerializedJson } from "./serve.ts";

export type Attempt = {
  /** The student; of a moderator, who need not be registered, the identity. */
  userId: string;
  isModerator?: true;
  key: string | undefined;
  hash: Buffer;
};
/** The table for stored answers: one for students, one for moderators. */
const storeOf = ({ isModerator }: Attempt) =>
  isModerator
    ? { answers: raw("moderator_answers"), owner: raw("identity_id") }
    : { answers: raw("idempotency_keys"), owner: raw("user_id") };
/** An answer; `status` if the endpoint has two, for new and for existing rows. */
export type Answer = { body: string; status?: number | undefined };

/** Reads the Idempotency-Key. @param content identifies the request together with its address */
export function readAttempt(request: FastifyRequest, userId: string, content: string): Attempt {
  const key = request.headers["idempotency-key"];
  if (Array.isArray(key) || (key !== undefined && !/^[\x21-\x7e]{8,100}$/.test(key))) {
    throw new AppError("invalid-request", {
      message: "The Idempotency-Key must be 8 to 100 printable ASCII characters without spaces.",
    });
  }
  const hash = createHash("sha256").update(`${request.method} ${request.url}\n${content}`).digest();
  return { userId, key, hash };
}

/**
 * Reads the first answer by an update that changes nothing: a previous primary may have an answer that its successor never
 * received, but it cannot write, and a commit on the current primary confirms all previous ones.
 * @returns the first answer, if any. @throws AppError key-reused if the key belonged to another request
 */
export async function confirmAnswer(db: Queries, attempt: Attempt): Promise<string | undefined> {
  return (await confirmWhole(db, attempt))?.body;
}

async function confirmWhole(db: Queries, attempt: Attempt): Promise<Answer | undefined> {
  if (attempt.key === undefined) return undefined;
  const { answers, owner } = storeOf(attempt);
  const [row] = await db.query<{ body: string; status: number | null; same: boolean }>(sql`
    update ${answers} set body = body
    where ${owner} = ${attempt.userId} and key = ${attempt.key}
    returning body, status, request_hash = ${attempt.hash} as same`);
  if (row && !row.same) throw new AppError("key-reused");
  return row && { body: row.body, status: row.status ?? undefined };
}

/** Whether the key has an answer already; called before the body is read. */
export async function isRepeat(
  db: Queries,
  request: FastifyRequest,
  userId: string,
): Promise<boolean> {
  const { key } = readAttempt(request, userId, "");
  if (key === undefined) return false;
  const rows = await db.query(sql`
    select from idempotency_keys where user_id = ${userId} and key = ${key}`);
  return rows.length > 0;
}

/** Does work at most once per key: the answer commits in its transaction, and a parallel repeat waits. */
export async function runOnce(
  db: Database,
  attempt: Attempt,
  work: (transaction: Queries) => Promise<string | Answer>,
): Promise<Answer & { repeated: boolean }> {
  const { answers, owner } = storeOf(attempt);
  const answered = await confirmWhole(db, attempt);
  if (answered !== undefined) return { ...answered, repeated: true };
  try {
    const answer = await db.transaction(async (transaction) => {
      if (attempt.key === undefined) return wholeOf(await work(transaction));
      const claimed = await transaction.query(sql`
        insert into ${answers} (${owner}, key, request_hash, body)
        values (${attempt.userId}, ${attempt.key}, ${attempt.hash}, '')
        on conflict do nothing returning key`);
      if (claimed.length === 0) throw new AlreadyDone();
      const { body, status } = wholeOf(await work(transaction));
      await transaction.query(sql`
        update ${answers} set body = ${body}, status = ${status ?? null}
        where ${owner} = ${attempt.userId} and key = ${attempt.key}`);
      return { body, status };
    });
    return { ...answer, repeated: false };
  } catch (error) {
    if (!(error instanceof AlreadyDone)) throw error;
    const first = await confirmWhole(db, attempt);
    if (first === undefined) throw new AppError("request-in-progress", { retryAfter: 1 });
    return { ...first, repeated: true };
  }
}

type Write = {
  currentUser: { userId: string };
  body?: unknown;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** Answers a write once per Idempotency-Key, in a transaction. @param work returns undefined for no content; `status` if there are two */
export async function answerOnce(
  db: Database,
  { currentUser, body, request, reply }: Write,
  work: (transaction: Queries) => Promise<{ reply: object | undefined; status?: number }>,
): Promise<SerializedJson> {
  const attempt = readAttempt(request, currentUser.userId, JSON.stringify(body ?? null));
  const answer = await runOnce(db, attempt, async (transaction) => {
    const made = await work(transaction);
    const text = made.reply === undefined ? "" : JSON.stringify(made.reply);
    return { body: text, status: made.status };
  });
  if (answer.status !== undefined) reply.code(answer.status);
  return new SerializedJson(answer.body);
}

const wholeOf = (answer: string | Answer): Answer =>
  typeof answer === "string" ? { body: answer } : answer;

class AlreadyDone extends Error {}
