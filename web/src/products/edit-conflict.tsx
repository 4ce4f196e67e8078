import { errors } from "@market/contract/errors";
import type { ProductField } from "@market/contract/product-form";
import { formatPrice } from "@market/contract/price";
import { locationLabels, type Product } from "@market/contract/products";
import { useRef } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { changesBetween } from "./edit-values.ts";

type Props = {
  /** The product that the form began with. */
  before: Product;
  newer: Product;
  onKeep: () => void;
  onTake: () => void;
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

/** Shows what a listing has become while it was being edited, and lets the student choose (Q78). */
export function EditConflict({ before, newer, onKeep, onTake }: Props) {
  const keep = useRef<HTMLButtonElement>(null);
  const { fields, photos } = changesBetween(before, newer);
  const changed = Object.entries(fields) as [ProductField, string][];
  const { message } = errors["stale-product"];
  return (
    <Dialog open onClose={onKeep} label={message} role="alertdialog" initialFocus={keep}>
      <div className="grid gap-4 p-6">
        <h2 className="text-xl font-bold">{message}</h2>
        <p className="text-muted">Your own changes are still in the form. The newer version has:</p>
        <dl className="bg-sunken rounded-button grid gap-2 p-4">
          {changed.map(([field, value]) => (
            <div key={field} className="min-w-0">
              <dt className="text-muted text-sm">{labels[field]}</dt>
              <dd className="line-clamp-4 whitespace-pre-line">{wordsOf(newer, field, value)}</dd>
            </div>
          ))}
          {photos && <Line term="Photos" text={`${newer.images.length}, or in another order`} />}
          {changed.length === 0 && !photos && (
            <Line term="Sold" text={newer.isSold ? "Yes" : "No"} />
          )}
        </dl>
        <div className="grid gap-3">
          <Button ref={keep} onClick={onKeep}>
            Keep my changes
          </Button>
          <Button kind="plain" onClick={onTake}>
            Take the newer version
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Line({ term, text }: { term: string; text: string }) {
  return (
    <div>
      <dt className="text-muted text-sm">{term}</dt>
      <dd>{text}</dd>
    </div>
  );
}

function wordsOf(product: Product, field: ProductField, value: string): string {
  if (field === "price") return formatPrice(product.price);
  return field === "locationType" ? locationLabels[product.locationType] : value;
}
