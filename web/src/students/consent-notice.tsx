import * as consentMessages from "@market/contract/rights/messages";
import { useId } from "react";
import { usePageSettings } from "../routing/page-context.ts";

type Props = { isAgreed: boolean; error?: string; onChange: (isAgreed: boolean) => void };

/** The notice about stored data, with a tick of its own (D50). */
export function ConsentNotice({ isAgreed, error, onChange }: Props) {
  const { campus } = usePageSettings();
  const id = useId();
  return (
    <div className="grid gap-4">
      <dl className="grid gap-3 text-sm">
        {consentMessages.items(campus.eraseAfterDays).map(({ title, text }) => (
          <div key={title}>
            <dt className="font-bold">{title}</dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-1.5">
        <label className="bg-sunken rounded-button flex min-h-12 items-center gap-3 px-3 py-2">
          <input
            type="checkbox"
            className="accent-primary size-5 shrink-0"
            checked={isAgreed}
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={error === undefined ? undefined : id}
            onChange={(event) => onChange(event.target.checked)}
          />
          {consentMessages.agree}
        </label>
        {error !== undefined && (
          <p id={id} className="text-danger text-sm font-bold">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
