import * as shellMessages from "@market/contract/shell/messages";
import { useOffline } from "../../browser/connection.ts";
import { Button } from "../../ui/button.tsx";

/** Replaces a list that did not arrive. Without a network the list is fetched when that is back. */
export function ListFailure({ sentence, onRetry }: { sentence: string; onRetry: () => void }) {
  const isAway = useOffline();
  return (
    <div className="grid justify-items-center gap-4 py-12 text-center" role="alert">
      <p className="text-lg">{sentence}</p>
      {!isAway && (
        <Button kind="plain" onClick={onRetry}>
          {shellMessages.tryAgain}
        </Button>
      )}
    </div>
  );
}
