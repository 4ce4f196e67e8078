import * as calls from "@market/contract/rights/calls";
import * as accountMessages from "@market/contract/rights/account-messages";
import * as shellMessages from "@market/contract/shell/messages";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { signOut } from "../identity/sign-out.ts";
import { ApiError, describeFailure } from "../api/api-error.ts";
import { currentSession } from "../identity/session.ts";
import { SignInAgain } from "../identity/sign-in/sign-in-again.tsx";
import { call } from "../api/client.ts";
import { useAction } from "../api/use-action.ts";
import { usePageSettings } from "../routing/page-context.ts";
import { paths } from "../routing/paths.ts";
import { Button } from "../ui/button.tsx";
import { CloseButton, Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { toast } from "../ui/toast.ts";
import { fetchFile } from "../api/fetch-file.ts";

const word = "DELETE";

/** D20: explains what happens when; the student types a word to confirm. */
export function DeleteAccount({ isDeleted = false }) {
  const { eraseAfterDays } = usePageSettings().campus;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className="flex flex-wrap gap-3 max-sm:*:grow">
      <ExportButton />
      {!isDeleted && (
        <Button kind="danger" onClick={() => setIsOpen(true)}>
          {accountMessages.deleteMyAccount}
        </Button>
      )}
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        label={accountMessages.deleteMyAccount}
        className="dialog-sheet"
      >
        <div className="grid gap-4 p-4 md:p-6">
          <div className="flex items-center justify-between gap-4">
            <h2 className="text-xl font-bold">{accountMessages.deleteMyAccount}</h2>
            <CloseButton onClick={() => setIsOpen(false)} />
          </div>
          <ul className="grid list-disc gap-1 pl-5">
            {accountMessages.deleteExplained(eraseAfterDays).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <DeleteForm onCancel={() => setIsOpen(false)} />
        </div>
      </Dialog>
    </section>
  );
}

function ExportButton() {
  const { run, isPending } = useAction(async () => {
    const address = URL.createObjectURL(await fetchFile(calls.exportAccount));
    const link = document.createElement("a");
    link.href = address;
    link.download = `market-export-${new Date().toISOString().slice(0, 10)}.zip`;
    link.click();
    // The browser reads it after the click.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  });
  return (
    <Button kind="plain" busy={isPending} onClick={() => run()}>
      {isPending ? accountMessages.exporting : accountMessages.exportMyData}
    </Button>
  );
}

const accountId = () => {
  const session = currentSession();
  return session.status === "signed-in" ? session.user._id : undefined;
};

function DeleteForm({ onCancel }: { onCancel: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const { pathname } = useLocation();
  const [account] = useState(accountId);
  const { run, isPending, isSuccess, error, reset } = useAction(
    async () => {
      const { message } = await call(calls.deleteAccount, { body: { confirm: word } });
      await signOut();
      toast.success(message);
      await navigate(paths.login);
    },
    () => {},
  );
  const isTooOld = error instanceof ApiError && error.code === "sign-in-again";
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <Field
        label={accountMessages.typeDelete}
        error={error && !isTooOld ? describeFailure(error) : undefined}
      >
        <input
          autoComplete="off"
          autoCapitalize="characters"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      {isTooOld && (
        <SignInAgain
          sentence={describeFailure(error)}
          page={pathname}
          // The typed word must not apply to another account.
          done={() => (accountId() === account ? reset() : onCancel())}
        />
      )}
      <div className="flex flex-wrap-reverse gap-3 *:grow">
        <Button kind="plain" onClick={onCancel}>
          {shellMessages.cancel}
        </Button>
        <Button type="submit" kind="danger" busy={isPending || isSuccess} disabled={typed !== word}>
          {accountMessages.deleteMyAccount}
        </Button>
      </div>
    </form>
  );
}
