import * as calls from "@market/contract/students/calls";
import { maxLength } from "@market/contract/limits";
import * as dealMessages from "@market/contract/deals/messages";
import * as profileMessages from "@market/contract/students/profile-messages";
import type { User } from "@market/contract/students/student";
import { type FormEvent, useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { useAction } from "../api/use-action.ts";
import { paths } from "../routing/paths.ts";
import { Button } from "../ui/button.tsx";
import { CloseButton, Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Icon } from "../ui/more-icons.tsx";
import { toast } from "../ui/toast.ts";
import { PhoneFields } from "./phone-fields.tsx";
import {
  checkRegistration,
  type RegistrationDraft,
  type RegistrationFaults,
} from "./registration.ts";
import { formFields } from "./use-registration.ts";
import { currentSession, updateUser } from "../identity/session.ts";
import { SignInAgain } from "../identity/sign-in/sign-in-again.tsx";
import { forgetWantedPage, rememberWantedPage } from "../identity/sign-in/wanted-page.ts";
import { detailsDraft, detailsOf, discardDetailsDraft, saveDetailsDraft } from "./details.ts";

/** Phone and course in a dialog (R607); the semester has its own place. */
export function DetailsEditor({ user }: { user: User }) {
  const [isOpen, setIsOpen] = useState(() => detailsDraft() !== undefined);
  const close = () => {
    discardDetailsDraft();
    forgetWantedPage();
    setIsOpen(false);
  };
  return (
    <>
      <Button
        kind="plain"
        aria-label={dealMessages.editDetails}
        className="shrink-0 px-3"
        onClick={() => setIsOpen(true)}
      >
        <Icon name="pencil" />
        <span className="max-sm:hidden">{dealMessages.edit}</span>
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        label={dealMessages.editDetails}
        className="dialog-sheet"
      >
        <DetailsForm user={user} onClose={close} />
      </Dialog>
    </>
  );
}

function DetailsForm({ user, onClose }: { user: User; onClose: () => void }) {
  const [draft, setDraft] = useState(() => detailsDraft() ?? detailsOf(user));
  const [faults, setFaults] = useState<RegistrationFaults>({});
  const [isTooOld, setIsTooOld] = useState(false);

  const refuse = (failure: unknown) => {
    const { code, errors = [], serverMessage } = failure instanceof ApiError ? failure : {};
    if (code === "sign-in-again") {
      saveDetailsDraft(draft);
      rememberWantedPage(paths.profile);
      setIsTooOld(true);
    } else if (errors.length > 0) {
      setFaults(
        Object.fromEntries(errors.map(({ field, message }) => [formFields[field], message])),
      );
    } else toast.error(serverMessage ?? dealMessages.detailsFailed);
  };
  const { run: save, isPending } = useAction(async () => {
    const checked = checkRegistration(draft);
    setFaults(checked.faults ?? {});
    if (checked.faults) return;
    const { phone, country, course } = checked.value;
    const isMoved = phone !== user.phone || country !== user.country;
    if (!isMoved && course === user.course) return onClose();
    const body = { course, ...(isMoved && { phone, country }) };
    updateUser((await call(calls.updateProfile, { body })).user);
    toast.success(dealMessages.detailsSaved);
    onClose();
  }, refuse);
  const signedInAgain = () => {
    const session = currentSession();
    // Another account was chosen: what was typed is not its.
    if (session.status !== "signed-in" || session.user._id !== user._id) return onClose();
    setIsTooOld(false);
    save();
  };
  const change = (changed: Partial<RegistrationDraft>) => {
    setDraft({ ...draft, ...changed });
    setFaults({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };

  return (
    <form noValidate className="grid gap-4 p-4 md:p-6" onSubmit={submit}>
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-xl font-bold">{dealMessages.editDetails}</h2>
        <CloseButton onClick={onClose} />
      </div>
      <PhoneFields draft={draft} faults={faults} onChange={change} />
      <Field label={profileMessages.course} error={faults.course}>
        <input
          name="course"
          value={draft.course}
          autoComplete="off"
          maxLength={maxLength.course}
          onChange={(event) => change({ course: event.target.value })}
        />
      </Field>
      {isTooOld ? (
        <SignInAgain
          sentence={dealMessages.signInAgain}
          page={paths.profile}
          done={signedInAgain}
        />
      ) : (
        <Button type="submit" busy={isPending}>
          {dealMessages.saveDetails}
        </Button>
      )}
    </form>
  );
}
