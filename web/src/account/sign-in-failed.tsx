import { Button } from "../ui/button.tsx";
import type { SignInFailure } from "./sign-in-failure.ts";

/** Why a sign-in did not come about, and the way round a blocked window. Silent about a closed one. */
export function SignInFailed({
  failure,
  onStartHere,
}: {
  failure: SignInFailure | undefined;
  onStartHere: () => void;
}) {
  return (
    <div role="alert" className="empty:hidden">
      {failure && failure.kind !== "quiet" && (
        <div className="bg-danger-soft text-danger rounded-button grid gap-3 p-4 text-sm">
          <p>{failure.message}</p>
          {failure.kind === "blocked" && (
            <Button onClick={onStartHere}>Continue in this tab</Button>
          )}
        </div>
      )}
    </div>
  );
}
