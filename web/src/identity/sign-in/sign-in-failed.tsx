import type { SignInFailure } from "./sign-in-failure.ts";

export function SignInFailed({ failure }: { failure: SignInFailure | undefined }) {
  return (
    <div role="alert" className="empty:hidden">
      {failure && failure.kind !== "quiet" && failure.kind !== "suspended" && (
        <p className="bg-danger-soft text-danger rounded-button p-4 text-sm">{failure.message}</p>
      )}
    </div>
  );
}
