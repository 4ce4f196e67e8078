import * as calls from "@market/contract/deals/calls";
import { useQuery } from "@tanstack/react-query";
import type { Deal, Feedback } from "@market/contract/deals/deal";
import { feedbackDays } from "@market/contract/limits";
import * as messages from "@market/contract/notices/messages";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { call } from "../api/client.ts";
import { useAction } from "../api/use-action.ts";
import { useChange } from "../api/queries.ts";
import { useNow } from "../routing/use-now.ts";
import { ReportFeedback } from "../moderation/report-button.tsx";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/more-icons.tsx";
import { FeedbackForm, ReplyForm } from "./feedback-form.tsx";

const queryKey = ["own", "deals"];

export function OwnDeals() {
  const { data: deals = [] } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(calls.listDeals, { signal })).deals,
  });
  const change = useChange<Deal[]>(queryKey);
  const section = useRef<HTMLElement>(null);
  const isMeant = useLocation().hash === "#deals";
  useEffect(() => {
    if (isMeant && deals.length > 0) section.current?.scrollIntoView();
  }, [isMeant, deals.length]);
  if (deals.length === 0) return null;
  const replace = (changed: Deal) =>
    change((before) => before.map((deal) => (deal.id === changed.id ? changed : deal)));
  return (
    <section ref={section} aria-labelledby="deals" className="grid scroll-mt-20 gap-3">
      <h2 id="deals" className="text-xl font-bold">
        {messages.deals}
      </h2>
      <ul className="grid gap-3 md:two-columns">
        {deals.map((deal) => (
          <li key={deal.id} className="grid">
            <OneDeal deal={deal} onChanged={replace} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function titleOf({ role, with: other, confirmedAt, refusedAt }: Deal): string {
  if (role === "buyer") return messages.boughtFrom(other);
  return confirmedAt === undefined && refusedAt !== undefined
    ? messages.saidBought(other)
    : messages.soldToName(other);
}

type DealProps = { deal: Deal; onChanged: (deal: Deal) => void };

function OneDeal({ deal, onChanged }: DealProps) {
  const { id, name, role, with: other, confirmedAt, feedback } = deal;
  const now = useNow();
  const card = useRef<HTMLElement>(null);
  const [isWriting, setIsWriting] = useState(false);
  /** The buttons or the form are gone: what was said is in their place. */
  const showChanged = (changed: Deal) => {
    onChanged(changed);
    card.current?.focus({ preventScroll: true });
  };
  const isOpen =
    confirmedAt !== undefined && now - Date.parse(confirmedAt) < feedbackDays * 86_400_000;
  return (
    <article
      ref={card}
      tabIndex={-1}
      className="bg-surface border-line rounded-card grid scroll-mt-20 content-start gap-3 border p-4 outline-none"
    >
      <div>
        <h3 className="font-bold wrap-anywhere">{name || messages.someListing}</h3>
        <p className="text-muted">{titleOf(deal)}</p>
      </div>
      {confirmedAt === undefined &&
        (role === "seller" ? (
          <ConfirmDeal deal={deal} onChanged={showChanged} />
        ) : (
          <p className="text-muted text-sm">{messages.waitsForSeller(other)}</p>
        ))}
      {feedback.theirs && (
        <Words title={messages.theirFeedback(other)} feedback={feedback.theirs}>
          {feedback.theirs.reply === undefined && <ReplyForm dealId={id} onSent={showChanged} />}
          <ReportFeedback dealId={id} />
        </Words>
      )}
      {feedback.mine && <Words title={messages.yourFeedback} feedback={feedback.mine} />}
      {!feedback.mine && isOpen && !isWriting && (
        <Button kind="plain" className="justify-self-start" onClick={() => setIsWriting(true)}>
          {messages.giveFeedback}
        </Button>
      )}
      {!feedback.mine && isOpen && isWriting && (
        <FeedbackForm
          deal={deal}
          onSent={(changed) => {
            showChanged(changed);
            card.current?.scrollIntoView({ block: "start" });
          }}
        />
      )}
    </article>
  );
}

function ConfirmDeal({ deal, onChanged }: DealProps) {
  const { run: decide, isPending } = useAction(async (confirmed: boolean) => {
    const { id: dealId } = deal;
    onChanged((await call(calls.putDeal, { params: { dealId }, body: { confirmed } })).deal);
  });
  if (deal.refusedAt !== undefined)
    return (
      <div className="grid gap-2">
        <p className="text-sm">{messages.refusedBySeller}</p>
        <Button
          kind="plain"
          className="justify-self-start"
          busy={isPending}
          onClick={() => decide(true)}
        >
          {messages.itWasSold}
        </Button>
      </div>
    );
  return (
    <div className="grid gap-2">
      <p className="font-bold">{messages.soldToQuestion(deal.with)}</p>
      <div className="flex gap-2">
        <Button busy={isPending} onClick={() => decide(true)}>
          {messages.soldYes}
        </Button>
        <Button kind="plain" disabled={isPending} onClick={() => decide(false)}>
          {messages.soldNo}
        </Button>
      </div>
    </div>
  );
}

type WordsProps = { title: string; feedback: Feedback; children?: React.ReactNode };

function Words({ title, feedback, children }: WordsProps) {
  const { good, tags, text, reply } = feedback;
  const words = [
    good ? messages.goodDeal : messages.badDeal,
    ...tags.map((tag) => messages.tags[tag]),
  ];
  return (
    <div className="bg-sunken rounded-button grid gap-1 p-3">
      <h4 className="text-muted text-sm font-bold">{title}</h4>
      <p className="flex items-center gap-1.5 font-bold">
        <Icon name={good ? "check" : "alert"} />
        {words.join(" · ")}
      </p>
      {text !== "" && <p className="whitespace-pre-line wrap-anywhere">{text}</p>}
      {reply !== undefined && (
        <p className="border-line border-l-2 pl-3 whitespace-pre-line wrap-anywhere">
          <span className="text-muted block text-sm font-bold">{messages.theirReply}</span>
          {reply}
        </p>
      )}
      {children}
    </div>
  );
}
