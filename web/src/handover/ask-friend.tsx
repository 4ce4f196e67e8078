import * as messages from "@market/contract/handover/messages";
import { type FormEvent, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";

type Props = { isPending: boolean; onAsk: (email: string) => void };

export function AskFriend({ isPending, onAsk }: Props) {
  const [email, setEmail] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAsk(email);
  };
  return (
    <form noValidate onSubmit={submit} className="col-span-2 grid gap-2">
      <Field label={messages.email} hint={messages.explained}>
        <input
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
      </Field>
      <Button type="submit" busy={isPending} disabled={!email.includes("@")}>
        {messages.ask}
      </Button>
    </form>
  );
}
