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
import { fieldId, isListed, type Row, toggleId } from "./rows.ts";

type Props = {
  row: Row;
  place: number;
  photos: readonly FormPhoto[];
  dragged: string | undefined;
  canJoin: boolean;
  onGrab: (key: string, event: PointerEvent) => void;
  onChange: (change: Partial<Row>) => void;
  onToggle: (isOpen: boolean) => void;
  onJoin: () => void;
  onRemove: () => void;
  onRetry: (key: string) => void;
};

const compact = "min-h-10! pr-2.5! py-1! md:min-h-12!";

export function ManyRow(props: Props) {
  const { row, place, photos, onChange, onToggle } = props;
  const titled = row.name === "" ? bundleMessages.thing(place + 1) : row.name;
  if (isListed(row))
    return (
      <li className="bg-mint text-on-mint rounded-card flex items-center gap-3 px-4 py-3 font-bold">
        <Icon name="check" />
        <span className="min-w-0 truncate">{bundleMessages.listed(row.name)}</span>
      </li>
    );
  const [first] = photos;
  // The reason of a photo is below the photos.
  const isOpen = row.isOpen ?? photos.some(({ step }) => step.name === "refused");
  const category = row.category || bundleMessages.noCategory;
  return (
    <li className="bg-surface border-line rounded-card border">
      <div className="flex gap-2 px-1.5 py-[5px] md:gap-3 md:px-[7px] md:py-[7px]">
        {first ? (
          <RowPhoto
            {...props}
            photo={first}
            alt={bundleMessages.photoOf(titled, 1)}
            className="h-[84px] w-[72px] md:size-[56px]"
            count={photos.length}
          />
        ) : (
          <span className="bg-sunken text-muted rounded-button grid h-[84px] w-[72px] shrink-0 place-items-center md:size-[56px]">
            <Icon name="pictures" />
          </span>
        )}
        <div className="flex min-w-0 grow flex-wrap items-start gap-x-2 gap-y-1 md:gap-x-3 md:pt-1">
          <div className="min-w-0 grow basis-full md:basis-[12rem]">
            <Field label={bundleMessages.name} isLabelHidden error={row.faults?.name}>
              <input
                id={fieldId(row, "name")}
                className={`${compact} pl-2.5!`}
                value={row.name}
                placeholder={bundleMessages.name}
                maxLength={maxLength.name}
                autoComplete="off"
                onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
              />
            </Field>
          </div>
          <div className="min-w-0 grow basis-[7rem] md:max-w-[9rem]">
            <Field label={bundleMessages.price} isLabelHidden prefix="₹" error={row.faults?.price}>
              <input
                id={fieldId(row, "price")}
                className={compact}
                value={row.price}
                placeholder={bundleMessages.price}
                inputMode="decimal"
                autoComplete="off"
                onChange={({ currentTarget }) => onChange({ price: currentTarget.value })}
              />
            </Field>
          </div>
          <button
            type="button"
            id={toggleId(row)}
            aria-expanded={isOpen}
            aria-label={bundleMessages.details(titled, category)}
            onClick={() => onToggle(!isOpen)}
            className="pressable rounded-button text-muted hover:bg-sunken flex min-h-10 grow basis-[6.5rem] items-center justify-between gap-1 px-1.5 text-left text-xs leading-tight md:min-h-12 md:max-w-[13rem] md:text-sm"
          >
            <span className="min-w-0">{category}</span>
            <Icon name={isOpen ? "up" : "down"} className="size-4 md:size-5" />
          </button>
        </div>
      </div>
      {isOpen && <RowDetails {...props} titled={titled} />}
      {row.failure !== undefined && (
        <p className="text-danger px-3 pb-3 text-sm font-bold" role="alert">
          {row.failure}
        </p>
      )}
    </li>
  );
}

function RowDetails(props: Props & { titled: string }) {
  const { row, photos, titled, canJoin, onChange } = props;
  return (
    <div className="border-line grid gap-3 border-t p-3">
      {photos.length > 1 && (
        <div className="flex flex-wrap gap-2">
          {photos.slice(1).map((photo, at) => (
            <RowPhoto
              key={photo.key}
              {...props}
              photo={photo}
              alt={bundleMessages.photoOf(titled, at + 2)}
              className="size-16"
            />
          ))}
        </div>
      )}
      {photos.map(({ key, step }) =>
        step.name === "refused" ? (
          <p key={key} className="text-danger text-sm font-bold">
            {step.message}
          </p>
        ) : null,
      )}
      <div className="flex flex-wrap gap-3 *:min-w-0 *:grow *:basis-[11.5rem]">
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
      <div className="-mx-2 flex flex-wrap justify-between">
        {canJoin && (
          <Button kind="quiet" className="px-2! text-sm" onClick={props.onJoin}>
            {bundleMessages.sameAsAbove}
          </Button>
        )}
        <Button
          kind="quiet"
          className="text-danger! ml-auto px-2! text-sm"
          aria-label={bundleMessages.removeThing(titled)}
          onClick={props.onRemove}
        >
          <Icon name="bin" />
          {bundleMessages.remove}
        </Button>
      </div>
    </div>
  );
}

type PhotoProps = Pick<Props, "dragged" | "onGrab" | "onRetry"> & {
  photo: FormPhoto;
  alt: string;
  className: string;
  /** The number of photos, shown on the first one. */
  count?: number;
};

/** A photo, which is dragged onto the item that it belongs to. */
function RowPhoto({ photo, alt, className, count = 1, dragged, onGrab, onRetry }: PhotoProps) {
  const { key, preview, step } = photo;
  return (
    <div
      data-photo={key}
      onPointerDown={(event) => onGrab(key, event)}
      className={`bg-sunken rounded-button relative shrink-0 cursor-grab touch-none overflow-hidden ${className} ${key === dragged ? "opacity-60" : ""}`}
    >
      {preview && (
        <img src={preview} alt={alt} draggable={false} className="size-full object-cover" />
      )}
      {count > 1 && (
        <span
          aria-hidden="true"
          className="bg-scrim/70 absolute right-1 bottom-1 rounded-full px-1.5 text-xs font-bold text-white"
        >
          {count}
        </span>
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
          aria-label={`${alt}: ${bundleMessages.tryAgain}`}
          onClick={() => onRetry(key)}
        >
          <Icon name="retry" className="size-6" />
        </button>
      )}
    </div>
  );
}
