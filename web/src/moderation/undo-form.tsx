import { maxLength } from "@market/contract/limits";
import * as moderatorsMessages from "@market/contract/moderation/moderators-messages";
import { type FormEvent, useState } from "react";
import { focus } from "../browser/focus.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";

type Props = {
  button: string;
  usualNote: string;
  isBusy: boolean;
  /** Shows its own errors. */
  onSend: (note: string) => Promise<unknown>;
};

export function UndoForm({ button, usualNote, isBusy, onSend }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [note, setNote] = useState(usualNote);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const title = event.currentTarget.closest("article,li")?.querySelector("h2");
    await onSend(note).then(
      // There is nothing left to undo, so the form is gone.
      () => title?.focus({ preventScroll: true }),
      () => undefined,
    );
  };
  if (!isOpen)
    return (
      <Button kind="plain" className="justify-self-start" onClick={() => setIsOpen(true)}>
        {button}
      </Button>
    );
  return (
    <form className="grid gap-3" onSubmit={(event) => void send(event)}>
      <Field label={moderatorsMessages.noteLabel}>
        <textarea
          ref={focus}
          rows={2}
          required
          maxLength={maxLength.note}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      <Button
        type="submit"
        className="justify-self-start"
        busy={isBusy}
        disabled={note.trim() === ""}
      >
        {button}
      </Button>
    </form>
  );
}
