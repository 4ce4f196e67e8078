import { endpoints } from "@market/contract/endpoints";
import { blocksPerDay } from "@market/contract/limits";
import { useAllowance } from "../db/allowances.sql.ts";
import type { Database, Queries } from "../db/database.ts";
import { AppError } from "../errors/errors.ts";
import type { Serve } from "../http/serve.ts";
import { deleteBlock, insertBlock, lockBlockable, selectBlocked } from "./blocks.sql.ts";

/** Lists are the same bytes for all callers, so the browser omits the listings of blocked students. */
export function blockRoutes(serve: Serve, { db }: { db: Database }): void {
  serve(endpoints.listBlocks, async ({ currentUser }) => ({
    success: true as const,
    users: await selectBlocked(db, currentUser.userId),
  }));

  serve(endpoints.blockUser, async ({ currentUser, params }) => {
    await db.transaction((transaction) => block(transaction, currentUser.userId, params.userId));
    return undefined;
  });

  serve(endpoints.unblockUser, async ({ currentUser, params }) => {
    await deleteBlock(db, currentUser.userId, params.userId);
    return undefined;
  });
}

/** Blocking again changes nothing. @throws AppError user-not-found, block-quota */
async function block(transaction: Queries, blockerId: string, userId: string): Promise<void> {
  const student = await lockBlockable(transaction, blockerId, userId);
  if (student === undefined) throw new AppError("user-not-found");
  if (student.isBlocked) return;
  const wait = await useAllowance(transaction, blockerId, "blocks", blocksPerDay);
  if (wait > 0) throw new AppError("block-quota", { retryAfter: wait });
  await insertBlock(transaction, blockerId, userId);
}
