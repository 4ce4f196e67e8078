import { endpoints } from "@market/contract/endpoints";
import { freshSessionMinutes } from "@market/contract/limits";
import * as accountMessages from "@market/contract/identity/messages";
import type { Queries } from "../db/database.ts";
import type { Serve } from "../http/serve.ts";
import { AppError } from "../errors/errors.ts";
import { isSignInFresh } from "../identity/sessions.sql.ts";
import { selectOptionalSeller } from "./sellers.sql.ts";
import { presentUser, readProfileChange, readRegistration } from "./students.ts";
import { insertUser, selectOptionalUser, updateUser, type UserRow } from "./students.sql.ts";

export function userRoutes(serve: Serve, { db }: { db: Queries }): void {
  serve(endpoints.googleLogin, async ({ currentUser }) => {
    if (currentUser.userId === undefined) throw new AppError("user-not-registered");
    const user = present(await selectOptionalUser(db, currentUser.userId));
    return { success: true as const, message: `Welcome back, ${user.name}!`, user };
  });

  serve(endpoints.googleRegister, async ({ currentUser, body }) => {
    if (currentUser.userId !== undefined) throw new AppError("user-already-registered");
    const user = present(
      await insertUser(db, currentUser.identityId, readRegistration(body), body.consent?.version),
    );
    return { success: true as const, message: accountMessages.registered, user };
  });

  serve(endpoints.getProfile, async ({ currentUser }) => ({
    success: true as const,
    user: present(await selectOptionalUser(db, currentUser.userId)),
  }));

  serve(endpoints.updateProfile, async ({ currentUser, body }) => {
    const { userId, sessionId } = currentUser;
    const change = readProfileChange(body);
    // Prevents a person at an unlocked browser from redirecting its owner's buyers.
    if (change.phone !== undefined && !(await isSignInFresh(db, sessionId, freshSessionMinutes)))
      throw new AppError("sign-in-again");
    return { success: true as const, user: present(await updateUser(db, userId, change)) };
  });
}

export function sellerRoutes(serve: Serve, { db }: { db: Queries }): void {
  serve(endpoints.getSeller, async ({ currentUser, params }) => {
    const seller = await selectOptionalSeller(db, params.sellerId, currentUser.userId);
    if (seller === undefined) throw new AppError("seller-not-found");
    return { success: true as const, seller: { _id: params.sellerId, ...seller } };
  });
}

/** Presents a student; no row means that the student was deleted after authentication. */
function present(row: UserRow | undefined) {
  if (row === undefined) throw new AppError("invalid-token");
  return presentUser(row);
}
