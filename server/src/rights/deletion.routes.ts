import { endpoints } from "@market/contract/endpoints";
import { freshSessionMinutes } from "@market/contract/limits";
import * as accountMessages from "@market/contract/rights/account-messages";
import type { Context } from "../context.ts";
import { AppError } from "../errors/errors.ts";
import type { Serve } from "../http/serve.ts";
import { isSignInFresh } from "../identity/sessions.sql.ts";
import { deleteAccount, restoreAccount } from "./deletion.sql.ts";

export function deletionRoutes(serve: Serve, { config, db, changes }: Context): void {
  serve(endpoints.deleteAccount, async ({ currentUser }) => {
    const { userId, sessionId } = currentUser;
    if (!(await isSignInFresh(db, sessionId, freshSessionMinutes)))
      throw new AppError("sign-in-again", { message: accountMessages.signInToDelete });
    await db.transaction((transaction) => deleteAccount(transaction, userId));
    changes.announce();
    return {
      success: true as const,
      message: accountMessages.accountDeleted(config.ERASE_AFTER_DAYS),
    };
  });

  serve(endpoints.restoreAccount, async ({ currentUser }) => {
    const isRestored = await db.transaction((transaction) =>
      restoreAccount(transaction, currentUser.userId, config.ERASE_AFTER_DAYS),
    );
    if (!isRestored) throw new AppError("account-deleted", { message: accountMessages.tooLate });
    changes.announce();
    return { success: true as const, message: accountMessages.accountRestored };
  });
}
