import { useQuery } from "@tanstack/react-query";
import { consentVersion } from "@market/contract/limits";
import * as consentMessages from "@market/contract/rights/messages";
import * as accountMessages from "@market/contract/rights/account-messages";
import { guidelinesPage } from "@market/contract/pages/static-pages";
import * as calls from "@market/contract/rights/calls";
import { useRef, useState } from "react";
import { describeFailure } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { useAction } from "../api/use-action.ts";
import { usePageSettings } from "../routing/page-context.ts";
import { useChange } from "../api/queries.ts";
import { perTab } from "../browser/storage.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { toast } from "../ui/toast.ts";
import { ConsentNotice } from "../students/consent-notice.tsx";
import { areRulesDue, rememberConsent } from "./known-consent.ts";

const laterKey = "consent-later";

/** Opens when the server knows of no consent to this version; put off, it opens at the next visit (D50). */
export function ConsentDialog({ userId }: { userId: string }) {
  const { campus } = usePageSettings();
  // The first control is at the end of the notice.
  const heading = useRef<HTMLHeadingElement>(null);
  // A failed query is repeated with the next page.
  const queryKey = ["own", "consent", userId];
  const { data: due } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      if (perTab.read(laterKey) === userId) return null;
      const { consents, rulesSeenAt } = await call(calls.listConsents, { signal });
      if (!consents.some(({ version }) => version === consentVersion)) return "consent";
      if (areRulesDue(rulesSeenAt)) return "rules";
      rememberConsent(userId, rulesSeenAt);
      return null;
    },
  });
  const change = useChange<"consent" | "rules" | null>(queryKey);
  const close = () => change(() => null);
  const putOff = () => {
    perTab.write(laterKey, userId);
    close();
  };
  const finish = () => {
    rememberConsent(userId);
    close();
    toast.success(consentMessages.thanks);
  };
  const seeRules = () => {
    rememberConsent(userId);
    close();
    call(calls.seeRules).catch((failure: unknown) =>
      console.warn("That the rules were seen could not be noted", failure),
    );
  };
  const areRules = due === "rules";
  const title = areRules ? accountMessages.rules : consentMessages.title;
  const intro = areRules
    ? accountMessages.rulesLead
    : consentMessages.intro.replace("{campus}", campus.name);
  return (
    <Dialog
      open={Boolean(due)}
      onClose={areRules ? seeRules : putOff}
      label={title}
      className="dialog-sheet"
      role="alertdialog"
      initialFocus={heading}
    >
      <div className="grid gap-4 p-4 md:p-6">
        <div>
          <h2 ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
            {title}
          </h2>
          <p className="text-muted mt-1">{intro}</p>
        </div>
        {areRules ? <Rules onSeen={seeRules} /> : <ConsentForm onGiven={finish} onLater={putOff} />}
      </div>
    </Dialog>
  );
}

/** The rules, shown every 90 days (D53). */
function Rules({ onSeen }: { onSeen: () => void }) {
  return (
    <>
      <dl className="grid gap-3 text-sm">
        {[...guidelinesPage.rules, accountMessages.rulesBroken].map(({ title, text }) => (
          <div key={title}>
            <dt className="font-bold">{title}</dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
      <Button onClick={onSeen}>{accountMessages.rulesSeen}</Button>
    </>
  );
}

function ConsentForm({ onGiven, onLater }: { onGiven: () => void; onLater: () => void }) {
  const [isAgreed, setIsAgreed] = useState(false);
  const [error, setError] = useState<string>();
  const { run: give, isPending } = useAction(
    async () => {
      await call(calls.giveConsent, { body: { version: consentVersion, adult: true } });
      onGiven();
    },
    (failure) => setError(describeFailure(failure)),
  );
  const change = (isTicked: boolean) => {
    setIsAgreed(isTicked);
    setError(undefined);
  };
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isAgreed) give();
        else setError(consentMessages.agreeFirst);
      }}
    >
      <ConsentNotice isAgreed={isAgreed} error={error} onChange={change} />
      <div className="grid grid-cols-2 gap-3">
        <Button kind="plain" onClick={onLater}>
          {consentMessages.later}
        </Button>
        <Button type="submit" busy={isPending}>
          {consentMessages.confirm}
        </Button>
      </div>
    </form>
  );
}
