import { listingRedirectDelay } from "@market/contract/limits";
import * as sellingMessages from "@market/contract/products/selling-messages";
import type { ProductInput } from "@market/contract/products/product-form";
import * as bundleMessages from "@market/contract/bundles/messages";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../routing/paths.ts";
import { useSession } from "../identity/session.ts";
import { usePageSettings } from "../routing/page-context.ts";
import { discardDraft } from "../browser/drafts.ts";
import { JustListed, tellListed } from "../selling/just-listed.tsx";
import { rememberPlace } from "../selling/last-place.ts";
import { RenewInstead } from "../selling/renew-instead.tsx";
import { listProduct } from "../selling/send-product.ts";
import { ProductForm, useSubmitState } from "../selling/product-form.tsx";
import {
  type InitialForm,
  emptyForm,
  useInitialForm,
  useDraftSaving,
} from "../selling/use-draft.ts";
import { usePhotos } from "../photos/use-photos.ts";
import { Button } from "../ui/button.tsx";
import { formToast, toast } from "../ui/toast.ts";

export function Component() {
  const session = useSession();
  const { campus } = usePageSettings();
  const owner = session.status === "signed-in" ? session.user._id : "";
  const [initial, begin] = useInitialForm(owner);
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
      {initial && (
        <SellForm
          key={initial.key}
          owner={owner}
          initial={initial}
          onFresh={() => begin(emptyForm(owner))}
        />
      )}
      <JustListed />
    </div>
  );
}

type Props = { owner: string; initial: InitialForm; onFresh: () => void };

function SellForm({ owner, initial, onFresh }: Props) {
  const [state, setState] = useSubmitState(listingRedirectDelay);
  const [fields, setFields] = useState(initial.fields);
  const [isDraftOffered, setDraftOffered] = useState(initial.savedAt !== undefined);
  const { queue, photos } = usePhotos(initial.photos);
  useDraftSaving({ owner, key: initial.key, active: state !== "done" }, fields, photos);

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
    tellListed(result.sent);
    await discardDraft();
    toast.success(sellingMessages.productListed, { id: formToast });
    return [];
  };
  const discard = () => {
    for (const { key } of photos) queue.remove(key);
    void discardDraft();
    onFresh();
  };
  return (
    <div onInput={() => setDraftOffered(false)}>
      {isDraftOffered && (
        <DraftStrip onContinue={() => setDraftOffered(false)} onDiscard={discard} />
      )}
      <ProductForm
        form="sell"
        fields={initial.fields}
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
