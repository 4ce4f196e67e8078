import * as calls from "@market/contract/deals/calls";
import type { ReceivedRequest, RequestAnswer } from "@market/contract/deals/deal";
import * as messages from "@market/contract/deals/request-messages";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { call } from "../api/client.ts";
import { useAction } from "../api/use-action.ts";
import { timeOf } from "./times.ts";
import { useNow } from "../routing/use-now.ts";
import { BlockButton } from "../students/block-button.tsx";
import { Button } from "../ui/button.tsx";

export function ReceivedRequests() {
  const { data: received = [] } = useQuery({
    queryKey: ["own", "requests", "received"],
    gcTime: 0,
    queryFn: async ({ signal }) => (await call(calls.listContactRequests, { signal })).received,
  });
  const section = useRef<HTMLElement>(null);
  const isMeant = useLocation().hash === "#requests";
  const waiting = received.filter(({ state }) => state === "open" || state === "expired");
  useEffect(() => {
    if (isMeant && waiting.length > 0) section.current?.scrollIntoView();
  }, [isMeant, waiting.length]);
  if (waiting.length === 0) return null;
  return (
    <section ref={section} aria-labelledby="requests" className="grid scroll-mt-20 gap-3">
      <h2 id="requests" className="text-xl font-bold">
        {messages.heading}
      </h2>
      <p className="text-muted">{messages.lead}</p>
      <ul className="grid gap-3 md:two-columns">
        {waiting.map((request) => (
          <li key={request.id} className="grid">
            <Request request={request} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const words: readonly RequestAnswer[] = ["share", "not-now", "sold"];

function Request({ request: { id: requestId, name, buyer, state, createdAt } }: RequestProps) {
  const now = useNow();
  const [end, setEnd] = useState<string>();
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    if (end !== undefined) said.current?.focus();
  }, [end]);
  const {
    run: answer,
    isPending,
    variables,
  } = useAction(async (word: RequestAnswer) => {
    const params = { requestId };
    setEnd((await call(calls.answerContactRequest, { params, body: { answer: word } })).message);
  });
  return (
    <article className="bg-surface border-line rounded-card grid content-start gap-3 border p-4">
      <h3 className="font-bold wrap-anywhere">{messages.asks(buyer.name, name)}</h3>
      <p className="text-muted text-sm">
        {messages.dealsOf(buyer.deals)} · <time dateTime={createdAt}>{timeOf(createdAt, now)}</time>
      </p>
      {end === undefined && state === "expired" && (
        <p className="text-muted text-sm">{messages.hasExpired}</p>
      )}
      {end !== undefined && (
        <p ref={said} tabIndex={-1}>
          {end}
        </p>
      )}
      {end === undefined && (
        <div className="flex flex-wrap gap-2">
          {words.map((word) => (
            <Button
              key={word}
              kind={word === "share" ? "primary" : "plain"}
              className="flex-1 px-3 whitespace-nowrap"
              busy={isPending && variables === word}
              disabled={isPending}
              onClick={() => answer(word)}
            >
              {messages.answers[word]}
            </Button>
          ))}
          <BlockButton
            userId={buyer._id}
            label={messages.block(buyer.name)}
            className="text-muted px-3"
            onBlocked={() => setEnd(messages.blocked(buyer.name))}
          />
        </div>
      )}
    </article>
  );
}
type RequestProps = { request: ReceivedRequest };
