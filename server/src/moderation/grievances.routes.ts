import { longDateOf } from "@market/contract/dates";
import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { endpoints } from "@market/contract/endpoints";
import { dueHours, grievancesAnHour, grievancesPerDay } from "@market/contract/limits";
import * as mailMessages from "@market/contract/notices/mail-messages";
import * as moderationMessages from "@market/contract/moderation/messages";
import type { Grievance } from "@market/contract/moderation/schemas";
import { useAllowance } from "../db/allowances.sql.ts";
import { acceptedKeys, deriveKey, hmac, isSameSecret } from "../db/secrets.ts";
import type { Context } from "../context.ts";
import type { Queries } from "../db/database.ts";
import { isId } from "../db/ids.ts";
import { AppError } from "../errors/errors.ts";
import { readAttempt } from "../http/idempotency.ts";
import type { RateLimiter } from "../http/rate-limit.ts";
import type { Authentication, Serve } from "../http/serve.ts";
import { announceUrgentCase } from "./case-news.ts";
import {
  countAnonymous,
  insertGrievance,
  insertGrievanceCase,
  selectGrievance,
  selectRecipient,
  timeIn,
} from "./grievances.sql.ts";
import { newReceipt } from "./reports.ts";

export function grievanceRoutes(
  serve: Serve,
  context: Pick<Context, "db" | "applicationKey" | "previousKey" | "outbox" | "config">,
  limiter: RateLimiter,
  authentication: Authentication,
): void {
  const { db, applicationKey, outbox, config } = context;
  const purpose = "grievances";
  const ownKey = deriveKey(applicationKey, purpose);
  const secretOf = (receipt: string, key = ownKey) =>
    hmac(key, receipt).toString("base64url").slice(0, 22);
  const answerOf = ({ receipt, dueAt }: Pick<Grievance, "receipt" | "dueAt">) => ({
    success: true as const,
    message: moderationMessages.grievanceReceived,
    receipt,
    secret: secretOf(receipt),
    dueAt,
  });

  /** Acknowledges to any address, known or not, a limited number of times. */
  async function acknowledge(transaction: Queries, receipt: string): Promise<void> {
    if (!outbox.isOpen) return;
    const made = await selectRecipient(transaction, receipt);
    if (made === undefined || made.lately > grievancesPerDay) return;
    const mail = mailMessages.grievanceMail({
      receipt,
      secret: secretOf(receipt),
      due: longDateOf(made.dueAt),
      address: `${config.PUBLIC_ORIGIN}/grievance`,
    });
    await outbox.put(transaction, { kind: "grievance", to: made.email, ...mail });
  }

  /** Finds the student of a valid token, in any state; a grievance is accepted whatever the token is. */
  async function studentOf({ raw }: FastifyRequest): Promise<string | undefined> {
    if (raw.headers.authorization === undefined) return undefined;
    try {
      return (await authentication.identify(raw, ["suspended", "deleted"])).userId;
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  /** @returns whether a mail may be sent. @throws AppError grievance-quota */
  async function count(transaction: Queries, userId: string | undefined): Promise<boolean> {
    if (userId === undefined) {
      const { received, left } = await countAnonymous(transaction);
      if (received > grievancesAnHour.accepted)
        throw new AppError("grievance-quota", { retryAfter: left });
      return received <= grievancesAnHour.mailed;
    }
    const wait = await useAllowance(transaction, userId, "grievances", grievancesPerDay);
    if (wait > 0) throw new AppError("grievance-quota", { retryAfter: wait });
    return true;
  }

  serve(endpoints.createGrievance, async ({ body, request }) => {
    const { website, urgent: isUrgent, ...form } = body;
    const hours = isUrgent ? dueHours.urgent : dueHours.usual;
    const { key: sentKey, hash } = readAttempt(request, "", JSON.stringify(form));
    const attempt =
      sentKey === undefined
        ? null
        : createHash("sha256").update(`${sentKey} ${form.email}`).update(hash).digest();
    const before = attempt && (await selectGrievance(db, { attempt }));
    if (before) return answerOf(before);
    const userId = await studentOf(request);
    if (userId === undefined) limiter.consumeFew("grievance", request.raw, grievancesPerDay);
    const receipt = newReceipt("G");
    if (website !== "") return answerOf({ receipt, dueAt: await timeIn(db, hours) });
    const productId = productIn(form.productUrl);
    await db.transaction(async (transaction) => {
      const id = await insertGrievance(transaction, {
        ...form,
        productUrl: form.productUrl,
        receipt,
        attempt,
      });
      if (id === undefined) return;
      const isMailed = await count(transaction, userId);
      const { subject } = form;
      const about = { productId, subject, isUrgent, hours };
      const caseId = await insertGrievanceCase(transaction, id, about);
      if (isUrgent) await announceUrgentCase(context, transaction, caseId);
      if (isMailed) await acknowledge(transaction, receipt);
    });
    const made = await selectGrievance(db, attempt ? { attempt } : { receipt });
    if (made === undefined) throw new Error("A grievance was not stored");
    return answerOf(made);
  });

  serve(endpoints.getGrievance, async ({ params: { receipt }, request }) => {
    const header = request.headers["x-grievance-secret"];
    const secret = typeof header === "string" ? header : "";
    const grievance = acceptedKeys(context, purpose).some((key) =>
      isSameSecret(secret, secretOf(receipt, key)),
    )
      ? await selectGrievance(db, { receipt })
      : undefined;
    if (grievance === undefined) throw new AppError("grievance-not-found");
    return { success: true as const, grievance };
  });
}

function productIn(address: string | undefined): string | null {
  const id = /\/item\/([^/?#]+)/.exec(address ?? "")?.[1]?.toLowerCase() ?? "";
  return isId(id) ? id : null;
}
