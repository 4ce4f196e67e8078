import * as bundleMessages from "@market/contract/bundles/messages";
import { maxLength } from "@market/contract/limits";
import { categories, conditions } from "@market/contract/products/product";
import type { PointerEvent } from "react";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/more-icons.tsx";
import { Select } from "../../ui/select.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import type { FormPhoto } from "../../photos/photo-queue.ts";
import { fieldId, isListed, type Row } from "./rows.ts";

type Props = {
  row: Row;
  place: number;
  photos: readonly FormPhoto[];
  dragged: string | undefined;
  canJoin: boolean;
  onGrab: (key: string, event: PointerEvent) => void;
  onChange: (change: Partial<Row>) => void;
  onJoin: () => void;
  onRemove: () => void;
  onRetry: (key: string) => void;
};

/** One item: its photos and a few fields. */
export function ManyRow(props: Props) {
  const { row, place, photos, dragged, canJoin, onGrab, onChange } = props;
  const name = `row-${row.key}`;
  const titled = row.name === "" ? bundleMessages.thing(place + 1) : row.name;
  if (isListed(row))
    return (
      <li className="bg-mint text-on-mint rounded-card flex items-center gap-3 px-4 py-3 font-bold">
        <Icon name="check" />
        <span className="min-w-0 truncate">{bundleMessages.listed(row.name)}</span>
      </li>
    );
  return (
    <li className="bg-surface border-line rounded-card grid gap-3 border p-3" id={name}>
      <div className="flex flex-wrap items-center gap-2">
        {photos.map(({ key, preview, step }, at) => (
          <div
            key={key}
            data-photo={key}
            onPointerDown={(event) => onGrab(key, event)}
            className={`bg-sunken rounded-button relative size-16 shrink-0 cursor-grab touch-none overflow-hidden ${key === dragged ? "opacity-60" : ""}`}
          >
            {preview && (
              <img
                src={preview}
                alt={bundleMessages.photoOf(titled, at + 1)}
                draggable={false}
                className="size-full object-cover"
              />
            )}
            {!["uploaded", "stored", "held", "refused", "delayed"].includes(step.name) && (
              <span className="bg-scrim/55 absolute inset-0 grid place-items-center text-white">
                <Spinner />
              </span>
            )}
            {(step.name === "refused" || step.name === "delayed") && (
              <button
                type="button"
                className="bg-scrim/70 absolute inset-0 grid place-items-center text-white"
                aria-label={`${bundleMessages.photoOf(titled, at + 1)}: ${bundleMessages.tryAgain}`}
                onClick={() => props.onRetry(key)}
              >
                <Icon name="retry" className="size-6" />
              </button>
            )}
          </div>
        ))}
        <div className="ml-auto flex">
          {canJoin && (
            <Button kind="quiet" className="px-2! text-sm" onClick={props.onJoin}>
              {bundleMessages.sameAsAbove}
            </Button>
          )}
          <Button
            kind="quiet"
            className="text-danger px-3!"
            aria-label={bundleMessages.removeThing(titled)}
            onClick={props.onRemove}
          >
            <Icon name="bin" />
          </Button>
        </div>
      </div>
      <div className="flex flex-wrap gap-3 *:min-w-0 *:grow *:basis-[11.5rem]">
        <div>
          <Field label={bundleMessages.name} error={row.faults?.name}>
            <input
              id={fieldId(row, "name")}
              value={row.name}
              maxLength={maxLength.name}
              autoComplete="off"
              onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
            />
          </Field>
        </div>
        <div>
          <Field label={bundleMessages.price} prefix="₹" error={row.faults?.price}>
            <input
              id={fieldId(row, "price")}
              value={row.price}
              inputMode="decimal"
              autoComplete="off"
              onChange={({ currentTarget }) => onChange({ price: currentTarget.value })}
            />
          </Field>
        </div>
        <Field label={bundleMessages.category} error={row.faults?.category}>
          <Select
            id={fieldId(row, "category")}
            value={row.category}
            options={categories}
            placeholder={bundleMessages.choose}
            onChange={({ currentTarget }) => onChange({ category: currentTarget.value })}
          />
        </Field>
        <Field label={bundleMessages.condition} error={row.faults?.condition}>
          <Select
            id={fieldId(row, "condition")}
            value={row.condition}
            options={conditions}
            onChange={({ currentTarget }) => onChange({ condition: currentTarget.value })}
          />
        </Field>
      </div>
      {photos.map(({ key, step }) =>
        step.name === "refused" ? (
          <p key={key} className="text-danger text-sm font-bold">
            {step.message}
          </p>
        ) : null,
      )}
      {row.failure !== undefined && (
        <p className="text-danger text-sm font-bold" role="alert">
          {row.failure}
        </p>
      )}
    </li>
  );
}
