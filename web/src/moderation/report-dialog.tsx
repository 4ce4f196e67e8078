import { longDateOf } from "@market/contract/dates";
import * as calls from "@market/contract/moderation/calls";
import { maxLength } from "@market/contract/limits";
import * as moderationMessages from "@market/contract/moderation/messages";
import type { Product } from "@market/contract/products/product";
import {
  isUrgentByDetails,
  type ReportReason,
  reportReasons,
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

/** A listing, or the feedback of a deal. */
export type Reported = { product: Product } | { dealId: string };
type Props = { of: Reported; onClose: () => void };

/** D22: a reason, a few words, and a receipt. */
export function ReportDialog({ of, onClose }: Props) {
  const [sent, setSent] = useState<Sent>();
  return (
    <Dialog open onClose={onClose} label={moderationMessages.reportTitle} className="dialog-sheet">
      <div className="grid gap-4 p-4 md:p-6">
        <div className="flex items-center justify-between gap-4">
          <h2 className="text-xl font-bold">{moderationMessages.reportTitle}</h2>
          <CloseButton onClick={onClose} />
        </div>
        {sent ? <Receipt sent={sent} onClose={onClose} /> : <ReportForm of={of} onSent={setSent} />}
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
        {moderationMessages.reportReceipt(report.receipt)}
      </p>
      <p className="text-muted">{moderationMessages.reportDue(longDateOf(report.dueAt))}</p>
      <Button onClick={onClose}>{moderationMessages.closeReport}</Button>
    </div>
  );
}

type FormProps = { of: Reported; onSent: (sent: Sent) => void };

function ReportForm({ of, onSent }: FormProps) {
  const [reason, setReason] = useState<ReportReason>();
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
    const subject = "product" in of ? { productId: of.product._id } : of;
    const body = { ...subject, reason, details: [...words, details].join("\n").trim() };
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
      <fieldset className="grid sm:grid-cols-2 sm:gap-x-4">
        <legend className="mb-1 font-bold">{moderationMessages.reportReason}</legend>
        {reportReasons.map((each) => (
          <label key={each} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="reason"
              className="accent-primary size-5 shrink-0"
              checked={reason === each}
              onChange={() => {
                setReason(each);
                setFailure(undefined);
              }}
            />
            {moderationMessages.reasonLabels[each]}
          </label>
        ))}
      </fieldset>
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

/** Room is left for what the tick adds. */
const maxDetails = maxLength.reportDetails - 100;
