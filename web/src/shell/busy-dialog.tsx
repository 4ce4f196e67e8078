import * as busyMessages from "@market/contract/shell/busy-messages";
import { usePageSettings } from "../routing/page-context.ts";
import { CloseButton, Dialog } from "../ui/dialog.tsx";

/** The notice to visitors of a busy market (R021 to R026). */
export function BusyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { campus } = usePageSettings();
  return (
    <Dialog open={open} onClose={onClose} label={busyMessages.busyTitle} className="dialog-notice">
      <div className="sticky top-0 z-10 flex h-0 justify-end">
        <CloseButton onClick={onClose} className="mt-3 mr-3 shrink-0" />
      </div>
      <div className="grid lg:grid-cols-[2fr_3fr]">
        <div className="bg-mint text-on-mint grid content-center gap-4 p-6 lg:p-10">
          <Chai />
          <h2 lang="hi-Latn" className="text-2xl font-bold md:text-3xl">
            {busyMessages.busyTitle}
          </h2>
          <p>{busyMessages.busyMeaning}</p>
        </div>
        <div className="grid content-center gap-4 p-6 md:text-lg lg:p-10 lg:pt-16">
          <p>{busyMessages.busyReason}</p>
          <p>{busyMessages.busyTeam}</p>
          <p>{busyMessages.busyThanks}</p>
          <p className="border-line mt-2 grid gap-1 border-t pt-4">
            <span className="text-muted text-base">{busyMessages.busyContact}</span>
            <span className="font-bold">{busyMessages.teamSignature(campus.name)}</span>
            <a
              href={`mailto:${campus.contactEmail}`}
              className="text-primary inline-flex min-h-12 items-center justify-self-start font-bold break-all underline underline-offset-4"
            >
              {campus.contactEmail}
            </a>
          </p>
        </div>
      </div>
    </Dialog>
  );
}

function Chai() {
  return (
    <svg
      viewBox="0 0 64 64"
      className="size-16 md:size-20"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M19 35h26l-2.500 21h-21z" className="fill-marigold" stroke="none" />
      <path d="M17 26h30l-4 32H21zM18 35h28" />
      <path d="M25 19c-4-5 4-7 0-13M33 19c-4-5 4-7 0-13M41 19c-4-5 4-7 0-13" />
    </svg>
  );
}
