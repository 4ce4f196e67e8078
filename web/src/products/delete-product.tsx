import { messages } from "@market/contract/messages";
import type { Product } from "@market/contract/products";
import { useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { deleteProduct } from "./own-listing-actions.ts";

/** The delete button of an own listing, which asks first (Q30). */
export function DeleteProduct({ product, onDeleted }: { product: Product; onDeleted: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);

  const remove = async () => {
    setIsDeleting(true);
    const isGone = await deleteProduct(product);
    setIsDeleting(false);
    setIsAsking(false);
    if (isGone) onDeleted();
  };
  return (
    <>
      <button
        type="button"
        aria-label={`Delete ${product.name}`}
        onClick={() => setIsAsking(true)}
        className="tip pressable text-danger hover:bg-danger-soft grid size-12 place-items-center rounded-full"
      >
        <Icon name="bin" />
      </button>
      <Dialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        label={`Delete ${product.name}?`}
        role="alertdialog"
        initialFocus={cancel}
      >
        <div className="grid gap-3 p-6">
          <h2 className="text-xl font-bold">Delete this listing?</h2>
          <p className="text-muted">
            <span className="text-ink font-bold">{product.name}</span> and its photos disappear for
            everybody. This cannot be undone.
          </p>
          <div className="mt-2 grid grid-cols-2 gap-3">
            <Button ref={cancel} kind="plain" onClick={() => setIsAsking(false)}>
              {messages.cancel}
            </Button>
            <Button kind="danger" busy={isDeleting} onClick={() => void remove()}>
              {messages.ok}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}
