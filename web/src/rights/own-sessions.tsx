import { longDateOf } from "@market/contract/dates";
import * as calls from "@market/contract/rights/calls";
import { queryOptions, useQuery } from "@tanstack/react-query";
import * as accountMessages from "@market/contract/rights/account-messages";
import * as blockMessages from "@market/contract/students/block-messages";
import * as shellMessages from "@market/contract/shell/messages";
import { useState } from "react";
import { useNavigate } from "react-router";
import { signOut } from "../identity/sign-out.ts";
import { describeFailure } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { useAction } from "../api/use-action.ts";
import { paths } from "../routing/paths.ts";
import { useChange } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { toast } from "../ui/toast.ts";
import { fetchBlocked, setBlocked } from "../students/block-actions.ts";

/** The student's sessions (D47). */
const ownSessions = queryOptions({
  queryKey: ["own", "sessions"],
  queryFn: async ({ signal }) => (await call(calls.listSessions, { signal })).sessions,
});
const ownBlocks = queryOptions({ queryKey: ["own", "blocks"], queryFn: fetchBlocked });

export function OwnSessions() {
  const navigate = useNavigate();
  const { data: sessions = [] } = useQuery(ownSessions);
  const change = useChange<typeof sessions>(ownSessions.queryKey);
  const { run: end } = useAction(async (id: string) => {
    await call(calls.endSession, { params: { sessionId: id } });
    change((before) => before.filter((each) => each.id !== id));
  });
  const [isAsking, setIsAsking] = useState(false);
  const { run: endAll, isPending } = useAction(
    async () => {
      await call(calls.logOutEverywhere);
      await signOut();
      await navigate(paths.login);
    },
    (failure) => {
      setIsAsking(false);
      toast.error(describeFailure(failure));
    },
  );
  if (sessions.length === 0) return null;
  return (
    <section aria-labelledby="sessions" className="grid gap-3">
      <h2 id="sessions" className="text-xl font-bold">
        {accountMessages.signedInOn}
      </h2>
      <ul className="grid gap-3 md:two-columns">
        {sessions.map(({ id, browser, lastSeenAt, current }) => (
          <li
            key={id}
            className="bg-surface border-line rounded-card flex min-h-16 flex-wrap items-center justify-between gap-3 border p-4"
          >
            <p>
              <strong className="font-bold">{browser || accountMessages.someBrowser}</strong>
              <br />
              <span className="text-muted text-sm">
                {current
                  ? accountMessages.thisBrowser
                  : accountMessages.lastUsed(longDateOf(lastSeenAt))}
              </span>
            </p>
            {!current && (
              <Button kind="plain" className="shrink-0" onClick={() => end(id)}>
                {accountMessages.endSession}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button kind="danger" className="justify-self-start" onClick={() => setIsAsking(true)}>
        {accountMessages.logOutEverywhere}
      </Button>
      <Confirm
        open={isAsking}
        title={accountMessages.askLogOutEverywhere}
        cancel={shellMessages.cancel}
        confirm={accountMessages.logOutEverywhere}
        busy={isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => endAll()}
      >
        <p>{accountMessages.loggedOutOn(sessions.length)}</p>
        <ul className="my-2 list-disc pl-5">
          {sessions.map(({ id, browser: known, lastSeenAt, current }) => {
            const browser = known || accountMessages.someBrowser;
            return (
              <li key={id}>
                {current
                  ? accountMessages.thisDevice(browser)
                  : accountMessages.otherDevice(browser, longDateOf(lastSeenAt))}
              </li>
            );
          })}
        </ul>
        <p>{accountMessages.logOutEverywhereMeans(sessions.length)}</p>
      </Confirm>
    </section>
  );
}

/** Whom the student has blocked (D46). */
export function OwnBlocks() {
  const { data: students = [] } = useQuery(ownBlocks);
  const change = useChange<typeof students>(ownBlocks.queryKey);
  const { run: unblock } = useAction(async (id: string) => {
    await setBlocked(id, false);
    change((before) => before.filter(({ _id }) => _id !== id));
  });
  if (students.length === 0) return null;
  return (
    <section aria-labelledby="blocked" className="grid gap-3">
      <h2 id="blocked" className="text-xl font-bold">
        {blockMessages.blockedStudents}
      </h2>
      <ul className="grid gap-2">
        {students.map(({ _id, name }) => (
          <li
            key={_id}
            className="bg-surface border-line rounded-card flex flex-wrap items-center justify-between gap-3 border p-3"
          >
            <span className="min-w-0 font-bold wrap-anywhere">{name}</span>
            <Button kind="plain" className="shrink-0" onClick={() => unblock(_id)}>
              {blockMessages.unblock}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
