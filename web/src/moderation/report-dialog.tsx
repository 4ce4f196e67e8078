import { longDateOf } from "@market/contract/dates";
import * as calls from "@market/contract/moderation/calls";
import { maxLength } from "@market/contract/limits";
import * as moderationMessages from "@market/contract/moderation/messages";
import type { Product } from "@market/contract/products/product";
import {
  isUrgentByDetails,
  reasonsOf,
  type ReportReason,
} from "@market/contract/moderation/report";
import type { Report } from "@market/contract/moderation/schemas";
import { type FormEvent, useState } from "react";
import { describeFailure } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { useOnce } from "../api/use-once.ts";
import { Button } from "../ui/button.tsx";
import { CloseButton, Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { BlockButton } from "../students/block-button.tsx";

export type Reported = { product: Product } | { dealId: string };
type Subject = keyof typeof reasonsOf;
type Props = { of: Reported; first?: Subject; onClose: () => void };

/** D22: a reason, a few words, and a receipt. Beside a listing, its seller can be reported (R1113). */
export function ReportDialog({ of, first, onClose }: Props) {
  const [sent, setSent] = useState<Sent>();
  const [subject, setSubject] = useState<Subject>(
    first ?? ("product" in of ? "listing" : "feedback"),
  );
  const title = moderationMessages.reportTitles[subject];
  return (
    <Dialog open onClose={onClose} label={title} className="dialog-sheet">
      <div className="grid gap-4 p-4 md:p-6">
        <div className="flex items-center justify-between gap-4">
          <h2 className="text-xl font-bold">{title}</h2>
          <CloseButton onClick={onClose} />
        </div>
        {sent ? (
          <Receipt sent={sent} onClose={onClose} />
        ) : (
          <ReportForm of={of} subject={subject} onSubject={setSubject} onSent={setSent} />
        )}
        {"product" in of && (
          <BlockButton
            userId={of.product.seller._id}
            className="justify-self-center"
            onBlocked={onClose}
          />
        )}
      </div>
    </Dialog>
  );
}

type Sent = { message: string; report: Report };

function Receipt({ sent: { message, report }, onClose }: { sent: Sent; onClose: () => void }) {
  return (
    <div className="grid gap-3" role="status">
      <p>{message}</p>
      <p className="bg-sunken rounded-card p-4 text-lg font-bold tabular-nums">
        {moderationMessages.reportReceipt}{" "}
        <span className="whitespace-nowrap">{report.receipt}</span>
      </p>
      <p className="text-muted">{moderationMessages.reportDue(longDateOf(report.dueAt))}</p>
      <Button onClick={onClose}>{moderationMessages.closeReport}</Button>
    </div>
  );
}

type FormProps = {
  of: Reported;
  subject: Subject;
  onSubject: (subject: Subject) => void;
  onSent: (sent: Sent) => void;
};

function idOf(of: Reported, subject: Subject) {
  if (!("product" in of)) return of;
  return subject === "student" ? { userId: of.product.seller._id } : { productId: of.product._id };
}

function ReportForm({ of, subject, onSubject, onSent }: FormProps) {
  const [chosen, setReason] = useState<ReportReason>();
  const reasons: readonly ReportReason[] = reasonsOf[subject];
  const reason = chosen !== undefined && reasons.includes(chosen) ? chosen : undefined;
  const [isUrgent, setIsUrgent] = useState(false);
  const [details, setDetails] = useState("");
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const once = useOnce();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (reason === undefined) return setFailure(moderationMessages.chooseReason);
    setIsBusy(true);
    setFailure(undefined);
    const words = isUrgentByDetails(reason) && isUrgent ? [moderationMessages.reportUrgent] : [];
    const body = { ...idOf(of, subject), reason, details: [...words, details].join("\n").trim() };
    try {
      onSent(await once(body, (headers) => call(calls.createReport, { body, headers })));
    } catch (refusal) {
      setFailure(describeFailure(refusal));
      setIsBusy(false);
    }
  };
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="grid gap-4">
      <p className="text-muted">{moderationMessages.reportIntro}</p>
      {"product" in of && (
        <Choices
          name="subject"
          legend={moderationMessages.reportSubject}
          labels={Object.entries(moderationMessages.reportSubjects) as [Subject, string][]}
          value={subject}
          onChoose={onSubject}
        />
      )}
      <Choices
        name="reason"
        legend={moderationMessages.reportReason}
        labels={reasons.map((each) => [each, labelOf(each, subject)])}
        value={reason}
        onChoose={(each) => {
          setReason(each);
          setFailure(undefined);
        }}
      />
      {isUrgentByDetails(reason) && (
        <label className="bg-sunken rounded-button flex min-h-12 items-center gap-3 px-3">
          <input
            type="checkbox"
            className="accent-primary size-5 shrink-0"
            checked={isUrgent}
            onChange={(event) => setIsUrgent(event.target.checked)}
          />
          {moderationMessages.reportUrgent}
        </label>
      )}
      <Field
        label={moderationMessages.reportDetails}
        count={{ now: details.length, most: maxDetails }}
      >
        <textarea
          rows={3}
          value={details}
          maxLength={maxDetails}
          onChange={(event) => setDetails(event.target.value)}
        />
      </Field>
      {failure !== undefined && (
        <p role="alert" className="text-danger font-bold">
          {failure}
        </p>
      )}
      <Button type="submit" busy={isBusy}>
        {isBusy ? moderationMessages.sendingReport : moderationMessages.sendReport}
      </Button>
    </form>
  );
}

const labelOf = (reason: ReportReason, subject: Subject): string =>
  (subject === "student" ? moderationMessages.reasonLabelsOfStudents[reason] : undefined) ??
  moderationMessages.reasonLabels[reason];

type ChoicesProps<Value> = {
  name: string;
  legend: string;
  labels: readonly (readonly [Value, string])[];
  value: Value | undefined;
  onChoose: (value: Value) => void;
};

function Choices<Value extends string>(choices: ChoicesProps<Value>) {
  const { name, legend, labels, value, onChoose } = choices;
  return (
    <fieldset className="grid sm:grid-cols-2 sm:gap-x-4">
      <legend className="mb-1 font-bold">{legend}</legend>
      {labels.map(([each, label]) => (
        <label key={each} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name={name}
            className="accent-primary size-5 shrink-0"
            checked={value === each}
            onChange={() => onChoose(each)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

/** Leaves space for the text that the tick adds. */
const maxDetails = maxLength.reportDetails - 100;
