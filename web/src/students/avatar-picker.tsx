import * as calls from "@market/contract/students/calls";
import * as profileMessages from "@market/contract/students/profile-messages";
import {
  type AvatarStyle,
  avatarStyles,
  type Gender,
  genderOf,
  type User,
} from "@market/contract/students/student";
import { useState } from "react";
import { useAction } from "../api/use-action.ts";
import { call } from "../api/client.ts";
import { updateUser } from "../identity/session.ts";
import { local } from "../browser/storage.ts";
import { CloseButton, Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/more-icons.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { AvatarImage } from "./avatar-image.tsx";

/** The avatar, and the dialog for choosing another (R168 to R172). */
export function AvatarPicker({ user }: { user: User }) {
  const [isOpen, setIsOpen] = useState(false);
  const { run: save, isPending, variables } = useAction(saveAvatar);
  const saving = isPending ? variables : undefined;
  const close = () => setIsOpen(false);
  const pick = (style: AvatarStyle) => {
    close();
    if (style !== user.avatar) save(style);
  };
  return (
    <>
      <button
        type="button"
        aria-label={profileMessages.changeAvatar}
        aria-busy={saving !== undefined}
        onClick={() => saving === undefined && setIsOpen(true)}
        className="pressable group relative shrink-0 rounded-full"
      >
        <AvatarImage
          user={user}
          style={saving ?? user.avatar}
          className={`size-16 text-2xl md:size-18 ${saving ? "opacity-60" : ""}`}
        />
        <span className="bg-surface text-primary border-line group-hover:bg-sunken absolute -right-1 -bottom-1 grid size-7 place-items-center rounded-full border">
          {saving ? <Spinner /> : <Icon name="pencil" className="size-4" />}
        </span>
      </button>
      <Dialog
        open={isOpen}
        onClose={close}
        label={profileMessages.chooseAvatar}
        className="dialog-sheet"
      >
        <Choice user={user} onPick={pick} onClose={close} />
      </Dialog>
    </>
  );
}

type ChoiceProps = { user: User; onPick: (style: AvatarStyle) => void; onClose: () => void };

function Choice({ user, onPick, onClose }: ChoiceProps) {
  const [set, setSet] = useState(genderOf(user.avatar));
  return (
    <div className="grid gap-5 p-4 md:p-6">
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-xl font-bold">{profileMessages.chooseAvatar}</h2>
        <CloseButton onClick={onClose} />
      </div>
      <fieldset className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <legend className="sr-only">{profileMessages.styleSet}</legend>
        <span aria-hidden="true" className="text-muted text-sm">
          {profileMessages.styleSet}
        </span>
        <span className="border-control flex rounded-full border p-1">
          {(Object.keys(avatarStyles) as Gender[]).map((gender) => (
            <label
              key={gender}
              className="picked:bg-primary picked:text-on-primary aimed:outline-focus grid min-h-10 min-w-24 cursor-pointer place-items-center rounded-full px-4 text-sm font-bold aimed:outline-3 aimed:outline-offset-2"
            >
              <input
                type="radio"
                name="style-set"
                className="sr-only"
                checked={set === gender}
                onChange={() => setSet(gender)}
              />
              {profileMessages.styleSets[gender]}
            </label>
          ))}
        </span>
      </fieldset>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(max(5rem,18%),1fr))] gap-2">
        {avatarStyles[set].map((style) => (
          <li key={style}>
            <button
              type="button"
              aria-pressed={style === user.avatar}
              onClick={() => onPick(style)}
              className="pressable hover:bg-sunken aria-pressed:border-primary aria-pressed:bg-mint aria-pressed:text-on-mint rounded-card grid size-full content-start justify-items-center gap-2 border border-transparent p-2 text-sm"
            >
              <AvatarImage user={user} style={style} className="size-20 text-3xl" />
              {nameOf(style)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function nameOf(style: AvatarStyle): string {
  const words = style.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const avatarKey = "avatar";

/** Saves a picked avatar (R171) and keeps it on this device; a failure is only logged (R495). */
export async function saveAvatar(avatar: AvatarStyle): Promise<void> {
  try {
    const { user } = await call(calls.updateProfile, { body: { avatar } });
    local.write(avatarKey, user.avatar);
    updateUser(user);
  } catch (failure) {
    console.warn("The avatar was not saved", failure);
  }
}
