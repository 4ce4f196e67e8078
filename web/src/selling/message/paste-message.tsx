import * as messages from "@market/contract/products/paste-messages";
import { useState } from "react";
import { focus } from "../../browser/focus.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/more-icons.tsx";
import { removedFrom } from "./fields-of-draft.ts";
import type { MessageDraft } from "./read-message.ts";

/** Longer ones are no message. */
const longest = 20_000;

type Props = {
  /** A message in which no item was found. */
  unread?: string;
  onRead: (drafts: readonly MessageDraft[]) => void;
};

/** Reads a message from the clipboard after a tap, else from a field (R1074). */
export function PasteMessage({ unread, onRead }: Props) {
  const [typed, setTyped] = useState(unread || undefined);
  const [isEmpty, setEmpty] = useState(typed !== undefined);
  const [note, setNote] = useState("");
  const { run: read, isPending } = useAction(async (text: string) => {
    // A browser's answer is awaited before the code that reads it.
    const { readMessage } = await import("./read-message.ts");
    const drafts = readMessage(text.slice(0, longest), new Date());
    setEmpty(drafts.length === 0);
    if (drafts.length === 0) return setTyped(text);
    setTyped(undefined);
    const removed = removedFrom(drafts);
    setNote(removed.length > 0 ? messages.leftOut(removed) : "");
    onRead(drafts);
  });
  const { run: paste, isPending: isAsking } = useAction(async () => {
    // Absent in older browsers and without https, and refused where the student says no.
    const { clipboard } = navigator as { clipboard?: Partial<Clipboard> };
    const text = await clipboard?.readText?.().catch(() => "");
    if (text) read(text);
    else setTyped("");
  });
  return (
    <div className="grid justify-items-start gap-3">
      {typed === undefined ? (
        <Button kind="plain" busy={isAsking || isPending} onClick={() => paste()}>
          <Icon name="chat" />
          {messages.paste}
        </Button>
      ) : (
        <div className="grid w-full gap-2">
          <Field
            label={messages.yourMessage}
            hint={messages.pasteHint}
            error={isEmpty ? messages.nothingFound : undefined}
          >
            <textarea
              ref={unread ? undefined : focus}
              rows={4}
              maxLength={longest}
              value={typed}
              onChange={({ currentTarget }) => {
                setTyped(currentTarget.value);
                setEmpty(false);
              }}
            />
          </Field>
          <Button
            className="justify-self-start"
            busy={isPending}
            disabled={typed.trim() === ""}
            onClick={() => read(typed)}
          >
            {messages.readIt}
          </Button>
        </div>
      )}
      <p role="status" className="text-muted text-sm empty:hidden">
        {note}
      </p>
    </div>
  );
}
