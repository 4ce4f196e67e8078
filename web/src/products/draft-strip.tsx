import { Button } from "../ui/button.tsx";

type Props = { onContinue: () => void; onDiscard: () => void };

/** Asks about a draft from an earlier visit, which the form below already shows. */
export function DraftStrip({ onContinue, onDiscard }: Props) {
  return (
    <section
      aria-label="Your draft"
      className="bg-mint text-on-mint rounded-card mb-6 flex flex-wrap items-center justify-between gap-3 p-3 pl-4"
    >
      <p className="font-bold">Continue your draft?</p>
      <div className="flex gap-2">
        <Button kind="quiet" className="text-on-mint" onClick={onDiscard}>
          Discard
        </Button>
        <Button onClick={onContinue}>Continue</Button>
      </div>
    </section>
  );
}
