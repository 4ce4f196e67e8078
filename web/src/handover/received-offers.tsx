import * as calls from "@market/contract/handover/calls";
import * as messages from "@market/contract/handover/messages";
import type { ReceivedHandover } from "@market/contract/handover/schemas";
import { maxLength } from "@market/contract/limits";
import * as sellingMessages from "@market/contract/products/selling-messages";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { call } from "../api/client.ts";
import { useAction } from "../api/use-action.ts";
import { paths } from "../routing/paths.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";

export function ReceivedOffers() {
  const { data: received = [] } = useQuery({
    queryKey: ["own", "handovers"],
    gcTime: 0,
    queryFn: async ({ signal }) => (await call(calls.listHandovers, { signal })).received,
  });
  const section = useRef<HTMLElement>(null);
  const isMeant = useLocation().hash === "#handovers";
  const offers = received.filter(({ state }) => state === "open");
  useEffect(() => {
    if (isMeant && offers.length > 0) section.current?.scrollIntoView();
  }, [isMeant, offers.length]);
  if (offers.length === 0) return null;
  return (
    <section ref={section} aria-labelledby="handovers" className="grid scroll-mt-20 gap-3">
      <h2 id="handovers" className="text-xl font-bold">
        {messages.heading}
      </h2>
      <p className="text-muted">{messages.lead}</p>
      <ul className="grid gap-3 md:two-columns">
        {offers.map((offer) => (
          <li key={offer.id} className="grid">
            <Offer offer={offer} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Offer({ offer: { id, productId, name, from } }: { offer: ReceivedHandover }) {
  const [answer, setAnswer] = useState<"accepted" | "declined">();
  const [isAccepting, setAccepting] = useState(false);
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    if (answer !== undefined) said.current?.focus();
  }, [answer]);
  const {
    run: send,
    isPending,
    variables,
  } = useAction(async (address: string | undefined) => {
    const body = address === undefined ? { accept: false } : { accept: true, address };
    await call(calls.answerHandover, { params: { handoverId: id }, body });
    setAnswer(body.accept ? "accepted" : "declined");
  });
  return (
    <article className="bg-surface border-line rounded-card grid content-start gap-3 border p-4">
      <h3 className="font-bold wrap-anywhere">{messages.offer(from, name)}</h3>
      {answer !== undefined && (
        <p ref={said} tabIndex={-1}>
          {answer === "accepted" ? messages.accepted : messages.declined}
        </p>
      )}
      {answer === "accepted" && (
        <Link to={paths.item(productId)} className={buttonClass("plain")}>
          {name}
        </Link>
      )}
      {answer === undefined && !isAccepting && (
        <div className="flex flex-wrap gap-2 *:flex-1">
          <Button onClick={() => setAccepting(true)} disabled={isPending}>
            {messages.accept}
          </Button>
          <Button kind="plain" busy={isPending} onClick={() => send(undefined)}>
            {messages.decline}
          </Button>
        </div>
      )}
      {answer === undefined && isAccepting && (
        <Accept isPending={isPending && variables !== undefined} onAccept={send} />
      )}
    </article>
  );
}

type AcceptProps = { isPending: boolean; onAccept: (address: string) => void };

function Accept({ isPending, onAccept }: AcceptProps) {
  const [address, setAddress] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAccept(address);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-2">
      <Field label={messages.address}>
        <input
          ref={field}
          value={address}
          maxLength={maxLength.address}
          placeholder={sellingMessages.addressExample}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        />
      </Field>
      <Button type="submit" busy={isPending} disabled={address.trim() === ""}>
        {messages.accept}
      </Button>
    </form>
  );
}
