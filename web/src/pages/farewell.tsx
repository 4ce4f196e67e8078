import * as handoverCalls from "@market/contract/handover/calls";
import * as handoverMessages from "@market/contract/handover/messages";
import type { GivenHandover } from "@market/contract/handover/schemas";
import { dayAndMonthOf } from "@market/contract/dates";
import { keepDays, leavingDaysAhead } from "@market/contract/limits";
import * as messages from "@market/contract/products/farewell-messages";
import { dayOf } from "@market/contract/products/product-form";
import * as productCalls from "@market/contract/products/calls";
import type { OwnProduct } from "@market/contract/products/product";
import * as studentCalls from "@market/contract/students/calls";
import { formatPrice } from "@market/contract/price";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, Suspense, useEffect, useRef, useState } from "react";
import { call } from "../api/client.ts";
import { useAction } from "../api/use-action.ts";
import { lazyWithPreload } from "../browser/lazy-with-preload.ts";
import { AskFriend } from "../handover/ask-friend.tsx";
import { fallbackPhoto, Photo } from "../photos/photo.tsx";
import { ListFailure } from "../products/card/list-failure.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { toast } from "../ui/toast.ts";

const SendKey = lazyWithPreload(async () => (await import("../keys/own-key.tsx")).SendKey);

const dayLength = 86_400_000;

/** The day on which a student leaves, and what happens with each listing (R1120 to R1123). */
export function Component() {
  const { data, error, refetch } = useQuery({
    queryKey: ["own", "farewell"],
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const [{ user }, { products }, { given }] = await Promise.all([
        call(studentCalls.getProfile, { signal }),
        call(productCalls.ownProducts, { signal }),
        call(handoverCalls.listHandovers, { signal }),
      ]);
      const offers = given.filter(({ state }) => state === "open");
      return { leavingOn: user.leavingOn, items: products.filter(isOpen), offers };
    },
  });
  return (
    <div className="content grid max-w-[720px] grid-cols-1 gap-6 py-5 md:py-10">
      <div className="grid gap-1">
        <h1 className="text-2xl font-bold">{messages.title}</h1>
        <p className="text-muted">{messages.lead}</p>
      </div>
      {data && (
        <>
          <LeavingDay initial={data.leavingOn ?? ""} />
          <Items items={data.items} offers={data.offers} />
          <Suspense>
            <SendKey />
          </Suspense>
        </>
      )}
      {!data && error && (
        <ListFailure sentence={messages.itemsFailed} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton className="rounded-card h-80" />}
    </div>
  );
}

const isOpen = ({ isSold, hidden }: OwnProduct) => !isSold && !hidden;

function LeavingDay({ initial }: { initial: string }) {
  const [stored, setStored] = useState(initial);
  const [day, setDay] = useState(initial);
  const [today] = useState(() => Date.now());
  const { run: save, isPending } = useAction(async (leavingOn: string) => {
    await call(studentCalls.updateProfile, { body: { leavingOn: leavingOn || null } });
    setStored(leavingOn);
    setDay(leavingOn);
    toast.success(messages.saved);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(day);
  };
  return (
    <form
      noValidate
      onSubmit={submit}
      className="bg-surface border-line rounded-card grid gap-3 border p-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start"
    >
      <Field label={messages.leavingOn} hint={messages.notPublic}>
        <input
          type="date"
          value={day}
          min={dayOf(today)}
          max={dayOf(today + leavingDaysAhead * dayLength)}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2 sm:mt-7">
        <Button type="submit" busy={isPending} disabled={day === stored} className="grow">
          {messages.save}
        </Button>
        {stored !== "" && (
          <Button kind="plain" className="grow" disabled={isPending} onClick={() => save("")}>
            {messages.notLeaving}
          </Button>
        )}
      </div>
    </form>
  );
}

type ItemsProps = { items: readonly OwnProduct[]; offers: readonly GivenHandover[] };

function Items({ items, offers }: ItemsProps) {
  return (
    <section aria-labelledby="farewell-items" className="grid grid-cols-1 gap-3">
      <h2 id="farewell-items" className="text-xl font-bold">
        {messages.items}
      </h2>
      {items.length === 0 ? (
        <p className="bg-surface border-line rounded-card border border-dashed p-8 text-center">
          {messages.nothingOpen}
        </p>
      ) : (
        <ul className="grid grid-cols-1 gap-3">
          {items.map((product) => (
            <li key={product._id}>
              <Item
                product={product}
                offer={offers.find(({ productId }) => productId === product._id)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type Answer =
  | { kind: "sold" | "removed" }
  | { kind: "kept"; until: string }
  | { kind: "asked"; id: string; email: string };

function words(answer: Answer): string {
  if (answer.kind === "asked") return handoverMessages.asked(answer.email);
  if (answer.kind === "kept") return messages.keptUntil(dayAndMonthOf(answer.until));
  return answer.kind === "sold" ? messages.isSold : messages.isTakenDown;
}

const backOf = ({ kind }: Answer): string =>
  kind === "asked" ? handoverMessages.withdraw : messages.change;

/** One row with its choices; what was chosen replaces them and can be undone. */
function Item({ product, offer }: { product: OwnProduct; offer: GivenHandover | undefined }) {
  const { _id: productId, name, price, images, keptUntil } = product;
  const params = { productId };
  const [answer, setAnswer] = useState<Answer | undefined>(() => {
    if (offer !== undefined) return { kind: "asked", id: offer.id, email: offer.to };
    return keptUntil === undefined ? undefined : { kind: "kept", until: keptUntil };
  });
  const [opened, setOpened] = useState<"keep" | "ask">();
  const row = useRef<HTMLElement>(null);
  const show = (next: Answer | undefined) => {
    setAnswer(next);
    setOpened(undefined);
  };
  const shown = useRef(answer);
  useEffect(() => {
    if (shown.current === answer) return;
    shown.current = answer;
    // The button that had the focus is gone.
    row.current?.querySelector("button")?.focus();
  }, [answer]);
  const { run: choose, isPending } = useAction(async (chosen: Answer) => {
    const { kind } = chosen;
    if (kind === "sold") await call(productCalls.toggleSold, { params, body: { isSold: true } });
    if (kind === "removed") await call(productCalls.deleteProduct, { params });
    if (kind === "kept")
      await call(productCalls.keepProduct, { params, body: { until: chosen.until } });
    show(chosen);
  });
  const { run: ask, isPending: isAsking } = useAction(async (email: string) => {
    const { handover } = await call(handoverCalls.offerHandover, { params, body: { email } });
    show({ kind: "asked", id: handover.id, email: handover.to });
  });
  const { run: undo, isPending: isUndoing } = useAction(async (given: Answer) => {
    const { kind } = given;
    if (kind === "asked")
      await call(handoverCalls.withdrawHandover, { params: { handoverId: given.id } });
    if (kind === "sold") await call(productCalls.toggleSold, { params, body: { isSold: false } });
    if (kind === "removed") await call(productCalls.restoreProduct, { params });
    show(undefined);
  });
  return (
    <article
      ref={row}
      className="bg-surface border-line rounded-card grid grid-cols-[56px_minmax(0,1fr)] gap-3 border p-3"
    >
      <div className="bg-line rounded-button relative size-14 overflow-hidden">
        <Photo image={images[0] ?? fallbackPhoto} alt="" sizes="56px" />
      </div>
      <div className="min-w-0">
        <h3 className="font-bold wrap-anywhere">{name}</h3>
        <p className="text-muted tabular-nums">{formatPrice(price)}</p>
      </div>
      <div role="status" className="col-span-2 empty:hidden">
        {answer && (
          <p className="bg-sunken rounded-button flex items-center justify-between gap-x-3 pl-3 font-bold">
            <span className="min-w-0 py-2 wrap-anywhere">{words(answer)}</span>
            <Button
              kind="quiet"
              className="px-3"
              busy={isUndoing}
              aria-label={messages.namedAction(backOf(answer), name)}
              onClick={() => undo(answer)}
            >
              {backOf(answer)}
            </Button>
          </p>
        )}
      </div>
      {!answer && (
        <div className="col-span-2 grid grid-cols-[repeat(auto-fit,minmax(min(8.25rem,100%),1fr))] gap-2 *:px-2!">
          <Choice
            name={name}
            label={messages.sold}
            disabled={isPending}
            onClick={() => choose({ kind: "sold" })}
          />
          <Choice
            name={name}
            label={messages.takeDown}
            disabled={isPending}
            onClick={() => choose({ kind: "removed" })}
          />
          <Choice
            name={name}
            label={`${messages.keepUntil} …`}
            disabled={isPending}
            onClick={() => setOpened(opened === "keep" ? undefined : "keep")}
          />
          <Choice
            name={name}
            label={handoverMessages.friendSells}
            disabled={isPending}
            onClick={() => setOpened(opened === "ask" ? undefined : "ask")}
          />
        </div>
      )}
      {opened === "keep" && !answer && (
        <Keep isPending={isPending} onKeep={(until) => choose({ kind: "kept", until })} />
      )}
      {opened === "ask" && !answer && <AskFriend isPending={isAsking} onAsk={ask} />}
    </article>
  );
}

type ChoiceProps = { name: string; label: string; disabled: boolean; onClick: () => void };

function Choice({ name, label, disabled, onClick }: ChoiceProps) {
  return (
    <Button
      kind="plain"
      className="px-1 text-balance"
      aria-label={messages.namedAction(label, name)}
      disabled={disabled}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

function Keep({ isPending, onKeep }: { isPending: boolean; onKeep: (until: string) => void }) {
  const [today] = useState(() => Date.now());
  const [until, setUntil] = useState(dayOf(today + 30 * dayLength));
  return (
    <form
      noValidate
      className="col-span-2 grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onKeep(until);
      }}
    >
      <Field label={messages.keepUntil} hint={messages.keepHint}>
        <input
          type="date"
          value={until}
          min={dayOf(today)}
          max={dayOf(today + keepDays * dayLength)}
          onChange={({ currentTarget }) => setUntil(currentTarget.value)}
        />
      </Field>
      <Button type="submit" busy={isPending} disabled={until === ""}>
        {messages.keep}
      </Button>
    </form>
  );
}
