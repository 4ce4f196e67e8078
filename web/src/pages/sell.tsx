import { listingRedirectDelay } from "@market/contract/limits";
import * as sellingMessages from "@market/contract/products/selling-messages";
import type { ProductInput } from "@market/contract/products/product-form";
import * as bundleMessages from "@market/contract/bundles/messages";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../routing/paths.ts";
import { useSession } from "../identity/session.ts";
import { usePageSettings } from "../routing/page-context.ts";
import { discardDraft } from "../browser/drafts.ts";
import { removeShare } from "../browser/shares.ts";
import { JustListed, showListed } from "../selling/just-listed.tsx";
import { rememberPlace } from "../selling/last-place.ts";
import { ownBefore, RenewInstead } from "../selling/renew-instead.tsx";
import { listProduct } from "../selling/send-product.ts";
import { ProductForm, useSubmitState } from "../selling/product-form.tsx";
import { type InitialForm, emptyForm, openForm, useDraftSaving } from "../selling/use-draft.ts";
import { formOfShare } from "../selling/shared/forms-of-share.ts";
import { OfferStrip, SharedStrip, ShareNote } from "../selling/shared/shared-strip.tsx";
import { type Opening, type Shared, useOpening } from "../selling/shared/use-opening.ts";
import { usePhotos } from "../photos/use-photos.ts";
import { Button } from "../ui/button.tsx";
import { formToast, toast } from "../ui/toast.ts";

export function Component() {
  const session = useSession();
  const { campus } = usePageSettings();
  const owner = session.status === "signed-in" ? session.user._id : "";
  const { opening, keep, take, begin } = useOpening({
    owner,
    isMany: false,
    openDraft: openForm,
    empty: emptyForm,
    fromShare: formOfShare,
  });
  return (
    <div className="content max-w-[720px] py-6 md:py-10">
      <h1 className="text-2xl font-bold">{sellingMessages.sellTitle}</h1>
      <p className="text-muted mt-1">{sellingMessages.sellIntro(campus.name)}</p>
      <Link
        to={paths.sellMany}
        className="text-primary mb-4 inline-flex min-h-12 items-center font-bold underline underline-offset-4"
      >
        {bundleMessages.manyLink}
      </Link>
      {opening && (
        <SellForm
          key={opening.form.key}
          owner={owner}
          opening={opening}
          onKeep={keep}
          onTake={take}
          onFresh={begin}
        />
      )}
      <JustListed />
    </div>
  );
}

type Props = {
  owner: string;
  opening: Opening<InitialForm>;
  onKeep: (offered: Shared) => Promise<void>;
  onTake: (shared: Shared) => Promise<void>;
  onFresh: () => void;
};

function SellForm({ owner, opening, onKeep, onTake, onFresh }: Props) {
  const { source, offered, note } = opening;
  const [initial] = useState(opening.form);
  const queries = useQueryClient();
  const [state, setState] = useSubmitState(listingRedirectDelay);
  const [fields, setFields] = useState(initial.fields);
  const [isDraftOffered, setDraftOffered] = useState(initial.savedAt !== undefined);
  const [isHeld, setHeld] = useState(initial.shared?.isHeld ?? false);
  const { queue, photos } = usePhotos(initial.photos, isHeld);
  const shared = initial.shared && { ...initial.shared, isHeld };
  useDraftSaving({ owner, key: initial.key, shared, active: state !== "done" }, fields, photos);
  // Any site can send a share: nothing of it leaves the device before the student has touched the form.
  const release = () => {
    setHeld(false);
    queue.release();
  };

  const submit = async (product: ProductInput) => {
    setState("processing");
    const result = await listProduct({ key: initial.key, seller: owner, product }, queue);
    if (result.failure !== undefined) {
      setState("editing");
      toast.error(result.failure, { id: formToast });
      return result.faults;
    }
    setState("done");
    rememberPlace(owner, fields);
    const before = queries.getQueryData<readonly unknown[]>(ownBefore) ?? [];
    showListed(result.sent, before.length);
    await discardDraft();
    if (shared) await removeShare(shared.id);
    toast.success(sellingMessages.productListed, { id: formToast });
    return [];
  };
  const clear = async () => {
    for (const { key } of photos) queue.remove(key);
    await discardDraft();
  };
  const discard = async () => {
    await clear();
    if (shared) await removeShare(shared.id);
    onFresh();
  };
  return (
    <div
      onInput={() => {
        setDraftOffered(false);
        release();
      }}
    >
      {note !== undefined && <ShareNote note={note} />}
      {offered && (
        <OfferStrip
          offered={offered}
          form="one"
          onKeep={() => void onKeep(offered)}
          onUse={() => void clear().then(() => onTake(offered))}
        />
      )}
      {!offered && shared && (
        <SharedStrip source={source} form="one" isHeld={isHeld} onDiscard={() => void discard()} />
      )}
      {!offered && !shared && isDraftOffered && (
        <DraftStrip onContinue={() => setDraftOffered(false)} onDiscard={() => void discard()} />
      )}
      <div onClickCapture={release}>
        <ProductForm
          form="sell"
          fields={initial.fields}
          filled={initial.filled}
          unread={source?.unread}
          queue={queue}
          photos={photos}
          state={state}
          labels={{
            idle: sellingMessages.listItem,
            working: sellingMessages.processing,
            done: sellingMessages.listed,
          }}
          belowName={<RenewInstead fields={fields} />}
          onChange={setFields}
          onNotice={(kind, sentence) =>
            toast[kind](sentence, { id: kind === "error" ? formToast : sentence })
          }
          onSubmit={submit}
        />
      </div>
    </div>
  );
}

type StripProps = { onContinue: () => void; onDiscard: () => void };

function DraftStrip({ onContinue, onDiscard }: StripProps) {
  return (
    <section
      aria-label={sellingMessages.yourDraft}
      className="bg-mint text-on-mint rounded-card mb-6 flex flex-wrap items-center justify-between gap-3 p-3 pl-4"
    >
      <p className="font-bold">{sellingMessages.continueDraft}</p>
      <div className="flex gap-2">
        <Button kind="quiet" className="text-on-mint" onClick={onDiscard}>
          {sellingMessages.discardDraft}
        </Button>
        <Button onClick={onContinue}>{sellingMessages.continueButton}</Button>
      </div>
    </section>
  );
}
