import { longDateOf } from "@market/contract/dates";
import * as calls from "@market/contract/moderation/calls";
import * as moderationMessages from "@market/contract/moderation/messages";
import type { Grievance } from "@market/contract/moderation/schemas";
import { type FormEvent, useState } from "react";
import { describeFailure } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { textOf } from "./form-text.ts";

export function GrievanceLookUp() {
  const [found, setFound] = useState<Grievance>();
  const [failure, setFailure] = useState<string>();
  const lookUp = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setFailure(undefined);
    setFound(undefined);
    try {
      setFound(
        (
          await call(calls.getGrievance, {
            params: { receipt: textOf(fields, "receipt").toUpperCase() },
            headers: { "x-grievance-secret": textOf(fields, "secret") },
          })
        ).grievance,
      );
    } catch (refusal) {
      setFailure(describeFailure(refusal));
    }
  };
  return (
    <>
      <form
        method="dialog"
        className="grid items-end gap-4 sm:grid-cols-[1fr_1fr_auto]"
        onSubmit={(event) => void lookUp(event)}
      >
        <Field label={moderationMessages.grievanceReceipt}>
          <input name="receipt" required autoComplete="off" />
        </Field>
        <Field label={moderationMessages.grievanceSecret}>
          <input name="secret" required autoComplete="off" />
        </Field>
        <Button type="submit" kind="plain" className="justify-self-start">
          {moderationMessages.lookUp}
        </Button>
      </form>
      <div role="status">
        {found && (
          <div className="bg-surface border-line rounded-card grid gap-1 border p-5">
            <p className="font-bold">{moderationMessages.grievanceStates[found.state]}</p>
            {found.outcome !== undefined && <p className="whitespace-pre-line">{found.outcome}</p>}
            {found.state !== "closed" && (
              <p className="text-muted">{moderationMessages.reportDue(longDateOf(found.dueAt))}</p>
            )}
          </div>
        )}
      </div>
      {failure !== undefined && (
        <p role="alert" className="text-danger font-bold">
          {failure}
        </p>
      )}
    </>
  );
}
