import { editRedirectDelay, toastEditError, toastEditSuccess } from "@market/contract/limits";
import { messages } from "@market/contract/messages";
import type { ProductInput } from "@market/contract/product-form";
import type { Product } from "@market/contract/products";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../paths.ts";
import { Link } from "../router/link.tsx";
import { buttonClass } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";
import { EditConflict } from "./edit-conflict.tsx";
import { keepEdit, keptEdit } from "./edit-draft.ts";
import { LeaveGuard } from "./edit-leave.tsx";
import { loadForEdit } from "./edit-load.ts";
import { fieldsOf, hasOtherWords, isChanged, isSaved, photosOf } from "./edit-values.ts";
import { ProductForm, type SubmitState } from "./product-form.tsx";
import { changeProduct, type SendResult } from "./send-product.ts";
import { usePhotos } from "./use-photos.ts";

/** Notices of the edit page stay for their own times (R525, R526); the same one is never there twice. */
export function notify(kind: "success" | "error", sentence: string): void {
  const duration = kind === "success" ? toastEditSuccess : toastEditError;
  toast[kind](sentence, { duration, id: sentence });
}

type Props = {
  product: Product;
  /** Begins anew with a product that was changed elsewhere. */
  onTake: (newer: Product) => void;
};

/** Changes one of the student's own products; nothing is saved over a newer change unseen (Q78). */
export function EditForm({ product, onTake }: Props) {
  const navigate = useNavigate();
  const [state, setState] = useState<SubmitState>("editing");
  const [kept] = useState(() => keptEdit(product));
  const [initial] = useState(() => ({
    fields: kept?.fields ?? fieldsOf(product),
    photos: photosOf(product),
  }));
  const [fields, setFields] = useState(initial.fields);
  const { queue, photos } = usePhotos(initial.photos);
  /** What the student has seen of the stored product. */
  const [seen, setSeen] = useState(kept?.seen ?? product);
  const [newer, setNewer] = useState<Product>();

  useEffect(() => {
    if (kept) toast.plain(messages.editIsBack, { id: messages.editIsBack });
  }, [kept]);
  useEffect(() => {
    keepEdit(state !== "done" && hasOtherWords(seen, fields) ? { seen, fields } : undefined);
  }, [state, seen, fields]);

  useEffect(() => {
    if (state !== "done") return undefined;
    const timer = setTimeout(() => void navigate(paths.profile), editRedirectDelay);
    return () => clearTimeout(timer);
  }, [state, navigate]);

  const submit = async (input: ProductInput) => {
    setState("processing");
    const { _id: productId, version } = seen;
    const result = await changeProduct({ productId, version, product: input }, queue);
    const end = await settle(result, input);
    setState(end === "done" ? "done" : "editing");
    if (end === "done") notify("success", messages.productUpdated);
    else if (end === "failed" && result.failure !== undefined) notify("error", result.failure);
    return result.faults ?? [];
  };
  const settle = async (result: SendResult, input: ProductInput) => {
    if (result.failure === undefined) return "done";
    if (result.code !== "stale-product") return "failed";
    const load = await loadForEdit(seen._id, seen.seller._id);
    if (!("product" in load)) return "failed";
    if (isSaved(load.product, input, queue.photos())) return "done";
    setNewer(load.product);
    return "asking";
  };
  const keepMine = (stored: Product) => {
    for (const { key, step } of queue.photos()) {
      if (step.name === "kept" && stored.images.every(({ id }) => id !== step.id))
        queue.remove(key);
    }
    setSeen(stored);
    setNewer(undefined);
  };
  return (
    <>
      <ProductForm
        form="edit"
        fields={initial.fields}
        queue={queue}
        photos={photos}
        state={state}
        labels={{ idle: messages.updateProduct, working: messages.updating, done: "Saved" }}
        onChange={setFields}
        onNotice={notify}
        onSubmit={submit}
      >
        <Link to={paths.profile} className={buttonClass("plain")}>
          {messages.cancel}
        </Link>
      </ProductForm>
      <LeaveGuard
        active={state !== "done" && isChanged(seen, fields, photos)}
        onLeave={() => keepEdit(undefined)}
      />
      {newer && (
        <EditConflict
          before={seen}
          newer={newer}
          onKeep={() => keepMine(newer)}
          onTake={() => {
            keepEdit(undefined);
            onTake(newer);
          }}
        />
      )}
    </>
  );
}
