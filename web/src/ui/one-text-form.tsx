import { type FormEvent, useState } from "react";
import { focus } from "../browser/focus.ts";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";

type Props = {
  label: string;
  button: string;
  rows: number;
  /** Characters */
  most: number;
  isCounted?: boolean;
  /** Takes the focus, because a tap has opened it. */
  isOpened?: boolean;
  busy: boolean;
  onSend: (text: string) => void;
};

/** One text and the button that sends it; what was typed stays when it could not be sent. */
export function OneTextForm(props: Props) {
  const { label, button, rows, most, isCounted = false, isOpened, busy, onSend } = props;
  const [text, setText] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSend(text);
  };
  return (
    <form className="grid gap-3" onSubmit={send}>
      <Field label={label} {...(isCounted && { count: { now: text.length, most } })}>
        <textarea
          ref={isOpened ? focus : undefined}
          rows={rows}
          required
          maxLength={most}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Button
        type="submit"
        className="justify-self-start"
        busy={busy}
        disabled={text.trim() === ""}
      >
        {button}
      </Button>
    </form>
  );
}
