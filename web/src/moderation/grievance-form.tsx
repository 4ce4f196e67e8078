import { longDateOf } from "@market/contract/dates";
import * as calls from "@market/contract/moderation/calls";
import { maxLength } from "@market/contract/limits";
import * as moderationMessages from "@market/contract/moderation/messages";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { describeFailure } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { useOnce } from "../api/use-once.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { textOf } from "./form-text.ts";

type Sent = { receipt: string; secret: string; dueAt: string; message: string };

export function GrievanceForm() {
  const [sent, setSent] = useState<Sent>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const once = useOnce();
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => textOf(fields, name);
    const productUrl = text("productUrl");
    setIsBusy(true);
    setFailure(undefined);
    const body = {
      name: text("name"),
      email: text("email"),
      subject: text("subject"),
      details: text("details"),
      urgent: fields.has("urgent"),
      website: text("website"),
      ...(productUrl !== "" && { productUrl }),
    };
    try {
      setSent(await once(body, (headers) => call(calls.createGrievance, { body, headers })));
    } catch (refusal) {
      setFailure(describeFailure(refusal));
    }
    setIsBusy(false);
  };
  if (sent) return <Receipt of={sent} />;
  return (
    <form method="dialog" className="grid gap-4" onSubmit={(event) => void send(event)}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={moderationMessages.yourName}>
          <input name="name" required maxLength={maxLength.name} autoComplete="name" />
        </Field>
        <Field label={moderationMessages.yourEmail}>
          <input name="email" type="email" required maxLength={254} autoComplete="email" />
        </Field>
      </div>
      <Field label={moderationMessages.subject}>
        <input name="subject" required maxLength={maxLength.subject} autoComplete="off" />
      </Field>
      <Field label={moderationMessages.whatHappened}>
        <textarea name="details" required rows={5} maxLength={maxLength.grievance} />
      </Field>
      <Field label={moderationMessages.grievanceProduct}>
        <input name="productUrl" inputMode="url" maxLength={500} autoComplete="off" />
      </Field>
      <label className="flex min-h-12 items-center gap-3">
        <input type="checkbox" name="urgent" className="accent-primary size-5 shrink-0" />
        {moderationMessages.grievanceUrgent}
      </label>
      {/* A trap for programs that fill in everything. */}
      <div hidden>
        <input name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" />
      </div>
      {failure !== undefined && (
        <p role="alert" className="text-danger font-bold">
          {failure}
        </p>
      )}
      <Button type="submit" busy={isBusy} className="justify-self-start">
        {moderationMessages.sendGrievance}
      </Button>
    </form>
  );
}

function Receipt({ of: { receipt, secret, dueAt, message } }: { of: Sent }) {
  const card = useRef<HTMLDivElement>(null);
  // The form above the button was longer: without this the page stays scrolled far below.
  useEffect(() => {
    card.current?.focus({ preventScroll: true });
    card.current?.scrollIntoView({ block: "center" });
  }, []);
  return (
    <div
      ref={card}
      role="status"
      tabIndex={-1}
      className="bg-surface border-line rounded-card grid gap-3 border p-5"
    >
      <p className="font-bold">{message}</p>
      <dl className="grid gap-1">
        <dt className="text-muted text-sm">{moderationMessages.grievanceReceipt}</dt>
        <dd className="text-lg font-bold whitespace-nowrap tabular-nums">{receipt}</dd>
        <dt className="text-muted text-sm">{moderationMessages.grievanceSecret}</dt>
        <dd className="font-bold wrap-anywhere">{secret}</dd>
      </dl>
      <p className="text-muted">{moderationMessages.reportDue(longDateOf(dueAt))}</p>
    </div>
  );
}
