import { randomInt } from "node:crypto";
import { longDateOf } from "@market/contract/dates";
import { dueHours } from "@market/contract/limits";
import * as moderationMessages from "@market/contract/moderation/messages";
import { hiddenByReports } from "@market/contract/products/own-listing-messages";
import { isUrgentReport, type ReportReason } from "@market/contract/moderation/report";
import type { Report, ReportForm } from "@market/contract/moderation/schemas";
import type { Config } from "../config/config.ts";
import { useAllowance } from "../db/allowances.sql.ts";
import type { Queries } from "../db/database.ts";
import type { DealEvents } from "../deals/deal-events.ts";
import { doubtListing } from "../deals/doubts.ts";
import { AppError } from "../errors/errors.ts";
import { addNotice } from "../notices/notices.sql.ts";
import { lockStudent } from "../students/students.sql.ts";
import { type Case, markHidden, openCase, selectCaseName } from "./cases.sql.ts";
import { insertLogEntry } from "./log.sql.ts";
import { hideProduct } from "./moderation.sql.ts";
import {
  countHidingReporters,
  insertReport,
  type ReportedSubject,
  type ReportRow,
  selectConcerned,
  selectOwnReport,
} from "./reports.sql.ts";
import { refusalOf } from "./subjects.sql.ts";

type Limits = Pick<Config, "LIMITS_REPORTS_PER_DAY" | "REPORTS_TO_HIDE">;
type Submission = Pick<ReportForm, "productId" | "userId" | "dealId" | "reason" | "details">;

/**
 * Stores a student's report; the one that reaches the threshold hides the listing (D22).
 * @returns the first report, whether it is new, and the case that it makes urgent
 * @throws AppError product-not-found, user-not-found, deal-not-found, own-product, report-quota
 */
export async function submitReport(
  transaction: Queries,
  reporterId: string,
  { reason, details, ...ids }: Submission,
  limits: Limits,
  events: DealEvents,
): Promise<{ report: Report; isNew: boolean; urgentCase?: string }> {
  await lockStudent(transaction, reporterId);
  const reported = readReported(ids);
  const before = await selectOwnReport(transaction, reporterId, reported);
  const mayRepeat = before?.state === "dismissed" && before.hasChanged;
  if (before !== undefined && !mayRepeat) return { report: presentReport(before), isNew: false };
  const concerned = await selectConcerned(transaction, reporterId, reported);
  if (concerned === undefined) throw new AppError(refusalOf(reported));
  const { subject, userId } = concerned;
  if (userId === reporterId) throw new AppError("own-product");
  const wait = await useAllowance(
    transaction,
    reporterId,
    "reports",
    limits.LIMITS_REPORTS_PER_DAY,
  );
  if (wait > 0) throw new AppError("report-quota", { retryAfter: wait });
  const isUrgent = isUrgentReport(reason, details);
  const hours = isUrgent ? dueHours.urgent : dueHours.usual;
  const found = await openCase(transaction, subject, userId, { isUrgent, hours });
  const receipt = newReceipt("R");
  await insertReport(transaction, reporterId, found.id, reported, {
    receipt,
    reason,
    details,
    hours,
  });
  if ("productId" in subject && found.hiddenAt === null)
    await hideWhenEnough(transaction, found, subject.productId, limits.REPORTS_TO_HIDE);
  if ("productId" in subject && isDoubt(reason))
    await doubtListing(transaction, events, reporterId, subject.productId, doubts[reason]);
  const made = await selectOwnReport(transaction, reporterId, reported);
  if (made === undefined) throw new Error("A report was not stored");
  return { report: presentReport(made), isNew: true, ...(isUrgent && { urgentCase: found.id }) };
}

/** Reports of buyers with the number that say the same as their answer about the contact. */
const doubts = { "already-sold": "sold", "wrong-number": "wrong-number" } as const;
const isDoubt = (reason: ReportReason): reason is keyof typeof doubts => reason in doubts;

function readReported({
  productId,
  userId,
  dealId,
}: Pick<Submission, "productId" | "userId" | "dealId">): ReportedSubject {
  if (productId !== undefined) return { productId };
  return dealId === undefined ? { userId: userId ?? "" } : { dealId };
}

/** Hides the listing at the threshold. The case is locked, so exactly one of several concurrent reports reaches it. */
async function hideWhenEnough(
  transaction: Queries,
  { id: caseId, dueAt }: Pick<Case, "id" | "dueAt">,
  productId: string,
  enough: number,
): Promise<void> {
  if ((await countHidingReporters(transaction, caseId)) < enough) return;
  const note = hiddenByReports(longDateOf(dueAt));
  const userId = await hideProduct(transaction, productId);
  await markHidden(transaction, caseId);
  await insertLogEntry(transaction, "reports", { action: "hide", note, productId, userId, caseId });
  if (userId === undefined) return;
  const name = await selectCaseName(transaction, caseId);
  await addNotice(transaction, {
    userId,
    kind: "moderation",
    text: moderationMessages.decisionNotice("hide", name, note),
    listingId: productId,
    dedupeKey: `hidden:${caseId}`,
  });
}

/** Letters of receipts, without 0 O 1 I L U, which are easily confused. */
const letters = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Makes a receipt such as R-7K2M-4QXD. */
export function newReceipt(kind: "R" | "G"): string {
  const four = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join("");
  return `${kind}-${four()}-${four()}`;
}

export function presentReport(row: ReportRow): Report {
  const { receipt, reason, state, productId, userId, dealId, createdAt, dueAt } = row;
  return {
    receipt,
    reason,
    state,
    outcome: moderationMessages.reportOutcomes[state],
    ...(productId !== null && { productId }),
    ...(userId !== null && { userId }),
    ...(dealId !== null && { dealId }),
    createdAt: createdAt.toISOString(),
    dueAt: dueAt.toISOString(),
  };
}
