import * as consentMessages from "@market/contract/rights/messages";
import { useId } from "react";
import { usePageSettings } from "../routing/page-context.ts";
import { Icon } from "../ui/icon.tsx";

type Props = { isAgreed: boolean; error?: string; onChange: (isAgreed: boolean) => void };

/** The notice about stored data, whose details open one by one (R1136), with a tick of its own (D50). */
export function ConsentNotice({ isAgreed, error, onChange }: Props) {
  const { campus } = usePageSettings();
  const id = useId();
  return (
    <div className="grid gap-3">
      <ul className="text-sm">
        {consentMessages.items(campus.eraseAfterDays).map(({ title, text }) => (
          <li key={title} className="border-line border-b last:border-0">
            {text === "" ? (
              <span className="flex min-h-10 items-center">{title}</span>
            ) : (
              <details>
                <summary className="flex min-h-10 items-center justify-between gap-2">
                  <span>{title}</span>
                  <Icon name="down" className="size-4 shrink-0 in-[details[open]]:rotate-180" />
                </summary>
                <p className="text-muted pb-3">{text}</p>
              </details>
            )}
          </li>
        ))}
      </ul>
      <div className="grid gap-1.5">
        <label className="bg-sunken rounded-button flex min-h-12 items-center gap-3 px-3 py-2 text-sm">
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
