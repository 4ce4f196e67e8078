import * as shellMessages from "@market/contract/shell/messages";
import { Button } from "../../ui/button.tsx";

/** Replaces a list that did not arrive. It is fetched again when the network returns, or by hand. */
export function ListFailure({ sentence, onRetry }: { sentence: string; onRetry: () => void }) {
  return (
    <div className="grid justify-items-center gap-4 py-12 text-center" role="alert">
      <p className="text-lg">{sentence}</p>
      <Button kind="plain" onClick={onRetry}>
        {shellMessages.tryAgain}
      </Button>
    </div>
  );
}
