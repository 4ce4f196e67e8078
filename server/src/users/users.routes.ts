import { endpoints } from "@market/contract/endpoints";
import { messages } from "@market/contract/messages";
import type { Queries } from "../db.ts";
import type { Serve } from "../endpoint.ts";
import { AppError } from "../errors.ts";
import { presentUser, readProfileChange, readRegistration } from "./users.ts";
import { insertUser, selectOptionalUser, updateUser, type UserRow } from "./users.sql.ts";

/** Registration and profile: the specification's auth calls (section 7). */
export function userRoutes(serve: Serve, { db }: { db: Queries }): void {
  serve(endpoints.googleLogin, async ({ caller }) => {
    if (caller.userId === undefined) throw new AppError("user-not-registered");
    const user = present(await selectOptionalUser(db, caller.userId));
    return { success: true as const, message: `Welcome back, ${user.name}!`, user };
  });

  serve(endpoints.googleRegister, async ({ caller, body }) => {
    if (caller.userId !== undefined) throw new AppError("user-already-registered");
    const user = present(await insertUser(db, caller.identityId, readRegistration(body)));
    return { success: true as const, message: messages.registered, user };
  });

  serve(endpoints.getProfile, async ({ caller }) => ({
    success: true as const,
    user: present(await selectOptionalUser(db, caller.userId)),
  }));

  serve(endpoints.updateProfile, async ({ caller, body }) => ({
    success: true as const,
    user: present(await updateUser(db, caller.userId, readProfileChange(body))),
  }));
}

/** No row means that the person was deleted since the door was passed, and the token with it. */
function present(row: UserRow | undefined) {
  if (row === undefined) throw new AppError("invalid-token");
  return presentUser(row);
}
