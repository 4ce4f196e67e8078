import { listingRedirectDelay } from "@market/contract/limits";
import { messages } from "@market/contract/messages";
import type { ProductInput } from "@market/contract/product-form";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { useSession } from "../account/session.ts";
import { usePageSettings } from "../page-context.ts";
import { paths } from "../paths.ts";
import { discardDraft } from "../products/draft.ts";
import { DraftStrip } from "../products/draft-strip.tsx";
import { listProduct } from "../products/send-product.ts";
import { ProductForm, type SubmitState } from "../products/product-form.tsx";
import {
  type Beginning,
  emptyBeginning,
  useBeginning,
  useDraftKeeping,
} from "../products/use-draft.ts";
import { usePhotos } from "../products/use-photos.ts";
import { toast } from "../ui/toast.ts";

export function Component() {
  const session = useSession();
  const { campus } = usePageSettings();
  const owner = session.status === "signed-in" ? session.user._id : "";
  const [beginning, begin] = useBeginning(owner);
  return (
    <div className="content max-w-[720px] py-6 md:py-10">
      <h1 className="text-2xl font-bold">Sell an Item</h1>
      <p className="text-muted mt-1 mb-6">List your item for sale to {campus.name} people.</p>
      {beginning && (
        <SellForm
          key={beginning.key}
          owner={owner}
          beginning={beginning}
          onFresh={() => begin(emptyBeginning())}
        />
      )}
    </div>
  );
}

type Props = { owner: string; beginning: Beginning; onFresh: () => void };

function SellForm({ owner, beginning, onFresh }: Props) {
  const navigate = useNavigate();
  const [state, setState] = useState<SubmitState>("editing");
  const [fields, setFields] = useState(beginning.fields);
  const [isAsked, setAsked] = useState(beginning.savedAt !== undefined);
  const { queue, photos } = usePhotos(beginning.photos);
  useDraftKeeping({ owner, key: beginning.key, active: state !== "done" }, fields, photos);

  useEffect(() => {
    if (state !== "done") return;
    const timer = setTimeout(() => {
      onFresh();
      void navigate(paths.profile);
    }, listingRedirectDelay);
    return () => clearTimeout(timer);
  }, [state, onFresh, navigate]);

  const submit = async (product: ProductInput) => {
    setState("processing");
    const result = await listProduct({ key: beginning.key, seller: owner, product }, queue);
    if (result.failure !== undefined) {
      setState("editing");
      toast.error(result.failure);
      return result.faults;
    }
    setState("done");
    await discardDraft();
    toast.success(messages.productListed);
    return [];
  };
  const discard = () => {
    for (const { key } of photos) queue.remove(key);
    void discardDraft();
    onFresh();
  };
  return (
    <div onInput={() => setAsked(false)}>
      {isAsked && <DraftStrip onContinue={() => setAsked(false)} onDiscard={discard} />}
      <ProductForm
        form="sell"
        fields={beginning.fields}
        queue={queue}
        photos={photos}
        state={state}
        labels={{
          idle: messages.listItem,
          working: messages.processing,
          done: "Listed. On to your profile",
        }}
        onChange={setFields}
        onNotice={(kind, sentence) => toast[kind](sentence)}
        onSubmit={submit}
      />
    </div>
  );
}
