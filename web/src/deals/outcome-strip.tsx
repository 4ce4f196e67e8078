import * as calls from "@market/contract/deals/calls";
import { dayAndMonthOf } from "@market/contract/dates";
import type { Farewell, OpenOutcome, OutcomeForm } from "@market/contract/deals/deal";
import * as farewellMessages from "@market/contract/products/farewell-messages";
import * as messages from "@market/contract/notices/messages";
import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { call } from "../api/client.ts";
import { useAction } from "../api/use-action.ts";
import { paths } from "../routing/paths.ts";
import { perTab } from "../browser/storage.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { toast } from "../ui/toast.ts";

/** Pages with a bar where the strip would be. */
const busyPages = [paths.sell, paths.editProduct(""), paths.item("")];
const key = "outcome-requested";
/** Milliseconds after which a tab that stays open counts as another visit. */
const visit = 3_600_000;

type Answer = { to: OpenOutcome; words: OutcomeForm; next?: OpenOutcome["ask"] };

/** Asks one question a visit: what happens with the items of a student who leaves soon, or how a contact went. */
export function OutcomeStrip({ userId }: { userId: string }) {
  const [outcome, setOutcome] = useState<OpenOutcome>();
  const [leaving, setLeaving] = useState<Farewell>();
  const { pathname } = useLocation();
  const isBusy = busyPages.some((path) => pathname.startsWith(path));
  useEffect(() => {
    if (isBusy) return undefined;
    const [by, at] = (perTab.read(key) ?? "").split(" ");
    if (by === userId && Date.now() - Number(at) < visit) return undefined;
    const stop = new AbortController();
    const ask = async () => {
      const { outcomes, farewell } = await call(calls.openOutcomes, { signal: stop.signal });
      perTab.write(key, `${userId} ${Date.now()}`);
      if (farewell !== undefined) return setLeaving(farewell);
      const [first] = outcomes;
      if (first === undefined) return;
      setOutcome(first);
      await answer(first, {});
    };
    ask().catch(() => undefined);
    return () => stop.abort();
  }, [userId, isBusy]);
  const { run: say } = useAction(async ({ to, words, next }: Answer) => {
    const following = next && { ...to, ask: next };
    setOutcome(following);
    try {
      const { message = messages.thanks } = await answer(to, words);
      if (next === undefined) toast.success(message);
    } catch (failure) {
      // The student may have answered the following question by now.
      setOutcome((shown) => (shown === following ? to : shown));
      throw failure;
    }
  });
  if (leaving !== undefined && !isBusy && pathname !== paths.farewell)
    return <FarewellStrip farewell={leaving} onClose={() => setLeaving(undefined)} />;
  if (outcome === undefined || isBusy) return null;
  const { ask, seller, name } = outcome;
  return (
    <aside aria-label={messages.outcome} aria-live="polite" className="outcome-strip">
      <div className="bg-surface border-line rounded-card flex flex-wrap items-center gap-x-4 gap-y-2 border p-3 pl-4 [box-shadow:var(--shadow-float)]">
        <p className="min-w-0 flex-1 basis-48 font-bold wrap-anywhere">
          {ask === "replied" ? messages.didReply(seller, name) : messages.didBuy(name)}
        </p>
        <IconButton
          icon="close"
          label={messages.notNow}
          className="order-1 -my-1 sm:order-2"
          onClick={() => setOutcome(undefined)}
        />
        {ask === "replied" ? (
          <div className="order-2 flex min-w-0 basis-full flex-wrap gap-2 sm:order-1 sm:basis-auto">
            <Choice
              label={messages.yes}
              onClick={() => say({ to: outcome, words: { replied: true }, next: "bought" })}
            />
            <Choice
              label={messages.no}
              onClick={() => say({ to: outcome, words: { replied: false } })}
            />
            <Choice
              label={messages.itWasSold}
              onClick={() => say({ to: outcome, words: { sold: true } })}
            />
          </div>
        ) : (
          <div className="order-2 flex min-w-0 basis-full flex-wrap gap-2 sm:order-1 sm:basis-auto">
            <Choice
              label={messages.bought}
              onClick={() => say({ to: outcome, words: { bought: true } })}
            />
            <Choice
              label={messages.notYet}
              onClick={() => say({ to: outcome, words: { bought: "not-yet" } })}
            />
            <Choice
              label={messages.notBought}
              onClick={() => say({ to: outcome, words: { bought: false } })}
            />
          </div>
        )}
      </div>
    </aside>
  );
}

type FarewellProps = { farewell: Farewell; onClose: () => void };

function FarewellStrip({ farewell: { day, items }, onClose }: FarewellProps) {
  return (
    <aside aria-label={farewellMessages.title} aria-live="polite" className="outcome-strip">
      <div className="bg-surface border-line rounded-card flex flex-wrap items-center gap-x-4 gap-y-2 border p-3 pl-4 [box-shadow:var(--shadow-float)]">
        <p className="min-w-0 flex-1 basis-48 font-bold">
          {farewellMessages.open(dayAndMonthOf(day), items)}
        </p>
        <IconButton
          icon="close"
          label={messages.notNow}
          className="order-1 -my-1 sm:order-2"
          onClick={onClose}
        />
        <Link
          to={paths.farewell}
          className={buttonClass("primary", "order-2 flex-1 px-4 sm:order-1 sm:flex-none")}
          onClick={onClose}
        >
          {farewellMessages.decide}
        </Link>
      </div>
    </aside>
  );
}

function Choice({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button kind="plain" className="flex-1 px-3 whitespace-nowrap" onClick={onClick}>
      {label}
    </Button>
  );
}

const answer = ({ productId }: OpenOutcome, body: OutcomeForm) =>
  call(calls.putOutcome, { params: { productId }, body });
