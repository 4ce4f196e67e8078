import { type FormEvent, useState } from "react";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";

type Props = {
  label: string;
  button: string;
  rows: number;
  /** Characters */
  most: number;
  /** Shows how many characters are left. */
  isCounted?: boolean;
  /** Says itself what went wrong; never rejects. */
  onSend: (text: string) => Promise<void>;
};

/** One text and the button that sends it; what was typed stays when it could not be sent. */
export function OneTextForm({ label, button, rows, most, isCounted = false, onSend }: Props) {
  const [text, setText] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    await onSend(text);
    setIsBusy(false);
  };
  return (
    <form className="grid gap-3" onSubmit={(event) => void send(event)}>
      <Field label={label} {...(isCounted && { count: { now: text.length, most } })}>
        <textarea
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
        busy={isBusy}
        disabled={text.trim() === ""}
      >
        {button}
      </Button>
    </form>
  );
}
