import { endpoints } from "@market/contract/endpoints";
import type { Queries } from "../db/database.ts";
import { AppError } from "../errors/errors.ts";
import type { Serve } from "../http/serve.ts";
import { deleteBlock, insertBlock, selectBlocked } from "./blocks.sql.ts";

/** Lists are the same bytes for all, so the browser leaves the blocked ones' things out. */
export function blockRoutes(serve: Serve, { db }: { db: Queries }): void {
  serve(endpoints.listBlocks, async ({ currentUser }) => ({
    success: true as const,
    users: await selectBlocked(db, currentUser.userId),
  }));

  serve(endpoints.blockUser, async ({ currentUser, params }) => {
    if (!(await insertBlock(db, currentUser.userId, params.userId)))
      throw new AppError("user-not-found");
    return undefined;
  });

  serve(endpoints.unblockUser, async ({ currentUser, params }) => {
    await deleteBlock(db, currentUser.userId, params.userId);
    return undefined;
  });
}
