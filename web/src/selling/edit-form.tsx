import { editRedirectDelay, toastEditError, toastEditSuccess } from "@market/contract/limits";
import * as sellingMessages from "@market/contract/products/selling-messages";
import * as shellMessages from "@market/contract/shell/messages";
import type { ProductDraft, ProductInput } from "@market/contract/products/product-form";
import type { Product } from "@market/contract/products/product";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { paths } from "../routing/paths.ts";
import { perTab } from "../browser/storage.ts";
import { buttonClass } from "../ui/button.tsx";
import { formToast, toast } from "../ui/toast.ts";
import { EditConflict } from "./edit-conflict.tsx";
import { loadForEdit } from "./edit-load.ts";
import { LeaveGuard } from "./leave-guard.tsx";
import { fieldsOf, hasFieldChanges, isChanged, isSaved, photosOf } from "./edit-values.ts";
import { ProductForm, useSubmitState } from "./product-form.tsx";
import { changeProduct, type SendResult } from "./send-product.ts";
import { usePhotos } from "../photos/use-photos.ts";

/** The edit page's own durations (R525, R526). @param id what the toast is about */
export function notify(
  kind: "success" | "error",
  sentence: string,
  id = kind === "error" ? formToast : sentence,
): void {
  const duration = kind === "success" ? toastEditSuccess : toastEditError;
  toast[kind](sentence, { duration, id });
}

type Props = {
  product: Product;
  /** Starts again with a product that was changed elsewhere. */
  onUseLatest: (latest: Product) => void;
};

/** Changes an own product; saves nothing over a newer change that was not seen (Q78). */
export function EditForm({ product, onUseLatest }: Props) {
  const [state, setState] = useSubmitState(editRedirectDelay);
  const [draft] = useState(() => readEditDraft(product));
  const [initialFields] = useState(draft?.fields ?? fieldsOf(product));
  const [fields, setFields] = useState(initialFields);
  const { queue, photos } = usePhotos(photosOf(product));
  const [baseline, setBaseline] = useState(draft?.baseline ?? product);
  const [latest, setLatest] = useState<Product>();

  useEffect(() => {
    if (draft) toast.plain(sellingMessages.editIsBack, { id: sellingMessages.editIsBack });
  }, [draft]);
  useEffect(() => {
    saveEditDraft(
      state !== "done" && hasFieldChanges(baseline, fields) ? { baseline, fields } : undefined,
    );
  }, [state, baseline, fields]);

  const submit = async (input: ProductInput) => {
    setState("processing");
    const { _id: productId, version } = baseline;
    const result = await changeProduct({ productId, version, product: input }, queue);
    const end = await resolve(result, input);
    setState(end === "done" ? "done" : "editing");
    if (end === "done") notify("success", sellingMessages.productUpdated, formToast);
    else if (end === "failed" && result.failure !== undefined) notify("error", result.failure);
    return result.faults ?? [];
  };
  const resolve = async (result: SendResult, input: ProductInput) => {
    if (result.failure === undefined) return "done";
    if (result.code !== "stale-product") return "failed";
    const load = await loadForEdit(baseline._id, baseline.seller._id);
    if (!("product" in load)) return "failed";
    if (isSaved(load.product, input, queue.photos())) return "done";
    setLatest(load.product);
    return "conflict";
  };
  const keepMine = (stored: Product) => {
    for (const { key, step } of queue.photos()) {
      if (step.name === "stored" && stored.images.every(({ id }) => id !== step.id))
        queue.remove(key);
    }
    setBaseline(stored);
    setLatest(undefined);
  };
  return (
    <>
      <ProductForm
        form="edit"
        fields={initialFields}
        queue={queue}
        photos={photos}
        state={state}
        labels={{
          idle: sellingMessages.updateProduct,
          working: sellingMessages.updating,
          done: sellingMessages.saved,
        }}
        onChange={setFields}
        onNotice={notify}
        onSubmit={submit}
      >
        <Link to={paths.profile} className={buttonClass("plain")}>
          {shellMessages.cancel}
        </Link>
      </ProductForm>
      <LeaveGuard
        active={state !== "done" && isChanged(baseline, fields, photos)}
        onLeave={() => saveEditDraft(undefined)}
      />
      {latest && (
        <EditConflict
          before={baseline}
          latest={latest}
          onKeep={() => keepMine(latest)}
          onUseLatest={() => {
            saveEditDraft(undefined);
            onUseLatest(latest);
          }}
        />
      )}
    </>
  );
}

const editKey = "edit";

type EditDraft = { baseline: Product; fields: ProductDraft };

/** Survives a sign-in; undefined forgets it. */
function saveEditDraft(draft: EditDraft | undefined): void {
  if (draft === undefined) return perTab.remove(editKey);
  const { baseline, fields } = draft;
  const seller = { ...baseline.seller, phone: null };
  perTab.write(editKey, JSON.stringify({ baseline: { ...baseline, seller }, fields }));
}

function readEditDraft(product: Product): EditDraft | undefined {
  const { baseline, fields } = (perTab.readJson(editKey) ?? {}) as Partial<EditDraft>;
  return baseline?._id === product._id && fields ? { baseline, fields } : undefined;
}
