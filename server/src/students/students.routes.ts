import { endpoints } from "@market/contract/endpoints";
import { freshSessionMinutes, leavingDaysAhead } from "@market/contract/limits";
import * as accountMessages from "@market/contract/identity/messages";
import * as profileMessages from "@market/contract/students/messages";
import type { Changes } from "../db/changes.ts";
import { isWithinCampusDays } from "../db/clock.sql.ts";
import type { Database, Queries } from "../db/database.ts";
import type { Serve } from "../http/serve.ts";
import { AppError } from "../errors/errors.ts";
import { isSignInFresh } from "../identity/sessions.sql.ts";
import { saveLeavingOn, selectLeavingOn, type StudentEvents } from "./leavers.sql.ts";
import { selectOptionalSeller } from "./sellers.sql.ts";
import { presentUser, readProfileChange, readRegistration } from "./students.ts";
import {
  insertUser,
  lockStudent,
  selectContactChoice,
  selectOptionalUser,
  updateUser,
  type UserRow,
} from "./students.sql.ts";

type StudentContext = { db: Database; events: StudentEvents; changes: Pick<Changes, "announce"> };

export function userRoutes(serve: Serve, { db, events, changes }: StudentContext): void {
  serve(endpoints.googleLogin, async ({ currentUser }) => {
    if (currentUser.userId === undefined) throw new AppError("user-not-registered");
    const user = present(await selectOptionalUser(db, currentUser.userId));
    return { success: true as const, message: `Welcome back, ${user.name}!`, user };
  });

  serve(endpoints.googleRegister, async ({ currentUser, body }) => {
    if (currentUser.userId !== undefined) throw new AppError("user-already-registered");
    const { identityId } = currentUser;
    const user = await db.transaction(async (transaction) => {
      const form = readRegistration(body);
      const made = present(await insertUser(transaction, identityId, form, body.consent?.version));
      await events.registered(transaction, made);
      return made;
    });
    return { success: true as const, message: accountMessages.registered, user };
  });

  serve(endpoints.getProfile, async ({ currentUser: { userId } }) => ({
    success: true as const,
    user: {
      ...present(await selectOptionalUser(db, userId)),
      contact: await selectContactChoice(db, userId),
      leavingOn: await selectLeavingOn(db, userId),
    },
  }));

  serve(endpoints.updateProfile, async ({ currentUser, body }) => {
    const { userId, sessionId } = currentUser;
    const change = readProfileChange(body);
    // Prevents a person at an unlocked browser from redirecting its owner's buyers.
    if (change.phone !== undefined && !(await isSignInFresh(db, sessionId, freshSessionMinutes)))
      throw new AppError("sign-in-again");
    const { leavingOn, contact } = body;
    const user = await db.transaction(async (transaction) => {
      if (leavingOn !== undefined) await changeLeavingOn(transaction, events, userId, leavingOn);
      const changed = present(await updateUser(transaction, userId, change));
      return { ...changed, contact: await selectContactChoice(transaction, userId) };
    });
    // Lists say of each listing whether buyers ask first.
    if (leavingOn !== undefined || contact !== undefined) changes.announce();
    return { success: true as const, user };
  });
}

/** @throws AppError invalid-fields for a day that is past or too far in the future */
async function changeLeavingOn(
  transaction: Queries,
  events: StudentEvents,
  userId: string,
  day: string | null,
): Promise<void> {
  if (day !== null && !(await isWithinCampusDays(transaction, day, leavingDaysAhead)))
    throw new AppError("invalid-fields", {
      message: profileMessages.leavingTooFar,
      errors: [{ field: "leavingOn", message: profileMessages.leavingTooFar }],
    });
  await lockStudent(transaction, userId);
  const leftAt = await saveLeavingOn(transaction, userId, day);
  if (leftAt !== undefined) await events.stayedOn(transaction, { userId, leftAt });
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
