import { errors } from "@market/contract/errors";
import * as conflictMessages from "@market/contract/products/edit-conflict-messages";
import { formatPrice } from "@market/contract/price";
import { locationLabels, type Product } from "@market/contract/products/product";
import { useRef } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { changesBetween } from "./edit-values.ts";

type Props = {
  before: Product;
  latest: Product;
  onKeep: () => void;
  onUseLatest: () => void;
};

/** Shows a newer version of the listing, and lets the student choose (Q78). */
export function EditConflict({ before, latest, onKeep, onUseLatest }: Props) {
  const keep = useRef<HTMLButtonElement>(null);
  const changes = changesOf(before, latest);
  const { message } = errors["stale-product"];
  return (
    <Dialog open onClose={onKeep} label={message} role="alertdialog" initialFocus={keep}>
      <div className="grid gap-4 p-6">
        <h2 className="text-xl font-bold">{message}</h2>
        <p className="text-muted">{conflictMessages.yoursAreStillHere}</p>
        <dl className="bg-sunken rounded-button grid gap-2 p-4">
          {changes.map(([term, text]) => (
            <div key={term} className="min-w-0">
              <dt className="text-muted text-sm">{term}</dt>
              <dd className="line-clamp-4 whitespace-pre-line">{text}</dd>
            </div>
          ))}
        </dl>
        <div className="grid gap-3">
          <Button ref={keep} onClick={onKeep}>
            {conflictMessages.keepMine}
          </Button>
          <Button kind="plain" onClick={onUseLatest}>
            {conflictMessages.useNewer}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function changesOf(before: Product, latest: Product): [term: string, text: string][] {
  const { fields, photos } = changesBetween(before, latest);
  const changed = Object.entries(fields) as [keyof typeof conflictMessages.fields, string][];
  const changes = changed.map(([field, value]): [string, string] => {
    const label = conflictMessages.fields[field];
    if (field === "negotiable") return [label, conflictMessages.yesOrNo(value === "true")];
    if (field === "contact") return [label, conflictMessages.yesOrNo(latest.contact === "ask")];
    if (field === "price") return [label, formatPrice(latest.price)];
    return [label, field === "locationType" ? locationLabels[latest.locationType] : value];
  });
  if (photos)
    changes.push([conflictMessages.photos, conflictMessages.photosChanged(latest.images.length)]);
  return changes.length > 0
    ? changes
    : [[conflictMessages.sold, conflictMessages.yesOrNo(latest.isSold)]];
}
