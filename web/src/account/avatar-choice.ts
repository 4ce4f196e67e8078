import { endpoints } from "@market/contract/endpoints";
import type { AvatarStyle } from "@market/contract/users";
import { call } from "../api/client.ts";
import { updateUser } from "./session.ts";
import { local } from "./storage.ts";

/** The local storage key of the chosen avatar (R258). */
const avatarKey = "avatar";

/** Saves a picked avatar (R171) and keeps it on this device; a failure is only logged (R495). */
export async function saveAvatar(avatar: AvatarStyle): Promise<void> {
  try {
    const { user } = await call(endpoints.updateProfile, { body: { avatar } });
    local.write(avatarKey, user.avatar);
    updateUser(user);
  } catch (failure) {
    console.warn("The avatar was not saved", failure);
  }
}
