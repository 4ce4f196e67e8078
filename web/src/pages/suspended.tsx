import { queryOptions, useQuery } from "@tanstack/react-query";
import * as accountMessages from "@market/contract/identity/messages";
import * as ownAccountMessages from "@market/contract/rights/account-messages";
import * as shellMessages from "@market/contract/shell/messages";
import * as moderationCalls from "@market/contract/moderation/calls";
import * as rightsCalls from "@market/contract/rights/calls";
import { Link, Navigate } from "react-router";
import { type Suspension, useSession } from "../identity/session.ts";
import { logIn } from "../identity/sign-in/sign-in.ts";
import { SuspensionFacts } from "../identity/suspended-notice.tsx";
import { describeFailure } from "../api/api-error.ts";
import { requireFreshSignIn } from "../api/fresh-sign-in.ts";
import { call } from "../api/client.ts";
import { useAction } from "../api/use-action.ts";
import { paths } from "../routing/paths.ts";
import { useOffline } from "../browser/connection.ts";
import { useChange } from "../api/queries.ts";
import { DeleteAccount } from "../rights/delete-account.tsx";
import { asAppealed, OwnDecisions } from "../moderation/own-decisions.tsx";
import { LogOutButton } from "../identity/log-out-button.tsx";
import { Button } from "../ui/button.tsx";
import { Loading } from "../ui/loading.tsx";
import { toast } from "../ui/toast.ts";

/** The page of a suspended student, who can read the reason, appeal, and take or delete the data (R841). */
export function Component() {
  const session = useSession();
  if (session.status === "loading") return <Loading label={shellMessages.loading} />;
  if (session.status === "signed-in") return <Navigate to={paths.home} replace />;
  if (!session.suspension?.isLimited) return <Navigate to={paths.login} replace />;
  return <Suspended suspension={session.suspension} />;
}

const ownDecisions = queryOptions({
  queryKey: ["own", "decisions"],
  queryFn: async ({ signal }) => (await call(moderationCalls.ownDecisions, { signal })).decisions,
});

function Suspended({ suspension }: { suspension: Suspension }) {
  const { data: decisions = [], error, refetch } = useQuery(ownDecisions);
  const change = useChange<typeof decisions>(ownDecisions.queryKey);
  const isAway = useOffline();
  const isDeleted = suspension.deleted === true;
  return (
    <div className="content grid max-w-[720px] grid-cols-1 gap-8 py-6 md:py-10">
      <header className="grid gap-3">
        <h1 className="text-2xl font-bold">{accountMessages.suspendedTitle}</h1>
        <div className="bg-danger-soft text-danger rounded-card grid gap-2 p-4">
          <SuspensionFacts {...suspension} />
        </div>
        <p>{accountMessages.suspendedMeaning}</p>
      </header>
      {isDeleted && <Deleted />}
      {error && (
        <div role="alert" className="grid justify-items-start gap-3">
          <p>{describeFailure(error)}</p>
          {!isAway && (
            <Button kind="plain" onClick={() => void refetch()}>
              {shellMessages.tryAgain}
            </Button>
          )}
        </div>
      )}
      <OwnDecisions
        decisions={decisions}
        onAppealed={(id) => change((before) => asAppealed(before, id))}
      />
      <p>
        <Link to={paths.grievance} className="text-primary font-bold underline underline-offset-4">
          {accountMessages.otherComplaint}
        </Link>
      </p>
      <section aria-labelledby="data" className="grid gap-3">
        <h2 id="data" className="text-xl font-bold">
          {accountMessages.yourData}
        </h2>
        <p className="text-muted">
          {accountMessages.freshSignIn}{" "}
          <Link
            to={paths.login}
            onClick={requireFreshSignIn}
            className="text-primary underline underline-offset-4"
          >
            {accountMessages.logInAgain}
          </Link>
        </p>
        <DeleteAccount isDeleted={isDeleted} />
      </section>
      <div className="border-line grid border-t pt-6 sm:justify-start">
        <LogOutButton wide />
      </div>
    </div>
  );
}

function Deleted() {
  const { run: restore } = useAction(async () => {
    const { message } = await call(rightsCalls.restoreAccount);
    toast.success(message);
    // It answers that the account is suspended, and no longer that it is deleted.
    await logIn().catch(() => undefined);
  });
  return (
    <section className="bg-sunken rounded-card grid justify-items-start gap-3 p-4">
      <p>{accountMessages.suspendedDeleted}</p>
      <Button onClick={() => restore()}>{ownAccountMessages.restoreMyAccount}</Button>
    </section>
  );
}
