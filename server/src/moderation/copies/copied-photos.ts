import { dueHours } from "@market/contract/limits";
import type { Context } from "../../context.ts";
import type { Job } from "../../jobs/jobs.ts";
import { comparisonJob } from "../../photos/photos.ts";
import { lockBoth } from "../../students/students.sql.ts";
import { openCase } from "../cases.sql.ts";
import { newReceipt } from "../reports.ts";
import { insertReport } from "../reports.sql.ts";
import { insertCopy, selectCopy } from "./copied-photos.sql.ts";

export const copiedPhotoJob = ({ db }: Pick<Context, "db">): Job<{ productId: string }> => ({
  name: comparisonJob,
  work: ({ productId }) => comparePhotos(db, productId),
});

/** Opens a case for the moderators if a listing shows a photo that another account posted before. Nothing is hidden by it. */
export async function comparePhotos(db: Context["db"], productId: string): Promise<void> {
  const found = await selectCopy(db, productId);
  if (found === undefined) return;
  await db.transaction(async (transaction) => {
    // So that two listings of the same accounts open one case.
    await lockBoth(transaction, found.userId, found.firstUserId);
    const copy = await selectCopy(transaction, productId);
    if (copy === undefined) return;
    const hours = dueHours.usual;
    const subject = { productId };
    const { id } = await openCase(transaction, subject, copy.userId, { isUrgent: false, hours });
    await insertReport(transaction, null, id, subject, {
      receipt: newReceipt("R"),
      reason: "copied-photos",
      details: "",
      hours,
    });
    await insertCopy(transaction, id, copy);
  });
}
