import { errors } from "@market/contract/errors";
import type { ProductField } from "@market/contract/products/product-form";
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

const labels: Record<ProductField, string> = {
  name: "Name",
  price: "Price",
  description: "Description",
  address: "Address",
  locationType: "Location type",
  category: "Category",
  condition: "Condition",
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
        <p className="text-muted">Your own changes are still in the form. The newer version has:</p>
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
            Keep editing mine
          </Button>
          <Button kind="plain" onClick={onUseLatest}>
            Use the newer version
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function changesOf(before: Product, latest: Product): [term: string, text: string][] {
  const { fields, photos } = changesBetween(before, latest);
  const changed = Object.entries(fields) as [ProductField, string][];
  const changes = changed.map(([field, value]): [string, string] => {
    if (field === "price") return [labels[field], formatPrice(latest.price)];
    return [labels[field], field === "locationType" ? locationLabels[latest.locationType] : value];
  });
  if (photos) changes.push(["Photos", `${latest.images.length} (changed)`]);
  return changes.length > 0 ? changes : [["Sold", latest.isSold ? "Yes" : "No"]];
}
